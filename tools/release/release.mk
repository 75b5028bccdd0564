# release.mk: what leaves this folder: an installed warpcc, the archive of a release, a Debian package.

PREFIX := /usr/local
# An installed warpcc is a small copy of this folder, below lib, and a link to it.
HOUSE  := $(PREFIX)/lib/warp-by-warp
ZSH    := $(PREFIX)/share/zsh/site-functions

# What warpcc reads when it runs.
WARPCC_READS  := VERSION tools/need.sh $(wildcard compile/*.sh compile/*.awk compile/*.h) simulator/runtime/cuda/per_thread.c $(shell find compile/toolkit -type f)
WARPCC_LINKS   = build/sim/libwarpsim.a $(HOST_LIBRARIES)

.PHONY: install uninstall dist deb test-release
## install             warpcc for every folder, below PREFIX=/usr/local
install: compilers
	@$(MAKE) DEVICE=sim libraries-of-warpcc
	@to='$(DESTDIR)$(HOUSE)'; rm -rf "$$to"; \
	    for f in $(WARPCC_READS) $(WARPCC_LINKS) build/sim/compiler; do install -Dm644 $$f "$$to/$$f"; done; \
	    install -m755 warpcc "$$to/warpcc"; chmod 755 "$$to/tools/need.sh"; \
	    compile/home.sh '$(CUDA_INCLUDE)' "$$to/build/sim/cuda" '$(HOUSE)/build/sim/cuda' $(WARPCC_LINKS)
	@install -d '$(DESTDIR)$(PREFIX)/bin' && ln -sfn ../lib/warp-by-warp/warpcc '$(DESTDIR)$(PREFIX)/bin/warpcc'
	@install -Dm644 tools/release/warpcc.1 '$(DESTDIR)$(PREFIX)/share/man/man1/warpcc.1'
	@install -Dm644 tools/release/warpcc.bash '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/warpcc'
	@install -Dm644 tools/release/_warpcc '$(DESTDIR)$(ZSH)/_warpcc'
	@install -Dm644 -t '$(DESTDIR)$(PREFIX)/share/doc/warpcc' NOTICE LICENSE
	@echo "$(DESTDIR)$(PREFIX)/bin/warpcc is there, for $$(cat build/sim/compiler); make uninstall removes it."

.PHONY: libraries-of-warpcc
libraries-of-warpcc: $$(WARPCC_LINKS)

## uninstall           removes what make install has put below PREFIX
uninstall:
	@rm -rf '$(DESTDIR)$(HOUSE)' '$(DESTDIR)$(ZSH)/_warpcc' \
	    $(patsubst %,'$(DESTDIR)$(PREFIX)/%',bin/warpcc share/man/man1/warpcc.1 share/bash-completion/completions/warpcc share/doc/warpcc)

RELEASE_NAME := warp-by-warp-$(VERSION)

## dist                build/warp-by-warp-VERSION.tar.gz, what git has
dist: | build
	@git diff --quiet HEAD || echo 'What is not committed is not in it.' >&2
	@git archive --prefix=$(RELEASE_NAME)/ HEAD | gzip -9n >build/$(RELEASE_NAME).tar.gz
	@echo build/$(RELEASE_NAME).tar.gz

## deb                 a Debian package of warpcc, in build/deb/
deb: dist
	@command -v dh >/dev/null || { echo "debhelper is missing: 'make setup deb' installs it." >&2; exit 2; }
	@rm -rf build/deb && mkdir -p build/deb && tar -xzf build/$(RELEASE_NAME).tar.gz -C build/deb
	@cd build/deb/$(RELEASE_NAME) && env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -b -us -uc >../build.log 2>&1 || { tail -n 30 ../build.log >&2; exit 1; }
	@ls build/deb/*.deb

## test-release        a release: unpacked, installed, and as a package
test-release:
	@RELEASE=all tests/harness/run 1 tests/verbs/release.t

build:
	@mkdir -p $@

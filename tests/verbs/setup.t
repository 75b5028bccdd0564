#!/usr/bin/env bash
# make setup: what it runs in each situation. Stand-ins for the package tools write down each call.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 11

# tool NAME: makes a stand-in that writes its call to $work/calls and then runs the script on stdin.
tool()
{
    { echo "echo \"$1 \$*\" >>'$work/calls'" && cat; } | stand_in "$work/bin/$1"
}

# setup: runs make setup's script with the stand-ins in front; $calls is what it called, but for questions.
setup()
{
    : >"$work/calls"
    run env PATH="$work/bin:$PATH" tools/setup.sh "${goals[@]}"
    calls=$(grep -v -e dpkg-query -e assume-no "$work/calls")
}

goals=(test)
mkdir "$work/bin"
tool dpkg-query <<<'echo "install ok installed"'
tool apt-get <<<'echo "After this operation, 12.3 MB of additional disk space will be used."'
tool sudo <<<'exec "$@"'
tool id <<<'echo 1000'
setup
is 'all there: exit status' "$status" 0
is 'all there: nothing is installed, no root' "$calls" ''
has 'all there: says so and names the compiler' "$out" '^Nothing is missing. CUDA C is compiled by .*/nvcc'
has 'all there: says how long tests take' "$out" '^The tests take .* minutes on two cores'

# The last argument of dpkg-query is the package.
tool dpkg-query <<'EOF'
for package; do :; done
case $package in
shellcheck | libcmocka-dev) echo "deinstall ok config-files"; exit 1 ;;
*) echo "install ok installed" ;;
esac
EOF
setup
is 'two missing: exit status' "$status" 0
has 'two missing: says how large' "$out" '^apt-get installs them now, 12.3 MB on disk\.$'
has 'two missing: says what for' "$out" 'missing: libcmocka-dev .*unit tests'
is 'what a package is for fits in 80 columns, behind "missing:" and its name' \
    "$(sed -n "/^packages=/,/^'/s/^[^ ]* *[^ ]*,*[^ ]*  *//p" tools/setup.sh | grep -E '.{49}')" ''
has 'two missing: through sudo' "$calls" '^sudo '
has 'two missing: these and no others' "$calls" '^apt-get install [^ ]*.* libcmocka-dev shellcheck$'
lacks 'two missing: package lists are fresh enough' "$calls" update

tool id <<<'echo 0'
setup
has 'as root: installs' "$calls" '^apt-get install '
lacks 'as root: no sudo' "$calls" sudo

tool apt-get <<EOF
case \$* in
*assume-no*) echo 'After this operation, 12.3 MB of additional disk space will be used.' ;;
update) touch '$work/updated' ;;
*) [ -e '$work/updated' ] ;;
esac
EOF
setup
is 'old package lists: exit status' "$status" 0
is 'old package lists: install, update, install' \
    "$(sed -n 's/^apt-get \([a-z]*\).*/\1/p' <<<"$calls" | tr '\n' ' ')" 'install update install '

tool apt-get <<<'exit 100'
setup
is 'nothing helps: exit status' "$status" 1
has 'nothing helps: names the command' "$err" 'apt-get install libcmocka-dev shellcheck'

# The user has no sudo.
tool id <<<'echo 1000'
rm "$work/bin/sudo"
mkdir "$work/all"
ln -s /usr/bin/* /bin/* "$work/all/" 2>/dev/null
rm -f "$work/all/sudo"
: >"$work/calls"
run env PATH="$work/bin:$work/all" tools/setup.sh test
is 'no root, no sudo: exit status' "$status" 1
has 'no root, no sudo: names the command' "$err" 'As root, run: apt-get install libcmocka-dev'
lacks 'no root, no sudo: tries nothing' "$(cat "$work/calls")" apt-get

# The system is no Debian.
rm -f "$work/all/dpkg-query" "$work/all/apt-get"
run env PATH="$work/all" tools/setup.sh
is 'no Debian: exit status' "$status" 1
has 'no Debian: lists what is needed' "$err" '^gcc .*simulator'

# npm fetches the packages of the book's tests once, and again when other versions are wanted.
copy_house "$work/house"
tool npm <<<'mkdir -p tests/book/node_modules lab/node_modules'
tool dpkg-query <<<'echo "install ok installed"'
for why in 'fetched' 'there already' 'other versions'; do
    if [ "$why" = 'other versions' ]; then
        echo >>"$work/house/tests/book/package.json"
    fi
    : >"$work/calls"
    run env PATH="$work/bin:$PATH" "$work/house/tools/setup.sh" test
    is "npm, $why: exit status" "$status" 0
    is "npm, $why: what it fetches is named first" "$(grep -c '^npm fetches .*: axe-core [0-9.]*, playwright-core ' <<<"$out")" \
        "$([ "$why" = 'there already' ] && echo 0 || echo 1)"
    is "npm, $why: and that of the labs" "$(grep -c '^npm fetches .*: @codemirror/.*, esbuild [0-9.]*\.$' <<<"$out")" \
        "$([ "$why" = 'fetched' ] && echo 1 || echo 0)"
    is "npm, $why: is asked" "$(grep -c '^npm install' "$work/calls")" \
        "$([ "$why" = 'there already' ] && echo 0 || echo 1)"
done
tool npm <<<'exit 1'
echo >>"$work/house/tests/book/package.json"
run env PATH="$work/bin:$PATH" "$work/house/tools/setup.sh" test
is 'npm fails: exit status' "$status" 1
has 'npm fails: says for what' "$err" 'tests/book/package.json'

# The toolkit around nvcc is found through a link to it, and through a script that calls it.
nvcc=$(tools/need.sh nvcc)
mkdir "$work/link" "$work/script"
ln -s "$nvcc" "$work/link/nvcc"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$nvcc" >"$work/script/nvcc"
chmod +x "$work/script/nvcc"
for how in link script; do
    run env PATH="$work/$how:/usr/bin:/bin" tools/need.sh nvcc
    is "nvcc by a $how: the toolkit's own" "$(readlink -f "$out")" "$(readlink -f "$nvcc")"
    # shellcheck disable=SC2016 # make's variable
    run env PATH="$work/$how:/usr/bin:/bin" make -s --eval 'headers: ; @ls $(CUDA_INCLUDE)/cuda_runtime_api.h' headers
    is "nvcc by a $how: its headers" "$status" 0
done

# Debian's nvcc calls g++ by a script, which fails where there is no version that nvcc knows.
mkdir "$work/debian"
printf '#!/bin/sh\necho "#$ _HERE_=%s" >&2\n' "$work/debian" >"$work/debian/nvcc"
printf '#!/bin/sh\nexit 1\n' >"$work/debian/g++"
chmod +x "$work/debian"/*
refuses 'nvcc without a g++ that it knows' 'nvidia-cuda-toolkit-gcc; .*WARPCC=clang$' env PATH="$work/debian:$PATH" tools/need.sh compilers
tool apt-get <<<'exit 0'
tool id <<<'echo 0'
goals=()
PATH=$work/debian:$PATH setup
has 'nvcc without a g++ that it knows: what make setup wants' "$calls" '^apt-get install .* nvidia-cuda-toolkit-gcc$'

# Packages belong to a purpose: nobody gets what only others need.
tool dpkg-query <<<'exit 1'
goals=()
setup
has 'a student with nvcc' "$calls" '^apt-get install -y [^ ]* make gcc libncursesw6 libc6-dev g[+][+]$'
goals=(lint)
setup
has 'with lint' "$calls" '^apt-get install -y [^ ]* make gcc libncursesw6 libc6-dev g[+][+] shellcheck yamllint cppcheck clang-tidy clang-format$'
goals=(grade)
setup
has 'with grade' "$calls" ' perl bubblewrap libarchive-tools$'
goals=(deb)
setup
has 'with deb' "$calls" ' g[+][+] debhelper dpkg-dev lintian mandoc$'

# The book needs a browser; any will do. One that the system does not offer, as Ubuntu, is left out, and the rest installed.
rm -f "$work/all"/{chromium*,google-chrome*,nvcc}
: >"$work/calls"
run env PATH="$work/bin:$work/all" tools/setup.sh book
has 'with book' "$(<"$work/calls")" '^apt-get install -y .* pandoc .* chromium-headless-shell '
lacks 'with book' "$(<"$work/calls")" ' expect '
tool apt-get <<'EOF'
case $* in
*-qq*update*) ;;
*chromium*) echo 'E: Unable to locate package chromium-headless-shell' >&2; exit 100 ;;
esac
EOF
: >"$work/calls"
run env PATH="$work/bin:$work/all" tools/setup.sh book
is 'no browser to install: exit status' "$status" 0
has 'no browser to install: says so' "$out" '^This system has no package chromium-headless-shell; '
has 'no browser to install: the rest is' "$(<"$work/calls")" '^apt-get install -y .* gnuplot-nox poppler-utils '
tool google-chrome <<<'exit 0'
: >"$work/calls"
run env PATH="$work/bin:$work/all" tools/setup.sh book
lacks 'Google Chrome is there: no other browser' "$(<"$work/calls")" chromium
rm -f "$work/all"/clang* "$work/all/apt-get" "$work/all/dpkg-query"
run env PATH="$work/bin:$work/all" CUDA_HOME="$work/none" tools/setup.sh
has 'a student without nvcc' "$(cat "$work/calls")" '^apt-get install -y [^ ]* make gcc libncursesw6 libc6-dev clang$'

done_testing

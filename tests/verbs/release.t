#!/usr/bin/env bash
# What leaves the house: one version everywhere, a notice for all that is by others, an archive that is whole, an installed warpcc that
# needs no checkout. With RELEASE=all (make test-release) the archive is unpacked and builds a program, and the Debian package is
# built and used.
. "$(dirname "$0")/../harness/lib.sh"

house=$PWD
[[ ${RELEASE-} != all ]] || needs_tools git dh lintian

# ---- The version -----------------------------------------------------------------------------------

version=$(<VERSION)
has 'VERSION is three numbers' "$version" '^[0-9]+\.[0-9]+\.[0-9]+$'
newest=$(grep '^## \[[0-9]' CHANGELOG.md | head -n 1)
has 'it is the newest in CHANGELOG.md' "$newest" "^## \[${version//./\\.}\] - 20[0-9-]+$"
is 'CITATION.cff has it' "$(sed -n 's/^version: //p' CITATION.cff)" "$version"
is 'and its date' "$(sed -n 's/^date-released: //p' CITATION.cff)" "${newest##* }"
has 'debian/changelog has it' "$(head -n 1 debian/changelog)" "^warp-by-warp \(${version//./\\.}\) "
has 'make help prints it' "$(make help | head -n 1)" "^Warp by Warp ${version//./\\.}, "
run ./warpcc --version
has 'warpcc --version prints it first' "$(head -n 1 <<<"$out")" "^warpcc ${version//./\\.},"
ok 'and then the compiler' test "$(wc -l <<<"$out")" -gt 1

# ---- What is by others ------------------------------------------------------------------------------

# The lines of NOTICE's table: what, version, licence, and the files of the web site.
table=$(sed -n '/^what  /,/^Source Serif:/p' NOTICE | sed '1d;$d;/^$/d')
ok 'NOTICE has a table' test "$(wc -l <<<"$table")" -gt 20

# A package that the pages' scripts are made of, with its version. (Those for one machine are esbuild itself.)
packages()
{
    perl -MJSON::PP -0777 -ne 'my $p = decode_json($_)->{packages};
        for (sort keys %$p) { print "$1 $p->{$_}{version}\n" if m{^node_modules/(.*)} && !$p->{$_}{dev} && !$p->{$_}{optional} }' "$1"
}
ok "the labs' packages are listed" test "$(packages lab/package-lock.json | wc -l)" -gt 15
while read -r name number; do
    has "NOTICE names $name $number" "$table" "^${name//./\\.} +${number//./\\.} "
done < <(packages lab/package-lock.json)

# shipped_by_others FILE: succeeds if the file is not the project's own: a font, or a script that speaks of a licence.
shipped_by_others()
{
    [[ $1 == *.woff2 ]] || grep -qE 'Copyright|licence, see|@license|@preserve' "$1"
}
# is_noticed FILE: succeeds if a line of the table has the file, by its name on the web site.
is_noticed()
{
    local pattern
    while read -r pattern; do
        # shellcheck disable=SC2053 # the right side is a pattern
        [[ ${1#notes/} != $pattern ]] || return 0
    done < <(grep -oE '(fonts|scripts|lab)/[^ ]+' <<<"$table")
    return 1
}
files=(notes/fonts/*.woff2)
for file in notes/scripts/*.js lab/page/*; do
    ! shipped_by_others "$file" || files+=("$file")
done
ok 'there are fonts and a script by others' test ${#files[@]} -gt 5
for file in "${files[@]}"; do
    ok "NOTICE has $file" is_noticed "$file"
done
ok 'a font that nobody has noted would be found' not is_noticed notes/fonts/other-400.woff2
for library in wasi-libc compiler-rt 'libc\+\+abi'; do # what the linker takes from Debian's packages
    has "NOTICE names $library" "$table" "^$library"
done
while read -r file; do
    ok "$file is there" test -s "$file"
done < <(grep -ohE 'LICENSES/[A-Za-z0-9.-]+[a-z0-9]' NOTICE README.md debian/copyright | sort -u)
# ---- An installed warpcc ----------------------------------------------------------------------------

cat >"$work/mine.cu" <<'END_OF_PROGRAM'
#include <stdio.h>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main(void)
{
    int *x, y[2] = {20, 21};
    cudaMalloc(&x, sizeof y);
    cudaMemcpy(x, y, sizeof y, cudaMemcpyHostToDevice);
    twice<<<1, 2>>>(x);
    cudaMemcpy(y, x, sizeof y, cudaMemcpyDeviceToHost);
    printf("%d %d\n", y[0], y[1]);
    return 0;
}
END_OF_PROGRAM

# works WHAT WARPCC: checks that this warpcc builds a program that runs, in another folder, when the house is gone.
works()
{
    mkdir -p "$work/elsewhere"
    cd "$work/elsewhere" || exit
    rm -f mine
    run "$2" -O2 ../mine.cu -o mine
    is "$1: builds a program" "$status/$err" 0/
    run ./mine
    is "$1: the program runs" "$out" '40 42'
    run "$2" --version
    has "$1: says its version" "$out" "^warpcc ${version//./\\.},"
    cd "$house" || exit
}

copy_built_house "$work/house"
run make -s -C "$work/house" DEVICE=sim install DESTDIR="$work/root" PREFIX=/usr
is 'make install: exit status' "$status" 0
has 'make install: says where' "$out" 'usr/bin/warpcc is there, for '
rm -rf "$work/house"
mv "$work/root" "$work/moved" # nothing in it knows where it was
works 'an installed warpcc' "$work/moved/usr/bin/warpcc"
is 'it has what every compiler needs' "$(cd "$work/moved/usr/lib/warp-by-warp/compile" && echo ./*.sh ./*.awk)" "$(cd compile && echo ./*.sh ./*.awk)"
installed_for=$(<"$work/moved/usr/lib/warp-by-warp/build/sim/compiler")
if [[ $installed_for == */nvcc ]] && WARPCC=clang tools/need.sh cuda >/dev/null 2>&1; then
    refuses 'another compiler than it was installed for' 'installed for .*nvcc, ' env WARPCC=clang "$work/moved/usr/bin/warpcc" "$work/mine.cu"
fi
lacks 'no file of it names the house' "$(grep -rlF -e "$house" -e "$work/house" "$work/moved")" .

# The manual page and the completion know what warpcc knows.
page=$work/moved/usr/share/man/man1/warpcc.1
if command -v mandoc >/dev/null; then
    is 'the manual page is sound' "$(mandoc -T lint -W warning "$page")" ''
fi
for option in $(./warpcc -h | grep -oE ' -[a-z]+' | sort -u); do
    case $option in
    -o | -c | -O3) ;; # nvcc's own, in examples
    *) has "the manual page tells of $option" "$(<"$page")" "(^|[ ,])(Fl|Cm) ?${option#-}|Fl .*[ ,]${option#-}( |$)|${option}" ;;
    esac
done

# completes WORDS...: prints what bash offers for the last word.
completes()
{
    bash -c '. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _warpcc; printf "%s\n" "${COMPREPLY[@]}"' \
        "$work/moved/usr/share/bash-completion/completions/warpcc" "$work/moved/usr/bin/warpcc" "$@"
}
has 'bash offers options' "$(completes -gen)" '^-gencode$'
cd "$work" || exit
is 'bash offers sources' "$(completes mi)" mine.cu
cd "$house" || exit

run make -s uninstall DESTDIR="$work/moved" PREFIX=/usr
is 'make uninstall: nothing stays' "$(find "$work/moved" -not -type d)" ''

# ---- A release --------------------------------------------------------------------------------------

if git rev-parse HEAD >/dev/null 2>&1; then
    run make -s dist
    is 'make dist: exit status' "$status" 0
    is 'make dist: it has what git has' "$(tar -tzf "build/warp-by-warp-$version.tar.gz" | sed "s,^warp-by-warp-$version/,,;/\/\$/d;/^\$/d" | sort)" \
        "$(git ls-tree -r --name-only HEAD | sort)"
fi
if [ "${RELEASE-}" = all ]; then
    tar -xzf "build/warp-by-warp-$version.tar.gz" -C "$work"
    run make -C "$work/warp-by-warp-$version" DEVICE=sim ch3-reduce
    is 'the archive builds the first program' "$status" 0
    run "$work/warp-by-warp-$version/ch3-reduce" -n 1000
    is 'and its rows are right' "$(grep -c ' ok$' <<<"$out")" 5

    run make deb
    is 'make deb: exit status' "$status" 0
    run lintian --fail-on error,warning build/deb/*.changes
    is 'lintian finds nothing' "$status/$out" 0/
    dpkg-deb -x "build/deb/warpcc_${version}_$(dpkg --print-architecture).deb" "$work/package"
    works 'the package' "$work/package/usr/bin/warpcc"
    has 'the package is for clang' "$(<"$work/package/usr/lib/warp-by-warp/build/sim/compiler")" 'clang'
fi

done_testing

#!/usr/bin/env bash
# make lint finds nothing in scripts, format and C. (Here cppcheck and clang's analyzer look at a sixth of the files, at others each day, and
# the analyzer doesn't look as deep as in make lint.) Clean is what Debian 12's tools find nothing in: later ones have rules of their own, format some
# macros otherwise, and take some right code for wrong (cppcheck 2.17).
. "$(dirname "$0")/../harness/lib.sh"

# lint PART TOOL VERSION [VARIABLE...]: checks make lint-PART where the tool has this version.
lint()
{
    if "$2" --version | grep "$3" >/dev/null; then
        run make "lint-$1" "${@:4}"
        is "lint-$1" "$status" 0
    else
        ok "lint-$1 # SKIP $2 is not Debian 12's" true
    fi
}
lint shell shellcheck '^version: 0'
lint yaml yamllint '^yamllint 1'
lint format clang-format 'version 14\.'
# shellcheck disable=SC2016 # make expands it
read -ra linted < <(make -s --eval='show: ; @echo $(LINTED)' show)
daily $(((${#linted[@]} + 5) / 6)) "${linted[@]}"
lint cppcheck cppcheck '2\.10' "LINTED=${sample[*]}"
lint tidy clang-tidy 'version 14\.' NODES=1500 "LINTED=${sample[*]}"

mkdir "$work/newer"
printf '#!/bin/sh\necho Debian clang-format version 19.1.7\n' >"$work/newer/clang-format"
chmod +x "$work/newer/clang-format"
run env PATH="$work/newer:$PATH" make lint-format
is 'another clang-format: exit status' "$status" 2
has 'another clang-format: says whose format it is' "$err" '^The code is formatted by clang-format 14'

done_testing

# shellcheck shell=bash
# lib.sh: what tests of the whole book share. A test sources it after tests/harness/lib.sh.

# A program of some seconds is over before code that Java's second compiler makes for it pays. The validator asks for the stack.
# shellcheck disable=SC2034 # the tests use it
java=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss2m -jar)

# needs_book_tools TOOL-OR-FILE...: checks that these, which make setup installs for the book, are there, and ends the test if not.
needs_book_tools()
{
    local it missing=
    if ! tools/need.sh browser >/dev/null 2>&1 && grep -qs '^ID=ubuntu$' /etc/os-release; then
        skip_all 'Ubuntu has no package of a browser for it; with Google Chrome it runs'
    fi
    for it; do
        [ -e "$it" ] || tools/need.sh "$it" >/dev/null 2>&1 || missing="$missing $it"
    done
    is 'what make setup installs for the book is all there; missing' "$missing" ''
    [ -z "$missing" ] || { done_testing && exit; }
}

# shellcheck shell=bash disable=SC2034 # who includes it reads failed
# fail.sh: for scripts that go on when something fails. They source it, and end with `exit $failed`.
failed=0

# fail WHAT...: prints what failed; the exit status is then 1.
fail()
{
    echo "FAILED: $*"
    failed=1
}

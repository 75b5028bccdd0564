#!/usr/bin/env bash
# The README's commands work on a bare Debian, which has make, git and ca-certificates but no compiler. `make test-bare` runs this
# for the suites in BARE. Without BARE the test is skipped, because it takes minutes and fetches packages.
#
# BARE_ROOTS is a folder that keeps the roots for the next time. BARE_TEST tells as whom `make setup test` runs, too: root, sudo
# (a user who may use it), or both. Its output is kept in that folder.
. "$(dirname "$0")/../harness/lib.sh"

[ -n "${BARE-}" ] || skip_all 'make test-bare runs it'
needs_tools mmdebstrap
[ "$(id -u)" = 0 ] || skip_all 'needs root'

roots=${BARE_ROOTS:-$work}
# The test mounts overlays in a namespace of its own, so that none stays behind.
if [ -z "${BARE_INSIDE-}" ]; then
    rmdir "$work"
    BARE_INSIDE=yes exec unshare --mount --propagation private "$0"
fi
# The folders of an overlay can't lie on another overlay, which /tmp may be; so they lie on a tmpfs. Nothing is ever deleted below
# a mount: all mounts end with the namespace.
mount -t tmpfs none "$work"
trap 'umount -l "$work" && rmdir "$work"' EXIT

# machine SUITE NAME PACKAGE...: makes a fresh machine at $root, with a user "student". The workbook lies in the homes of that user
# and of root. On Debian 13 no other user may enter a home.
machine()
{
    local suite=$1 name=$2
    shift 2
    if [ ! -d "$roots/$suite" ]; then
        mmdebstrap --quiet --variant=minbase --include=make,git,ca-certificates "$suite" "$roots/$suite" >&2
    fi
    root=$work/$name
    mkdir -p "$work/upper-$name" "$work/work-$name" "$root" "$roots/$suite-packages/partial"
    mount -t overlay overlay -o "lowerdir=$roots/$suite,upperdir=$work/upper-$name,workdir=$work/work-$name" "$root"
    mount -t devpts -o newinstance,ptmxmode=0666 none "$root/dev/pts" # the machine's own terminals; other devices are those of the root
    mkdir -p "$root/dev/shm" && mount -t tmpfs -o mode=1777 none "$root/dev/shm" # as on every machine; faketime needs it
    mount --bind "$roots/$suite-packages" "$root/var/cache/apt/archives" # so packages are fetched only once
    cp /etc/resolv.conf "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/authorities.crt" # the authorities that this network trusts: npm asks for them
    inside root 'useradd -m student'
    if (($#)); then
        inside root "apt-get -qq update && apt-get -qq -y install --no-install-recommends $*" >"$work/.install" 2>&1
    fi
    copy_house "$root/home/student/workbook"
    copy_house "$root/root/workbook"
    inside root 'chown -R student: /home/student'
}

# inside USER COMMAND: runs the command on the machine, in the user's workbook. It uses pivot_root: below a chroot the kernel would
# make no namespace for a sandbox.
inside()
{
    local home=/home/student
    [ "$1" != root ] || home=/root
    # shellcheck disable=SC2016 # expanded by the inner shell
    unshare --mount --pid --fork sh -c 'cd "$1" && pivot_root . mnt && cd / && mount -t proc none /proc && umount -l /mnt && shift && exec "$@"' \
        sh "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        LC_ALL=C TERM=xterm NO_COLOR=1 HOME="$home" NODE_EXTRA_CA_CERTS=/etc/authorities.crt \
        su -s /bin/sh "$1" -c "cd $home/workbook 2>/dev/null; $2"
}

# table WHAT: checks that the last command ended well, with five right rows.
table()
{
    is "$1: exit status" "$status" 0
    is "$1: five rows, each right" "$(grep -c ' ok.\?$' <<<"$out")" 5
    echo "# $1: $((SECONDS - started)) s"
}
first='make ch3-reduce && ./ch3-reduce'

# terminal COMMAND: prints a command that runs this one on a terminal, where somebody answers yes.
terminal()
{
    echo "(echo y; while sleep 1; do echo; done) | script -qec '$1' /dev/null"
}

# test_whole WHAT USER COMMAND: the command is `make setup test`.
test_whole()
{
    local log=$roots/${1/, /-}-test.log
    run inside "$2" "$3"
    printf '%s\n' "$out" "$err" | tr -d '\r' >"$log"
    grep -E '^not ok|Failed test|Dubious|passed, ' "$log" | sed 's/^/# /'
    is "$1: make setup test" "$status" 0
    has "$1: no test fails" "$(<"$log")" '^[0-9]+ passed, 0 failed'
}

for suite in $BARE; do
    # As root, without a terminal, as in a container.
    machine "$suite" "$suite-root"
    started=$SECONDS
    run inside root "$first"
    table "$suite, root"
    has "$suite, root: says what is missing" "$out" '^These compilers .* are missing: gcc .*libc6-dev clang\.$'
    has "$suite, root: and how large it is" "$out" '^apt-get installs them now, [0-9]+ MB on disk\. Then the build goes on\.$'
    is "$suite, root: no other line before the table but make's" \
        "$(sed -n '/^Missing/d;/^apt-get/d;/^compiling/d;/runs on the simulator/q;p' <<<"$out")" ''
    is "$suite, root: nothing on stderr but debconf's word" "$(grep -v '^debconf: ' <<<"$err")" ''
    run inside root 'make setup'
    has "$suite, root: make setup adds nothing" "$out" '^Nothing is missing\. CUDA C is compiled by /usr/bin/clang'
    # shellcheck disable=SC2016 # expanded inside
    run inside root 'apt-get -qq update; apt-get -s install --no-install-recommends $(sed -n "/^make  /,/^npm /s/ .*//p" tools/setup.sh)'
    is "$suite: every package that make setup knows exists" "$status" 0
    [[ ${BARE_TEST-} != *root* ]] || test_whole "$suite, root" root 'make setup test'

    # A user with sudo, on a terminal: one question.
    machine "$suite" "$suite-sudo" sudo
    echo 'student ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/student"
    started=$SECONDS
    run inside student "$(terminal "$first")"
    table "$suite, sudo on a terminal"
    is "$suite, sudo on a terminal: asked once" "$(grep -c 'as root with sudo?' <<<"$out")" 1
    [[ ${BARE_TEST-} != *sudo* ]] || test_whole "$suite, sudo" student "$(terminal 'make setup test')"

    # There is nobody to ask, or no command that lets a user be root.
    machine "$suite" "$suite-refused" sudo
    echo 'student ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/student"
    for why in 'sudo, no terminal' 'no sudo'; do
        [ "$why" != 'no sudo' ] || rm "$root/usr/bin/sudo"
        run inside student 'make ch3-reduce'
        is "$suite, $why: exit status" "$status" 2
        has "$suite, $why: the command" "$err" '^Installing needs root\. As root, run: apt-get install gcc .*libc6-dev clang$'
        ok "$suite, $why: in one line" is_line "$(grep -v '^make: ' <<<"$err")"
    done
    run inside student 'make setup'
    is "$suite, $why, make setup: exit status" "$status" 2
    has "$suite, $why, make setup: the command" "$err" '^Installing needs root\. As root, run: apt-get install gcc .*libc6-dev clang$'

    # The steps of the Dockerfile, then a student's first minutes.
    machine "$suite" "$suite-container"
    run inside root "$(perl -0pe 's/\\\n//g' Dockerfile | sed -n 's/^RUN //p')"
    is "$suite, container: its steps" "$status" 0
    started=$SECONDS
    run inside student "$first"
    table "$suite, container"
    run inside student 'make ex0-1 ARGS=--quiet; make editor'
    has "$suite, container: an editor's files" "$out" 'compile_commands.json'
done

done_testing

#!/usr/bin/env bash
# planted.sh: plants the slips of tests/planted/faults, one after the other, in a copy of this folder, and runs the tests that must notice
# each: a check of every one of them has to fail. Before that each of these tests passes in the copy without a fault. Prints TAP;
# `make test-planted` calls it. What is built here travels along, so that only what a fault touches is built again.
#
#   FAULTS=REGEX   plants only those whose names match
#   PROVED=yes     leaves out the runs without a fault
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

table=$PWD/tests/planted/faults
house=$work/house
copy_house "$house"
[ ! -e build ] || cp -a build "$house/"
for modules in tests/book/node_modules lab/node_modules; do
    [ ! -e $modules ] || ln -s "$PWD/$modules" "$house/$modules"
done
cd "$house" || exit

# fields: prints the table, a line for each fault: name, file, tests.
fields()
{
    sed -n 's/^== \([^ ]*\) \([^ ]*\): /\1 \2 /p' "$table"
}

# plant NAME FILE: changes the file. Fails if the lines don't stand there exactly once, or nothing would change.
plant()
{
    perl -0777 -e '
        my ($name, $table, $file) = @ARGV;
        sub slurp { open my $in, "<", $_[0] or die "$_[0]: $!\n"; local $/ = undef; return <$in> }
        my ($body) = slurp($table) =~ /^== \Q$name\E .*\n((?:[-+].*\n)+)/m or die "$name: no lines\n";
        my %side = map { my $sign = $_; ($sign => join "", map { "$_\n" } $body =~ /^\Q$sign\E(.*)$/mg) } "-", "+";
        my $text = slurp($file);
        my $found = () = $text =~ /^\Q$side{"-"}\E/mg;
        $found == 1 or die "$name: its lines stand in $file $found times\n";
        $side{"-"} ne $side{"+"} or die "$name: changes nothing\n";
        $text =~ s/^\Q$side{"-"}\E/$side{"+"}/m;
        open my $out, ">", $file or die "$file: $!\n";
        print $out $text;' "$1" "$table" "$2"
}

# builds TEST...: builds what the tests run and don't build themselves.
builds()
{
    local goals=() test
    for test; do
        case $test in
        unit/*) goals+=("build/tests/$test") ;;
        *) goals+=(build/sim/libwarpsim.a) ;;
        esac
        case $test in
        judge/* | exercises/*) goals+=(judges) ;;
        chapters/*) goals+=(all-on-simulator) ;;
        esac
    done
    make -s DEVICE=sim "${goals[@]}"
}

# is_noticed TEST: succeeds if a check of the test fails. It runs no further than that. (A test that is only slow has noticed nothing.)
is_noticed()
{
    local test=tests/$1 said
    case $1 in unit/*) test=build/tests/$1 ;; esac
    mkdir -p "$work/tmp"
    said=$({ CMOCKA_MESSAGE_OUTPUT=TAP TMPDIR=$work/tmp timeout 1200 "$test" 2>&1 || [ $? = 124 ] || echo 'not ok - it ends otherwise'; } </dev/null | grep -m 1 '^not ok')
    chmod -R u+w "$work/tmp"
    rm -rf "$work/tmp"
    [ -n "$said" ] && printf '# %.150s\n' "$said"
}

# passes TEST: succeeds if no check of the test fails.
passes()
{
    ! is_noticed "$1"
}

mapfile -t faults < <(fields | grep -E "^[^ ]*(${FAULTS:-.})")
ok 'there are faults' test ${#faults[@]} -gt 0
names=$(fields | cut -d' ' -f1)
is 'each has a name of its own' "$(sort <<<"$names" | uniq -d)" ''
if [ "${PROVED-}" != yes ]; then
    while read -r test; do
        run builds "$test"
        is "$test: what it needs is built" "$status" 0
        ok "$test passes" passes "$test"
    done < <(printf '%s\n' "${faults[@]}" | cut -d' ' -f3- | tr ' ' '\n' | sort -u)
fi
for fault in "${faults[@]}"; do
    read -r name file tests <<<"$fault"
    read -ra tests <<<"$tests"
    cp -p "$file" "$work/kept"
    run plant "$name" "$file"
    is "$name: is planted" "$status$err" 0
    run builds "${tests[@]}"
    is "$name: compiles" "$status" 0
    for test in "${tests[@]}"; do
        ok "$name: $test notices" is_noticed "$test"
    done
    cp "$work/kept" "$file" # with the time of now, so that what depends on it is built again
done
done_testing

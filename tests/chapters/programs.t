#!/usr/bin/env bash
# What every program has in common, on the simulator: help, refusals, rows, CSV, exit status. A
# program is tested with the options that its help shows, so a new program needs no change here.
. "$(dirname "$0")/../harness/lib.sh"

# read_help: reads $help into offers, which has each option's line, as offers[n], and limits, the line below it: the numbers that it
# takes. (The shell does what it can by itself here: a process for each of some thousand checks takes longer than the programs.)
declare -A offers limits
read_help()
{
    local line option=
    offers=() limits=()
    while IFS= read -r line; do
        if [[ $line =~ ^'  -'([a-zA-Z]),\  ]]; then
            option=${BASH_REMATCH[1]}
            offers[$option]=$line
        elif [ -n "$option" ]; then
            limits[$option]=${line#"${line%%[! ]*}"}
            option=
        fi
    done <<<"$help"
}

# small: sets $size to the arguments for a run that is quick, of 1000 elements or the program's default if that is less.
small()
{
    size=()
    if [[ ${offers[n]-} =~ \(default\ ([0-9]+)\)$ ]]; then
        size=(-n "$((BASH_REMATCH[1] < 1000 ? BASH_REMATCH[1] : 1000))")
    fi
}

# refuses_value LETTER NAME VALUE: checks that the value is refused in one line, which names the option, the value and the limits.
refuses_value()
{
    local why="--$2 (-$1) '$3': must be ${limits[$1]-}"
    run "$it" "-$1" "$3"
    ok "$program -$1 '$3': refused" test "$status/$out" = 2/
    ok "$program -$1 '$3': in one line" is_line "$err"
    is "$program -$1 '$3': that says why" "${err%"$why"*}$why" "$err"
}

# rows: prints the first field of each row of the CSV in $out.
rows()
{
    local IFS=$'\n' line -
    set -f
    for line in ${out#*$'\n'}; do
        echo "${line%%,*}"
    done
}

# bad_rows: prints the rows of its input that are not the CSV that the programs promise, or not right.
bad_rows()
{
    perl -MText::ParseWords -ne 'next if $. == 1; chomp; my @f = quotewords(",", 0, $_);
        print "$_\n" unless @f == 9 && $f[1] =~ /^\d+$/ && $f[2] =~ /^\d+\.\d+$/ && $f[3] =~ /^\d+\.\d+$/
            && $f[6] eq "ok" && $f[8] =~ /^(modelled|measured)$/'
}

# Arguments name the sources to test; without them a half of all is tested, the other half the next day, since what they have in common is
# the same code. ch0-add and the steps that lead to it are left out: those take no options, and ch0.t tests them.
shopt -s extglob
if [ $# -gt 0 ]; then
    mapfile -t built_now < <(printf '%s\n' "$@" | sed 's,.*/\(ch[0-9]*\)-[^/]*/\(.*\)\.cu$,\1-\2,')
    programs ch3-reduce "${built_now[@]}"
else
    sources=(chapters/!(ch0-threads)/*.cu chapters/ch0-threads/!(add?([1-4])).cu)
    daily $(((${#sources[@]} + 1) / 2)) "${sources[@]}"
    set -- "${sample[@]}"
fi
run make help
listed=$out
for source in "$@"; do
    chapter=${source#chapters/}
    program=${chapter%%-*}-$(basename "$source" .cu)
    it=build/sim/$program
    if is_left_out "$source"; then
        run make DEVICE=sim "$program"
        is "$program: is not built, exit status" "$status" 2
        has "$program: says what it needs" "$err" "^$program: kernels that launch kernels or are for sm_90a need clang or nvcc 12$"
        continue
    fi

    ok "$program: the first line of its comment fits the line of make help" fits "$(grep "^  make $program " <<<"$listed")"
    run "$it" -h
    help=$out
    read_help
    small
    is "$program -h: exit status" "$status" 0
    ok "$program -h: fits 80 columns" fits "$out"
    has "$program -h: shows how to call it" "$out" "^usage: $program"
    has "$program -h: explains the exit status" "$out" '0 all right, 1 .*, 2 .*, 3 '
    run "$it" --help
    is "$program --help says the same" "$out" "$help"

    refuses "$program -Z" '-Z: no such option' "$it" -Z
    refuses "$program --nothing" '--nothing' "$it" --nothing
    refuses "$program --hlep" 'did you mean --help' "$it" --hlep
    refuses "$program with a word" "'word'" "$it" word
    if [ -n "${offers[n]-}" ]; then
        refuses "$program -n without a value" '-n: needs a value' "$it" -n
        sample 4 x -1 '' 1e6 1.5 '3 ' 99999999999999999999 2^64 2^99 16Gi16 0x10
        for value in "${sample[@]}"; do
            refuses_value n size "$value"
        done
    fi
    if [ -n "${offers[b]-}" ]; then
        values=(0 1025 x -64)
        if [[ ${limits[b]} != *' to '* ]]; then # a list: powers of two
            values+=(63 65)
        fi
        for value in "${values[@]}"; do
            refuses_value b block "$value"
        done
        most=${limits[n]-0} most=${most##* }
        [[ ${limits[b]} =~ [0-9]+ ]]
        least=${BASH_REMATCH[0]}
        if [ $((most / least)) -gt 2147483647 ]; then
            refuses "$program -n $most -b $least" "more than 2147483647 blocks of $least, a grid's limit" \
                "$it" -n "$most" -b "$least"
        fi
    fi
    if [ -n "${offers[s]-}" ]; then
        refuses_value s seed y
    fi
    if [ -n "${offers[r]-}" ]; then
        refuses_value r repeats 0
    fi

    # Sizes around a warp's and a block's, as far as the program takes them: every row is right.
    if [[ -n "${size[*]}" && $help == *--csv* ]]; then
        [[ ${limits[n]} =~ [0-9]+ ]]
        least=${BASH_REMATCH[0]}
        sample 2 0 1 31 33 255 257
        for n in "${sample[@]}"; do
            ((n >= least && n <= size[1])) || continue
            run "$it" -n "$n" --csv
            is "$program -n $n: exit status" "$status" 0
            is "$program -n $n: rows are right" "$(bad_rows <<<"$out")" ''
        done
    fi

    kernels=()
    if [ -n "${offers[k]-}" ]; then
        mapfile -t kernels < <(sed -n '/-k, --kernel/,/--csv/s/^ \{20,\}//p' <<<"$help")
        ok "$program -h: names kernels" test "${#kernels[@]}" -gt 0
        refuses "$program -k nothing" "--kernel \(-k\) 'nothing': .*${kernels[0]}" "$it" -k nothing
        for kernel in "${kernels[@]}"; do
            run "$it" -k "$kernel" "${size[@]}" --csv
            is "$program -k $kernel: exit status" "$status" 0
            is "$program -k $kernel: this row alone" "$(rows)" "$kernel"
        done
    fi

    run "$it" "${size[@]}"
    is "$program: exit status" "$status" 0
    ok "$program: fits 80 columns" fits "$out"
    has "$program: says that the device is simulated" "$out" 'simulated'
    lacks "$program: no colours in a file" "$out" $'\033'
    is "$program: nothing on stderr" "$err" ''
    for kernel in "${kernels[@]}"; do
        has "$program: a row for $kernel" "$out" "^$kernel .* ok$"
    done

    if [[ $help == *--csv* ]]; then
        run "$it" "${size[@]}" --csv
        first=$out
        is "$program --csv: exit status" "$status" 0
        is "$program --csv: header" "${out%%$'\n'*}" \
            'kernel,n,ms,rate,unit,percent_of_limit,verdict,device,time'
        is "$program --csv: rows are well-formed and right" "$(bad_rows <<<"$out")" ''
        is "$program --csv: one row per kernel" "$(rows)" \
            "$(printf '%s\n' "${kernels[@]}")"
        for threads in 1 2; do
            run env WARPSIM="threads=$threads" "$it" "${size[@]}" --csv
            is "$program: the same rows with $threads host threads" \
                "$(grep modelled <<<"$out")" "$(grep modelled <<<"$first")"
        done
    fi

    run env WARPSIM='threads=1 nonsense' "$it" "${size[@]}"
    is "$program, unknown word in WARPSIM: exit status" "$status" 2
    has "$program, unknown word in WARPSIM: named" "$err" nonsense
    has "$program, unknown word in WARPSIM: lists the known ones" "$err" 'device=.*profile'
done

# The heading comes before the CPU's part, which takes minutes here, even into a file.
build/sim/ch5-mandelbrot -n 2048 -i 1000000 >"$work/heading" 2>&1 &
for _ in {1..100}; do
    ! grep -q '^kernel ' "$work/heading" || break
    sleep 0.1
done
kill $!
wait $! 2>/dev/null || true
is 'the heading comes at once' "$(tail -n 1 "$work/heading" | cut -d' ' -f1)" kernel

# A terminal shows what the program is busy with, and takes it away again.
run script -qec 'NO_COLOR=1 build/sim/ch3-reduce -n 1000' /dev/null
has 'in a terminal: what the CPU does' "$out" $'\033\\[Kthe CPU computes what is right \\.\\.\\.\r'
has 'in a terminal: the kernel that is next' "$out" $'\033\\[KreduceInterleaved \\.\\.\\.\r\033\\[KreduceInterleaved +1000 .* ok\r'
run script -qec 'build/sim/ch3-reduce -n 1000 --csv' /dev/null
lacks 'in a terminal: nothing but rows in CSV' "$out" $'\033'

# shellcheck disable=SC2016 # the other shell expands it
run sh -c '"$0" -n 1000 --csv >/dev/full' build/sim/ch3-reduce
is 'no room for what is printed' "$status/$err" "1/the output can't be written completely"

done_testing

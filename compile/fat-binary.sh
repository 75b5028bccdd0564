# shellcheck shell=bash disable=SC2154 # what clang.sh has set
# fat-binary.sh: packs PTX as nvcc does, into the fat binary that a program registers with the runtime.

# little NUMBER BYTES: adds the number to `bytes`, as so many escapes of printf, the lowest byte first.
little()
{
    local i escape
    for ((i = 0; i < $2; i++)); do
        printf -v escape '\\x%02x' $(($1 >> 8 * i & 255))
        bytes+=$escape
    done
}

# fat_binary PTX: prints a fat binary that holds this one text; simulator/ptx/fatbin.c draws the format.
fat_binary()
{
    local text size bytes='' relocatable_flag=0
    if [ -n "$relocatable" ]; then
        relocatable_flag=$((1 << 63))
    fi
    text=$(wc -c <"$1")
    size=$(((text + 8) / 8 * 8)) # ends in zeros
    little 0xBA55ED50 4
    little 1 2
    little 16 2
    little $((64 + size)) 8
    little 1 2 # PTX
    little 0x101 2
    little 64 4
    little "$size" 8
    little 0 12
    little "${arch%%[a-z]}" 4
    little 0 8
    little "$relocatable_flag" 8
    little 0 16
    printf %b "$bytes"
    cat "$1"
    printf "%$((size - text))s" '' | tr ' ' '\0' # a sandbox need not have /dev/zero
}

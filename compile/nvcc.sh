# shellcheck shell=bash disable=SC2154 # what warpcc has set
# nvcc.sh: does warpcc's work with nvcc, whose arguments warpcc takes. Two things are changed: the PTX stays uncompressed in
# the object, where the simulator reads it; and a cubin is beside it, which tells what ptxas makes of the PTX.

"$root/tools/need.sh" host "$compiler" >/dev/null
PATH=${compiler%/*}:$PATH # Debian's nvcc has the gcc there that it knows, and asks for it before it has set its own path

list_options()
{
    "$compiler" --help | grep '^--.*(-.*)'
}

print_version()
{
    "$compiler" --version
}

# verbose_options: lets nvcc show its own steps.
verbose_options()
{
    options+=("$verbose")
}

# take_option NAME VALUE WORD...: takes an option of nvcc. WORDs are the option as it was written.
take_option()
{
    options+=("${@:3}")
}

# replace_unknown_archs: puts the default in the place of architectures that nvcc does not know, or no longer: an old Makefile's sm_35.
replace_unknown_archs()
{
    local known arch unknown=() kept=()
    known=$("$compiler" --list-gpu-arch) || return 0 # before CUDA 11 it had no such list
    for arch in "${archs[@]}"; do
        case $'\n'$known$'\n' in
        *$'\n'"compute_${arch%[a-z]}"$'\n'*) kept+=("$arch") ;;
        *) unknown+=("sm_$arch") ;;
        esac
    done
    if ((${#unknown[@]})); then
        echo "warpcc: this nvcc does not know ${unknown[*]}; PTX is made for sm_${kept[0]-$default_arch}" >&2
        archs=("${kept[@]-$default_arch}")
    fi
}

# prepare: completes nvcc's options when all arguments are read.
prepare()
{
    local arch code
    replace_unknown_archs
    # -g is for the host's code: the simulator needs it to say where memory was allocated. It is DWARF 4, since addr2line
    # takes one file for another in the DWARF 5 of the g++ that nvcc 11 calls.
    options+=(--no-compress -D__WARPSIM__=1 -include "$root/compile/origin.h" -g -Xcompiler -gdwarf-4 ${relocatable:+-rdc=true})
    if [ -n "$device_debug" ]; then
        options+=(-G)
    else
        options+=(-lineinfo)
    fi
    for arch in "${archs[@]}"; do
        code="[compute_$arch,sm_$arch${cubins[$arch]:-}]"
        if [ "$mode" = --ptx ]; then
            code=compute_$arch
        fi
        options+=(-gencode "arch=compute_$arch,code=$code")
    done
}

# explained COMMAND...: runs nvcc, and says what to do where a function is in another file.
explained()
{
    local status=0
    "$@" 2>"$temporary/said" || status=$?
    cat "$temporary/said" >&2
    if [ $status != 0 ]; then
        name_outsiders "$(sed -n "s/^ptxas .*Unresolved extern \(function\|variable\) '\(.*\)'.*/\2/p" "$temporary/said")"
    fi
    return $status
}

# compile SOURCE OBJECT: compiles one source.
compile()
{
    explained "$compiler" -cudart none "${options[@]}" "${compile_only[@]}" "${dependencies[@]}" -c "$1" -o "$2"
}

# other_mode: does anything but linking by one call of nvcc. nvcc's device link does nothing under -cudart none.
other_mode()
{
    if [ "$mode" != --device-link ]; then
        options+=(-cudart none)
    fi
    explained "$compiler" "$mode" "${options[@]}" "${compile_only[@]}" "${dependencies[@]}" ${output:+-o "$output"} "${items[@]}"
}

# device_link OBJECT: links the device code of all items, and adds the object that it makes to them.
device_link()
{
    "$compiler" "${options[@]}" -dlink "${items[@]}" -o "$1"
    items+=("$1" -lcudadevrt) # the device link's object refers to this library in programs with nested launches
}

# link ARGUMENT...: links the program.
link()
{
    "$compiler" -cudart none "${options[@]}" "$@"
}

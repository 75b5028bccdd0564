# shellcheck shell=bash disable=SC2154 # what warpcc has set
# clang.sh: does warpcc's work with clang and the headers in compile/toolkit, without any part of a CUDA toolkit.
#
# A source is compiled twice. The device's compilation makes PTX, which goes into a fat binary. The host's compilation puts
# that fat binary into the object, which registers it with the runtime as nvcc's objects do. There is no ptxas, so no machine
# code is made.
#
# Both compilations get the options in compile/toolkit/clang.options; the device's also gets device.options. The page's compiler
# and the editor's read these files too. With these options clang looks for no CUDA toolkit, also where one is
# installed. -target-sdk-version names a toolkit whose way to launch kernels every clang from 14 on knows. Line tables are
# kept for reports.
# -fcuda-allow-variadic-functions lets headers declare such functions, as Thrust's do; no kernel can call one.
#
# Some options keep clang from what nvcc does not do either:
#   -fno-strict-aliasing      Programs read the bytes of a uint4 as other types; clang 19 drops code that does.
#   -fno-finite-loops         An endless loop stays one, so that the checks can tell of it.
#   -fno-builtin-malloc       A call of malloc is made although nothing uses the memory, and may fail.
#   -sink-common-insts=0      A load of 16 bytes in two branches is not taken apart to share one of its parts.
#   -hoist-common-insts=0     Two barriers in two branches stay two.

toolkit=$root/compile/toolkit
defines=()      # -I, -D and the like: for device, host and dependencies
device=()       # options of the device's compilation
ftz=(-fcuda-flush-denormals-to-zero -D__WARP_FTZ__) # the device takes subnormal floats for 0
folders=()      # of -L
link_options=() # -L and other options of the linker
openmp=         # the folder of clang's OpenMP, if it is asked for
forward=        # options that are not known are for the host's compiler
per_thread=     # stream 0 is each thread's own

. "$root/compile/clang-options.sh"
. "$root/compile/fat-binary.sh"
standard=
optimize=
debug=-gline-tables-only

# print_version: prints clang's, and says of nvcc what our headers say, as CMake and other tools look for it.
print_version()
{
    "$compiler" --version | head -n 1
    echo 'in place of nvcc: NVIDIA (R) Cuda compiler driver'
    echo 'Cuda compilation tools, release 13.0, V13.0.0'
}

# verbose_options: shows the device's compilation as nvcc does, as far as CMake reads that, and the host's.
verbose_options()
{
    echo "#$ $compiler -arch compute_${archs[0]-$default_arch}" >&2
    options+=(-v)
}

# newest_arch: prints the newest of the architectures that are asked for; if clang does not know it, the default.
newest_arch()
{
    local arch
    arch=$(printf '%s\n' "${archs[@]}" | sort -V | tail -n 1)
    if [ "$arch" != "$default_arch" ] &&
        ! "$compiler" "@$toolkit/clang.options" -isystem "$toolkit" -isystem "$root/beyond/toolkit" "--cuda-gpu-arch=sm_$arch" --cuda-device-only \
            -fsyntax-only /dev/null 2>/dev/null; then
        echo "warpcc: this clang does not know sm_$arch; PTX is made for sm_$default_arch" >&2
        arch=$default_arch
    fi
    echo "$arch"
}

# prepare: sets the options of both compilations when all arguments are read.
prepare()
{
    local ptx=ptx72
    if [ "$mode" = --device-c ]; then
        mode=--compile
        relocatable=yes
    fi
    arch=$(newest_arch)
    if [ "${arch%%[a-z]}" -gt 87 ]; then
        ptx=ptx78
    fi
    both=("@$toolkit/clang.options" -isystem "$toolkit" -isystem "$root/beyond/toolkit" "--cuda-gpu-arch=sm_$arch" ${standard:+"-std=$standard"}
        -D__WARPSIM__=1)
    device=("@$toolkit/device.options" -Xclang "+$ptx" "${device[@]}")
    if [ -n "$device_debug" ]; then
        device+=(-g -O0)
    fi
    # As for nvcc, -O is about the host's side alone. The simulator needs line tables to say where memory was allocated.
    host=(--cuda-host-only ${optimize:+"$optimize"} "$debug" "${options[@]}")
    # clang has its own library for OpenMP, beside its headers.
    if [[ " ${options[*]} " = *' -fopenmp '* ]]; then
        openmp=$("$compiler" --print-resource-dir)
        openmp=${openmp%/clang/*}
        [ -e "$openmp/libomp.so" ] || refuse '-fopenmp: clang has a library of its own for it; install the package libomp-dev'
    fi
}

# is_cuda FILE: succeeds if the file is CUDA C, by -x or by its name.
is_cuda()
{
    case ${language:-$1} in
    cu | *.cu) ;;
    *) return 1 ;;
    esac
}

# reword SOURCE OPTION...: lets clang read a source in other words, where it would refuse its launches: those in device code, before
# version 22, and any that Visual Studio has formatted, kernel << <1, 1> >>. The options are those of the compilation. Sets `text` to what
# clang is then to compile, the source itself if nothing is reworded.
reword()
{
    local nested=''
    text=("${both[@]}" "${defines[@]}" "$1")
    if [ -n "$relocatable" ] && [ "$("$compiler" -dumpversion | cut -d. -f1)" -lt 22 ]; then
        nested=yes
    elif ! grep -q '<< <' -- "$1"; then
        return 0
    fi
    "$compiler" "${both[@]}" "${defines[@]}" "${@:2}" -E "$1" -o "$temporary/plain" || return
    if LC_ALL=C awk -v nested="$nested" -f "$root/compile/launches.awk" "$temporary/plain" >"$temporary/reworded"; then
        # It has its headers, and its macros are gone. (The driver of clang 14 can't go on with a preprocessed file for a device.)
        sed 's/-include [^ ]*//' "$toolkit/clang.options" >"$temporary/clang.options"
        # The object names the source.
        text=("@$temporary/clang.options" "${both[@]:1}" "-fdebug-prefix-map=$temporary=$(dirname "$1")" -Xclang -main-file-name -Xclang "${1##*/}" "$temporary/reworded")
    fi
}

# to_ptx SOURCE PTX: makes the device's code.
to_ptx()
{
    local color=() status=0 text
    if [ -t 2 ] && [ -z "${NO_COLOR-}" ]; then
        color=(-fdiagnostics-color=always)
    fi
    reword "$1" "${device[@]}" "${color[@]}" || return
    "$compiler" "${text[@]}" "${device[@]}" "${color[@]}" -o "$2" 2>"$temporary/said" || status=$?
    cat "$temporary/said" >&2
    if [ $status -ne 0 ]; then
        if [ -z "$relocatable" ] && grep -q 'reference to __global__\|kernel launch from __device__' "$temporary/said"; then
            echo 'warpcc: kernels that launch kernels need -rdc=true' >&2
        elif grep -q warp_kernel_for "$temporary/said"; then
            echo 'warpcc: the types of the arguments are not those of the kernel; write its template arguments: kernel<int><<<…>>>(…)' >&2
        fi
    elif [ -n "$relocatable" ]; then
        # What is static is visible in clang's PTX, so that the host finds it. Two units may have the same names.
        sed -i 's/^\.visible \(.*_ZL\|.*_ZN12_GLOBAL__N_1\)/\1/' "$2"
    fi
    return $status
}

# compile SOURCE OBJECT: compiles one source; CUDA C twice.
compile()
{
    local text depends=("${dependencies[@]}")
    if is_cuda "$1"; then
        to_ptx "$1" "$temporary/ptx"
        # Where nvcc compiles, ptxas looks for these. Functions without C++'s names may be the device's own.
        [ -n "$relocatable" ] || name_outsiders "$(sed -n 's/^\.extern \.func.*[ )]\(_Z[A-Za-z_0-9]*\)$/\1/p
            s/^\.extern \.\(global\|const\) .* \([A-Za-z_0-9$]*\)\(\[[0-9]*\]\)\?;$/\2/p' "$temporary/ptx")"
        fat_binary "$temporary/ptx" >"$temporary/fatbin"
        reword "$1" "${host[@]}" "${dependencies[@]}"
        [ "${text[-1]}" = "$1" ] || depends=() # they are told already
        "$compiler" "${text[@]}" "${host[@]}" "${depends[@]}" \
            -Xclang -fcuda-include-gpubinary -Xclang "$temporary/fatbin" -include "$root/compile/origin.h" -c -o "$2"
        if [ -n "$relocatable" ]; then # by this name make_device_link knows it
            objcopy --add-symbol "warp_unit_$(cat "$temporary/ptx" - <<<"$PWD/$1" | cksum | tr ' ' _)=.text:0,function,global" "$2"
            # clang hides what the host has of a variable; other units may name it.
            sed -n '/^\.visible \.\(global\|const\) /s/\(\[[0-9]*\]\)\?\( = .*\)\?;$//; s/^\.visible \.[gc].* //p' "$temporary/ptx" >"$temporary/visible"
            [ ! -s "$temporary/visible" ] || objcopy --globalize-symbols="$temporary/visible" "$2"
        fi
        if [ -n "$per_thread" ]; then # these calls have other names
            sed -n 's/^WITH_STREAM(\(.*\))$/\1 \1_ptsz/p; s/^WITHOUT_STREAM(\(.*\))$/\1 \1_ptds/p
                s/^IN_BOTH_FORMS(\(.*\))$/\1 \1_ptds\n\1Async \1Async_ptsz/p' "$root/simulator/runtime/cuda/per_thread.c" >"$temporary/names"
            objcopy --redefine-syms="$temporary/names" "$2"
        fi
    else
        plain "$1" "${dependencies[@]}" -c -o "$2"
    fi
}

# plain SOURCE ARGUMENT...: compiles C or C++.
plain()
{
    local driver=$compiler
    case ${language:-$1} in
    c | *.c) driver=${compiler/clang++/clang} ;;
    esac
    "$driver" ${language:+-x "$language"} ${optimize:+"$optimize"} "$debug" -isystem "$toolkit" -isystem "$root/beyond/toolkit" "${defines[@]}" "${options[@]}" "${@:2}" "$1"
}

# other_mode: does one step, such as compiling or preprocessing, for each file.
other_mode()
{
    local item base suffix=o
    case $mode in
    --ptx | --fatbin) suffix=${mode#--} ;;
    esac
    if [ "$mode" = --lib ]; then
        ar rcs "${output:-a.a}" "${items[@]}"
        return
    fi
    if [ "$mode" = --device-link ]; then
        make_device_link "${output:-a_dlink.o}"
        return
    fi
    if [ -n "$output" ] && ((files > 1)); then
        refuse "-o $output: one file at a time, or link"
    fi
    for item in "${items[@]}"; do
        case $item in
        -* | *.o | *.a | *.so | *.so.*) continue ;; # for the linker
        esac
        base=${item##*/}
        base=${output:-${base%.*}.$suffix}
        case $mode in
        --compile) compile "$item" "$base" ;;
        --ptx) to_ptx "$item" "$base" ;;
        --fatbin)
            to_ptx "$item" "$temporary/ptx"
            fat_binary "$temporary/ptx" >"$base"
            ;;
        --preprocess) "$compiler" "${both[@]}" "${defines[@]}" "${host[@]}" -E "$item" ${output:+-o "$output"} ;;
        --generate-dependencies) "$compiler" "${both[@]}" "${defines[@]}" "${host[@]}" "${dependencies[@]}" -M "$item" ${output:+-MF "$output"} ;;
        --generate-nonsystem-dependencies)
            "$compiler" "${both[@]}" "${defines[@]}" "${host[@]}" "${dependencies[@]}" -MM "$item" ${output:+-MF "$output"}
            ;;
        esac
    done
}

# make_device_link OBJECT: makes an object that needs each unit of relocatable device code in the items. It has no other purpose: the
# simulator links the units when the program starts, but of an archive the linker takes only what something needs.
make_device_link()
{
    local item file found=()
    for item in "${items[@]}"; do
        for file in "$item" "${folders[@]/%//lib${item#-l}.a}"; do
            [ ! -f "$file" ] || found+=("$file")
        done
    done
    {
        echo '.data'
        { nm -A "${found[@]}" 2>/dev/null || :; } | sed -n 's/.* T \(warp_unit_[0-9_]*\)$/.dc.a \1/p' | sort -u
        echo '.section .note.GNU-stack,"",%progbits'
    } >"$temporary/units.s"
    gcc -c "$temporary/units.s" -o "$1"
}

# device_link OBJECT: adds that object to the items, before the archives that it needs.
device_link()
{
    make_device_link "$1"
    items=("$1" "${items[@]}")
}

# link ARGUMENT...: links the program. gcc starts sooner than clang; both call the same linker.
link()
{
    gcc "${link_options[@]}" "$@" ${openmp:+"-L$openmp" "-Wl,-rpath,$openmp" -lomp} -lstdc++
}

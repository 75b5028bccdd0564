# shellcheck shell=bash disable=SC2034,SC2154 # what clang.sh has, and warpcc
# clang-options.sh: nvcc's options where clang compiles: which are accepted, and what clang is told instead.

# list_options: prints the options of nvcc that are accepted. Others are refused.
list_options()
{
    cat <<'END'
--preprocess (-E)
--generate-dependencies (-M)
--generate-nonsystem-dependencies (-MM)
--generate-dependencies-with-compile (-MD)
--generate-nonsystem-dependencies-with-compile (-MMD)
--dependency-output (-MF)
--generate-dependency-targets (-MP)
--dependency-target-name <target> (-MT)
--compile (-c)
--device-c (-dc)
--device-link (-dlink)
--link (-link)
--lib (-lib)
--ptx (-ptx)
--cubin (-cubin)
--fatbin (-fatbin)
--shared (-shared)
--relocatable-link (-r)
--run (-run)
--run-args <arguments> (-run-args)
--options-file <file> (-optf)
--output-file <file> (-o)
--pre-include <file> (-include)
--define-macro <definition> (-D)
--undefine-macro <name> (-U)
--include-path <path> (-I)
--system-include <path> (-isystem)
--library <library> (-l)
--library-path <path> (-L)
--x {c|c++|cu} (-x)
--std {c++14|c++17|c++20} (-std)
--optimize <level> (-O)
--debug (-g)
--device-debug (-G)
--generate-line-info (-lineinfo)
--disable-warnings (-w)
--Werror <kind> (-Werror)
--compiler-options <options> (-Xcompiler)
--linker-options <options> (-Xlinker)
--ptxas-options <options> (-Xptxas)
--compiler-bindir <path> (-ccbin)
--cudart {none|shared|static} (-cudart)
--cudadevrt {none|static} (-cudadevrt)
--gpu-architecture <arch> (-arch)
--gpu-code <code> (-code)
--generate-code <specification> (-gencode)
--relocatable-device-code {true|false} (-rdc)
--maxrregcount <amount> (-maxrregcount)
--use_fast_math (-use_fast_math)
--ftz {true|false} (-ftz)
--fmad {true|false} (-fmad)
--prec-div {true|false} (-prec-div)
--prec-sqrt {true|false} (-prec-sqrt)
--default-stream {legacy|null|per-thread} (-default-stream)
--restrict (-restrict)
--resource-usage (-res-usage)
--source-in-ptx (-src-in-ptx)
--threads <number> (-t)
--expt-relaxed-constexpr (-expt-relaxed-constexpr)
--extended-lambda (-extended-lambda)
--expt-extended-lambda (-expt-extended-lambda)
--diag-suppress <numbers> (-diag-suppress)
--verbose (-v)
--dryrun (-dryrun)
--keep (-keep)
--keep-dir <directory> (-keep-dir)
--save-temps (-save-temps)
--machine {64} (-m)
--m64 (-m64)
--allow-unsupported-compiler (-allow-unsupported-compiler)
--forward-unknown-to-host-compiler (-forward-unknown-to-host-compiler)
--forward-unknown-to-host-linker (-forward-unknown-to-host-linker)
--forward-unknown-opts (-forward-unknown-opts)
--nvlink-options <options> (-Xnvlink)
--archive-options <options> (-Xarchive)
--Wno-deprecated-declarations (-Wno-deprecated-declarations)
--Wno-deprecated-gpu-targets (-Wno-deprecated-gpu-targets)
--Wreorder (-Wreorder)
--display-error-number (-err-no)
--no-display-error-number (-no-err-no)
--diag-error <numbers> (-diag-error)
--diag-warn <numbers> (-diag-warn)
--frandom-seed <seed> (-frandom-seed)
--extra-device-vectorization (-extra-device-vectorization)
--no-compress (-no-compress)
--help (-h)
--version (-V)
END
}

# split LIST: sets `parts` to the items of a list as nvcc reads it: commas separate them, but not inside of quotes or after a backslash.
split()
{
    local rest=$1
    parts=()
    while [[ $rest =~ ^(([^,\"\\]|\\.|\"([^\"\\]|\\.)*\")+),?(.*)$ ]]; do
        parts+=("${BASH_REMATCH[1]//\\,/,}")
        rest=${BASH_REMATCH[4]}
    done
    [ -z "$rest" ] || parts+=("$rest")
}

# add_each OPTION LIST: adds each item of a list with this option of the preprocessor.
add_each()
{
    local part parts
    split "$2"
    for part in "${parts[@]}"; do
        defines+=("$1" "$part")
    done
}

# add_folders LIST: adds folders in which the linker looks for libraries.
add_folders()
{
    local part parts
    split "$1"
    for part in "${parts[@]}"; do
        folders+=("$part") link_options+=(-L "$part")
    done
}

# take_option NAME VALUE WORD...: takes an option of nvcc. WORDs are the option as it was written.
take_option()
{
    local value=$2 words
    case $1 in
    --forward-unknown-*) forward=yes ;;
    --Wno-deprecated-declarations | --Wreorder) options+=("-${1#--}") ;;
    --pre-include) add_each -include "$value" ;;
    --define-macro) add_each -D "$value" ;;
    --undefine-macro) add_each -U "$value" ;;
    --include-path) add_each -I "$value" ;;
    --system-include) add_each -isystem "$value" ;;
    --library-path) add_folders "$value" ;;
    --linker-options) link_options+=("-Wl,$value") ;;
    --compiler-options)
        IFS=, read -ra words <<<"$value"
        options+=("${words[@]}")
        ;;
    --std) standard=$value ;;
    --optimize) optimize=-O$value ;;
    -O?) optimize=$1 ;;
    --debug) debug=-g ;;
    --disable-warnings) defines+=(-w) ;;
    --Werror) defines+=(-Werror) ;;
    --use_fast_math) device+=("${ftz[@]}" -D__WARP_FAST_MATH__ -mllvm -nvptx-prec-divf32=0 -D__WARP_FAST_SQRT__) ;;
    --ftz)
        if [ "$value" = true ]; then
            device+=("${ftz[@]}")
        fi
        ;;
    --prec-div)
        if [ "$value" = false ]; then
            device+=(-mllvm -nvptx-prec-divf32=1)
        fi
        ;;
    --prec-sqrt)
        if [ "$value" = false ]; then
            device+=(-D__WARP_FAST_SQRT__)
        fi
        ;;
    --fmad)
        if [ "$value" = false ]; then
            device+=(-ffp-contract=off)
        fi
        ;;
    --default-stream) per_thread=$(grep -x per-thread <<<"$value" || true) ;;
    # These concern ptxas or nvcc itself.
    --ptxas-options | --compiler-bindir | --maxrregcount | --restrict | --resource-usage | \
        --source-in-ptx | --threads | --expt-relaxed-constexpr | --extended-lambda | --expt-extended-lambda | \
        --diag-suppress | --diag-error | --diag-warn | --display-error-number | --no-display-error-number | --keep | --keep-dir | --save-temps | \
        --machine | --m64 | --allow-unsupported-compiler | --nvlink-options | --archive-options | --Wno-deprecated-gpu-targets | \
        --frandom-seed | --extra-device-vectorization) ;;
    -D* | -U* | -I*) add_each "${3:0:2}" "${3:2}" ;;
    -L*) add_folders "${3#-L}" ;;
    *)
        [ -n "$forward" ] || refuse "$3: warpcc doesn't support this nvcc option when clang compiles"
        options+=("$3")
        ;;
    esac
}

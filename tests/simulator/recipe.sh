# shellcheck shell=bash disable=SC2034 # who includes it reads the variables
# recipe.sh: how the programs of public repositories are built and run: NVIDIA's cuda-samples, the code of the book "Professional
# CUDA C Programming", llm.c (dev/cuda), HeCBench, and cuda-cpp-healthcare-projects. samples.sh and tests/gpu/public.sh include it;
# nothing of them is kept here.

# listed COMMAND: prints the words of the first such command of $recipe.
listed()
{
    tr -s ' \n' ' ' <<<"$recipe" | grep -o "$1([^)]*)" | head -n 1 | sed "s/$1([^ )]* *//; s/)//; s/WIN32//"
}

# outside: prints what the program needs that the simulator does not claim to have.
outside()
{
    case $recipe in
    *OpenGL* | *GLUT* | *EGL* | *Vulkan* | *d3d1*) echo graphics ;;
    *MPI_C*) echo MPI ;;
    *nvrtc*) echo NVRTC ;;
    *NVSCI* | *Nvsci* | *NvSci*) echo NvSci ;;
    *MGPU*) echo 'a second GPU' ;;
    *CUDA::npp*) echo NPP ;;
    *CUDA::nvjpeg*) echo nvJPEG ;;
    esac
}

# options: prints the compiler's options for the libraries of the recipe.
options()
{
    grep -o 'CUDA::[a-z_]*' <<<"$recipe" | sort -u | sed 's/.*::/-l/; s/-lcuda_driver/-lcuda/; s/-lcusolver/-lcusolver -lcusparse -lcublas/' | tr ' ' '\n'
    ! grep -q 'OpenMP::' <<<"$recipe" || printf '%s\n' -Xcompiler -fopenmp -lgomp
}

# take_sample FOLDER: reads how a sample is built. Like those below it sets what this file's head names.
take_sample()
{
    folder=$1 name=$(basename "$1") runs=('')
    recipe=$(sed 's/#.*//' "$folder/CMakeLists.txt" 2>/dev/null)
    read -ra sources <<<"$(listed add_executable)"
    needs=$(outside)
    mapfile -t more <<<"$(options)"
}

# take_file FILE: a program of the book, named examples-03-reduceInteger.
take_file()
{
    folder=$(dirname "$1") sources=("$(basename "$1")") recipe='' needs='' more=() runs=('')
    name=$(sed -E 's|.*/(\w+)/chapter([0-9]+)/(.*)\.cu|\1-\2-\3|' <<<"$1")
    ! grep -q '^#include.*mpi\.h' "$1" || needs=MPI
    ! grep -q '^#pragma acc' "$1" || needs=OpenACC
    [[ $name != *-09-* ]] || needs='a second GPU'
    ! grep -q '^#include.*cublas' "$1" || more+=(-lcublas)
    ! grep -q '^#include.*cufft' "$1" || more+=(-lcufft)
    ! grep -q '^#include.*curand' "$1" || more+=(-lcurand)
    ! grep -q '^#include.*cusparse' "$1" || more+=(-lcusparse)
    ! grep -q 'omp\.h\|#pragma omp' "$1" || more+=(-Xcompiler -fopenmp -lgomp)
    # Two programs copy as many megabytes as an argument says. The others encrypt a file, and need a key; programs of the same folder
    # make both.
    case $name in
    solutions-04-memTransfer | solutions-04-pinMemTransfer) runs=(16) ;;
    *-crypt.openmp) runs=('encrypt data out key 256 2 0.5') ;;
    *-crypt.config | *-crypt.flexible) runs=('encrypt data out key 256') ;;
    *-crypt.*) runs=('encrypt data out key') ;;
    esac
}

# take_version FILE: a program of llm.c. Its argument chooses a version of its kernel; comments say which there are.
take_version()
{
    folder=$(dirname "$1") name=$(basename "$1" .cu) sources=("$(basename "$1")") recipe='' needs=''
    # Their header calls cuBLASLt in a function that most of them do without: the linker drops it.
    more=(--use_fast_math -Xcompiler -fopenmp -Xcompiler -ffunction-sections -Xlinker --gc-sections)
    mapfile -t runs < <(sed -n "s|^\(// \)*\./$name \([0-9][0-9]*\) *$|\2|p" "$1" | sort -un | grep . || echo)
    ! grep -q nccl "$1" || needs=NCCL
}

# take_benchmark FOLDER: a program of HeCBench. Its Makefile's goal `run` says with which arguments.
take_benchmark()
{
    folder=$1 name=$(basename "$1" -cuda) needs='' more=()
    recipe=$(sed ':a; /\\$/ { N; s/\\\n//; ba }' "$folder/Makefile")
    read -ra sources <<<"$(sed -n 's/^source *= *//p' <<<"$recipe")"
    # shellcheck disable=SC2016
    mapfile -t runs < <(sed -n 's/^\t\$(LAUNCHER) *\.\/\$(program) *//p' <<<"$recipe" | grep . || echo)
    [[ ${runs[0]}${sources[*]} != *[\$/\>\|]* ]] || needs='files of others'
    mapfile -t more < <(grep -oE -- '-lcu(blas|fft|rand|solver|sparse)\b' <<<"$recipe" | sort -u)
    ! grep -oE -- '-l[a-z]\w*' <<<"$recipe" | grep -vqE '^-lcu(blas|fft|rand|solver|sparse)$' || needs=libraries
    [[ $recipe != *use_fast_math* ]] || more+=(--use_fast_math)
}

# take_project FOLDER: a program of cuda-cpp-healthcare-projects, which has its input and what it printed on its author's GPU.
take_project()
{
    folder=${1%/} name=$(basename "$1") sources=() needs=''
    recipe=$(sed 's/#.*//' "$folder/CMakeLists.txt")
    expected=$folder/demo/expected_output.txt
    [ ! -d "$folder/src" ] || mapfile -t sources < <(cd "$folder" && find src -name '*.cu' -o -name '*.cpp' | sort)
    needs=$(outside)
    mapfile -t more < <(options)
    more=(-Isrc -include cmath "${more[@]}")
    [[ $recipe != *fmad=false* ]] || more+=(-fmad=false)
    # shellcheck disable=SC2016
    mapfile -t runs < <(sed -n 's|^SAMPLE="$ROOT/\(.*\)"$|\1|p' "$folder/demo/run_demo.sh" | grep . || echo)
}

# take_listed NAME: a program of the list $LIST (tests/gpu/fresh.txt).
take_listed()
{
    local of_sources of_more
    name=${1#*/} needs=''
    IFS='|' read -r _ folder of_sources of_more edit _ < <(grep "^$1|" "$LIST")
    mapfile -t runs < <(sed -n "s!^$1|.*|!!p" "$LIST")
    folder=$listed_in/$folder
    read -ra sources <<<"$of_sources"
    read -ra more <<<"${of_more//@/$folder}"
}

# programs_of CHECKOUT: sets programs, what there is of the samples' folders 0 and 2 to 6 or of the whole of another checkout, and
# take, the function above that reads one of them. It sets
#
#   name, folder   the program's, and where its sources are
#   sources, more  what to compile, in the folder, and the compiler's options for libraries
#   runs           the arguments of each run of it
#   recipe         the text that says how it is built, if any
#   needs          what it needs that the simulator does not claim to have, if anything
#   expected       a file with what it prints, if there is one
#   edit           what sed does to its sources first, if anything
programs_of()
{
    expected='' edit=''
    if [ -n "${LIST:-}" ]; then
        take=take_listed listed_in=$1
        mapfile -t programs < <(grep "^$(basename "$1")/" "$LIST" | cut -d '|' -f 1 | uniq)
    elif [ -d "$1/Samples" ]; then
        take=take_sample programs=("$1"/Samples/[02-6]_*/*/)
    elif [ -d "$1/dev/cuda" ]; then
        take=take_version programs=("$1"/dev/cuda/*.cu)
    elif [ -d "$1/src" ]; then
        take=take_benchmark programs=("$1"/src/*-cuda/)
    elif [ -d "$1/projects" ]; then
        take=take_project programs=("$1"/projects/*/[0-9]*/)
    else
        take=take_file programs=("$1"/{examples,solutions}/chapter*/*.cu)
    fi
}

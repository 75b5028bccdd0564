# shellcheck shell=bash
# warpcc.bash: bash's completion of warpcc. Options are those that warpcc lists; other words are files.

_warpcc()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    case $before in
    -arch | --gpu-architecture) mapfile -t COMPREPLY < <(compgen -W 'compute_75 compute_80 compute_86 compute_89 compute_90 sm_75 sm_80 sm_86 sm_89 sm_90' -- "$word") ;;
    -I | -L | -isystem) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    *)
        case $word in
        -*) mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --list-options 2>/dev/null)" -- "$word") ;;
        *) mapfile -t COMPREPLY < <(compgen -f -X '!*.@(cu|c|cc|cpp|cxx|o|a)' -- "$word" && compgen -d -S / -- "$word") ;;
        esac
        ;;
    esac
}
shopt -s extglob
complete -o filenames -F _warpcc warpcc

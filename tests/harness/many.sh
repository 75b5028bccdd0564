# shellcheck shell=bash
# many.sh: for scripts that build and run many programs at once, in the workbook's folder. It exports `work`, a folder that goes when
# the script ends, and builds what warpcc needs before all call it together.
work=$(mktemp -d)
export work
trap 'rm -rf "$work"' EXIT
./warpcc --version >/dev/null || exit
echo '__global__ void k() {} int main(void) { return 0; }' >"$work/first.cu"
./warpcc "$work/first.cu" -o "$work/first" || exit

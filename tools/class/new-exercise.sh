#!/usr/bin/env bash
# new-exercise.sh exC-slug: with the chapter's next number, or with the number N of exC-N-slug, makes a whole but small exercise (write a
# kernel that doubles): exercise, solution, hidden cases and wrong solutions. Its author then turns it into another one. Each file says what
# it is for.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# fail MESSAGE: prints the message and exits with 2.
fail()
{
    echo "new-exercise: $1" >&2
    exit 2
}

[[ ${1-} =~ ^(ex[0-9]+)(-[0-9]+)?(-[a-z][a-z0-9]*(-[a-z0-9]+)*)$ ]] ||
    fail "make new-exercise NAME=ex3-slug: a chapter and a word or more, not '${1-}'"
chapter=${BASH_REMATCH[1]} number=${BASH_REMATCH[2]} word=${BASH_REMATCH[3]}
if [ -z "$number" ]; then
    last=$(find exercises -maxdepth 1 -name "$chapter-*-*" | cut -d- -f2 | sort -n | tail -n 1)
    [ -n "$last" ] || fail "$chapter has no exercises yet: give its number, too, $chapter-1$word"
    number=-$((last + 1))
fi
name=$chapter$number
slug=$name$word
for folder in {exercises,solutions,tests/exercises}/"$name"-*/; do
    [ ! -d "$folder" ] || fail "$name is there already: $folder"
done

# The files are written to another folder first, so that a mistake on the way leaves nothing behind.
work=$(mktemp -d exercises/.new.XXXXXX)
trap 'rm -rf "$work"' EXIT
mkdir "$work/exercise" "$work/solution" "$work/wrong"

# shellcheck disable=SC1111 # the quotes are the README's
cat >"$work/exercise/README.md" <<END
# A title of a few words

★ *Write the kernel. Ten minutes.* After “[Adding two vectors](../../chapters/ch0-threads/note.md#adding-two-vectors)” in chapter 0.

Write the kernel \`twice\`: the task in a sentence or two, then what is given.

The launch: any number of blocks of any size, at least one thread per element.

What counts: every element right, for every \$n\$ from 0 on; no access out of bounds.
END

# exercise FILE BODY...: writes the file as students get it, with BODY as the lines of the region.
exercise()
{
    local file=$1
    shift
    {
        cat <<END
// A title of a few words.
//
//     make $name
//
// x: (n), only read; out: (n), every element to be written.

__global__ void twice(const int *x, int *out, size_t n)
{
    // [your code]
END
        printf '    %s\n' "$@"
        cat <<'END'
    // [end of your code]
}
END
    } >"$file"
}
exercise "$work/exercise/exercise.cu" '// TODO: what is to be done here.' '(void)x, (void)out, (void)n;'
exercise "$work/solution/exercise.cu" 'size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;' 'if (i < n)' '    out[i] = 2 * x[i];'

echo 'The first hint asks a question: which element is a thread to work on?' >"$work/exercise/hint1.md"
echo 'The second names the idea: the number of the thread in the whole grid, and a guard.' >"$work/exercise/hint2.md"
# shellcheck disable=SC2016 # Markdown's backquotes
echo 'The third all but says it: `i < n` guards `out[i] = 2 * x[i]`.' >"$work/exercise/hint3.md"

sed "s/NAME/$name/" >"$work/exercise/judge.c" <<'END'
// What is random, and what it is compared with. judge/core/judge.h has everything that a judge is written with.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i] = 2 * x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, c->n * sizeof *want);
    judge_launch(j, "twice", DIM(judge_blocks(c->n, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
}

static const Case cases[] = {
    {"whole blocks", 512, 0, 128},
    {"one element more than a block", 129, 0, 128},
    {"a single element", 1, 0, 32},
    {"an empty array", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "NAME", .run = run, .cases = cases, .points = 2};
END

cat >"$work/solution/README.md" <<'END'
Why the solution is right, in a paragraph: what a student who passed may not have seen.
END
echo '1021 0 256 a prime number of elements' >"$work/solution/hidden.txt"

# wrong NAME REASON SED-SCRIPT: writes a wrong solution: the right one, changed by the script, and why the judge must refuse it.
wrong()
{
    {
        echo "// fails: $2"
        sed "$3" "$work/solution/exercise.cu"
    } >"$work/wrong/$1.cu"
}
wrong no-guard 'Invalid __global__ read' '/if (i < n)/d;s/^        out/    out/'
wrong one-over 'Invalid __global__ read' 's/i < n/i <= n/'
wrong one-short 'out\[[0-9]+\]' 's/i < n/i + 1 < n/'
wrong first-block 'out\[128\]|[Rr]ace' 's/(size_t)blockIdx.x \* blockDim.x + //'
wrong not-doubled 'out\[0\]' 's/2 \* x/x/'
printf '// fails: out\\[[0-9]+\\]\n// The exercise as it was given.\n' >"$work/wrong/stub.cu"

mkdir -p "tests/exercises"
mv "$work/wrong" "tests/exercises/$slug"
mv "$work/solution" "solutions/$slug"
mv "$work/exercise" "exercises/$slug"
tools/student/exercise.sh given "$name" >/dev/null

cat <<END
$slug is there and complete; make prove-$name shows that its test passes. Now turn it into yours:
  exercises/$slug/README.md    the task, on less than a page
  exercises/$slug/exercise.cu  compiles, fails, says TODO in a marked region
  exercises/$slug/hint1.md     and two more, each saying more than the last
  exercises/$slug/judge.c      inputs, launches, what is expected, points
  solutions/$slug/             the same file solved, why, hidden cases
  tests/exercises/$slug/       five wrong solutions or more, and why each must fail
Then make prove-$name says what is still to do: it keeps the exercise as it is given now, and judges it, its solution and
the wrong ones. No test can tell whether the task is clear: let somebody solve it.
To undo all this: rm -rf exercises/$slug solutions/$slug tests/exercises/$slug exercises/.given/$slug.cu build/wrong/$slug
END

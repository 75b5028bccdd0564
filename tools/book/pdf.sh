#!/bin/sh
# pdf.sh BUILD: prints the book with Chromium to BUILD/warp-by-warp.pdf. Only a printing tells the page numbers that the table of
# contents and the index need. BUILD/print/numbers keeps them: a first build prints twice, a later one only if a heading has moved.
# $PRINT_HTML is the command that makes BUILD/print/book.html; it reads BUILD/print/numbers if there.
set -eu

build=$1
for tool in pdfinfo qpdf; do
    tools/need.sh "$tool" >/dev/null
done
browser=$(tools/need.sh browser)

# print_pdf FILE: prints the book with outline and tags. Hinting would fit letters to a screen's pixels, and lines would break elsewhere
# than in a browser with windows. As root Chromium runs only without its sandbox.
print_pdf()
{
    profile=$(mktemp -d)
    sandbox=--headless
    [ "$(id -u)" != 0 ] || sandbox=--no-sandbox
    "$browser" --headless "$sandbox" --disable-gpu --user-data-dir="$profile" --font-render-hinting=none \
        --no-pdf-header-footer --generate-pdf-document-outline --export-tagged-pdf \
        --print-to-pdf="$1" "file://$PWD/$build/print/book.html" 2>"$build/print/chromium.log" || {
        cat "$build/print/chromium.log" >&2
        exit 1
    }
    rm -rf "$profile"
}

# The numbers may differ in width from what stood there before. If a heading moved, the book is printed once more.
sh -c "$PRINT_HTML"
for _ in 1 2 3; do
    print_pdf "$build/print/book.pdf"
    pdfinfo -dests "$build/print/book.pdf" | sed -n 's/^ *\([0-9]*\) .*"\(.*\)"$/\2 \1/p' | LC_ALL=C sort \
        >"$build/print/numbers.new"
    if cmp -s "$build/print/numbers.new" "$build/print/numbers"; then
        break
    fi
    mv "$build/print/numbers.new" "$build/print/numbers"
    sh -c "$PRINT_HTML"
done

# Two builds must be the same to the byte. So the date of printing and Chromium's random numbers are replaced, and the names of the
# tables' heads, node00001164, are numbered from 1: they count nodes of the page, of which there is one more if Chromium had to wait.
perl -0777 -pi -e '
    s/D:\d{14}\+00\x2700\x27/D:20260101000000+00\x2700\x27/g;
    $number{$_} ||= ++$count for sort /\bnode(\d{8})\b/g;
    s/\bnode(\d{8})\b/sprintf "node%08d", $number{$1}/ge' "$build/print/book.pdf"
qpdf --deterministic-id --object-streams=generate "$build/print/book.pdf" "$build/warp-by-warp.pdf.new"
mv "$build/warp-by-warp.pdf.new" "$build/warp-by-warp.pdf"

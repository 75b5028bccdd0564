#!/bin/sh
# book-pdf.sh BUILD: prints the book with Chromium to BUILD/warp-by-warp.pdf, twice: the first printing
# tells on which page each heading stands, and the second has those numbers in its table of contents.
# $PRINT_HTML is the command that makes BUILD/print/book.html; it reads BUILD/print/numbers if there.
set -eu

build=$1
for tool in chromium pdfinfo qpdf; do
    tools/need.sh "$tool" >/dev/null
done

# print_pdf FILE: prints the book with outline and tags. As root Chromium runs only without its sandbox.
print_pdf()
{
    profile=$(mktemp -d)
    sandbox=--headless
    [ "$(id -u)" != 0 ] || sandbox=--no-sandbox
    chromium --headless "$sandbox" --disable-gpu --user-data-dir="$profile" \
        --no-pdf-header-footer --generate-pdf-document-outline --export-tagged-pdf \
        --print-to-pdf="$1" "file://$PWD/$build/print/book.html" 2>"$build/print/chromium.log" || {
        cat "$build/print/chromium.log" >&2
        exit 1
    }
    rm -rf "$profile"
}

# The numbers may differ in width from what stood there before. If a heading moved, the book is printed once more.
rm -f "$build/print/numbers"
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

# Two builds must be the same to the byte. So the date of printing and Chromium's random numbers are replaced.
sed -i "s/D:[0-9]\{14\}+00'00'/D:20260101000000+00'00'/g" "$build/print/book.pdf"
qpdf --deterministic-id --object-streams=generate "$build/print/book.pdf" "$build/warp-by-warp.pdf.new"
mv "$build/warp-by-warp.pdf.new" "$build/warp-by-warp.pdf"

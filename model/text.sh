#!/usr/bin/env bash
# text.sh: prints the text that the model learns: the prose of the book's notes in printable ASCII, a line for each paragraph, and the
# sentences of model/text/. Listings, tables, formulas, figures and mark-up are left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cat model/text/*.txt
perl -CSD -Mutf8 -0777 -ne '
    s/\A---\n.*?\n---\n//s;                          # metadata
    s/^ *(```+|~~~+).*?^ *\1 *$//gms;                # listings and labs
    s/\$\$.*?\$\$//gs;                               # formulas that stand alone
    s/^:::.*$//gm;                                   # fences of divs
    s/^\s*<!--.*?-->//gms;
    s/^[|+].*$//gm;                                  # tables, and their captions
    s/^(\S[^\n]*)\n: {3}(?=\S)/$1: /gm;               # terms of the glossary
    s/^:\s.*?(?=\n\n|\z)//gms;
    s/^!\[.*$//gm;                                   # figures
    s/\^\[(?:[^][]|\[[^][]*\])*\]//g;                # footnotes
    for my $paragraph (split /\n\s*\n/) {
        $_ = $paragraph;
        next if /^#/ || /^\s*$/;
        s/^\s*(?:[-*]|\d+\.)\s+/\n/gm if /\A\s*(?:[-*]|\d+\.)\s/; # a list: an item is a paragraph
        s/\[([^][]*)\](?:\([^()]*\)|\{[^{}]*\})/$1/g for 1 .. 2;  # links, and numbers with a source
        s/\s*\[\@[^][]*\]//g;                        # citations
        for (split /\n\n*(?=\n)|\A\n/) {
            s/\s+/ /g;
            next if /\@(?:fig|tbl|ex|ch|lab|sec|eq):|\$|\\|\{|\}|\]\(/; # what reads badly without what it points at
            s/\*\*|(?<![\w*])\*(?=\S)|(?<=\S)\*(?!\w)|`//g;  # emphasis and code
            tr/\x{2018}\x{2019}\x{201c}\x{201d}\x{00a0}\x{00d7}\x{00b5}\x{2013}\x{2212}/\x27\x27"" xu\-\-/;
            s/\x{2026}/.../g;
            s/\x{2014}/ - /g;
            s/^ | $//g;
            next if /[^ -~]/ || length() < 40 || !/[.?!:]"?$/;
            print "$_\n";
        }
    }' chapters/*/note*.md notes/{preface,glossary,simulator,traps,where}.md solutions/*/README.md

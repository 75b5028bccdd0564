#!/usr/bin/env bash
# The pages that a stranger reads first are true: the verbs that they and the workflows name exist, and so do folders, files and the
# places that links lead to. Whoever moves a file learns here which page names it.
# shellcheck disable=SC2016 # backquotes are Markdown's
. "$(dirname "$0")/../harness/lib.sh"

pages=(README.md CONTRIBUTING.md SECURITY.md common/README.md)

named=$(grep -ohE '`make [a-z][a-z0-9 -]*|(run:|-C ~/warp) (make )?[a-z][a-z0-9 -]*|^make [a-z0-9 -]*' \
    "${pages[@]}" .github/*.md .github/*/* | sed -n 's/.*make //p; s/.*-C ~.warp //p' | tr ' ' '\n' | sort -u | grep -vE '^(-|ch3-mine|ch3-double|ex3-17|.*-ex3-17|.*-|)$')
ok 'the first pages name verbs' test "$(wc -w <<<"$named")" -gt 10
# shellcheck disable=SC2086 # a list of words
run make -n DEVICE=gpu $named
is 'and all of them exist' "$status" 0
for folder in */; do
    case $folder in
    build/ | solutions/) ;;
    *) has "README names $folder" "$(sed -n '/^## Folders/,/^## Trouble/p' README.md)" "^\\|.*\`$folder\`" ;;
    esac
done

# leads PAGE: prints the links of a page that lead nowhere. A place on a page is a heading, as code hosts number them: in small letters,
# hyphens for spaces, without other signs.
leads()
{
    perl -CSD -e '
        my $page = shift;
        (my $folder = $page) =~ s{[^/]*$}{};
        sub text { open my $in, "<", shift or return; local $/; scalar <$in> }
        (my $text = text($page)) =~ s/^```.*?^```//gms;
        while ($text =~ /\]\(([^)]+)\)/g) {
            my $link = $1;
            my ($file, $place) = split /#/, $link, 2;
            next if $file =~ /^https?:/;
            $file = $file eq "" ? $page : $folder . $file;
            print("$link\n"), next unless -e $file;
            next unless defined $place;
            my @headings = map { s/\s*\{[^}]*\}$//r =~ s/`//gr } text($file) =~ /^#+ (.*)/mg;
            print "$link\n" unless grep { lc(s/[^\w\s-]//gr =~ s/ /-/gr) eq $place } @headings;
        }' "$1"
}

# lost PAGE: prints the paths in a page that name no file. An example of a name that is still to be made is none.
lost()
{
    local path
    while read -r path; do
        [ -e "$path" ] || compgen -G "$path" >/dev/null || echo "$path"
    done < <(grep -oE '`(beyond|chapters|common|compile|exercises|lab|notes|results|simulator|solutions|tests|tools)/[^` ]+' "$1" | tr -d '`' |
        grep -vE '(mine|double|slug|FOLDER)' | sort -u)
}

for page in "${pages[@]}" {beyond,compile,judge,lab,lab/compiler,model,results,simulator,tests,tests/suites,tools}/README.md; do
    is "$page: every link leads somewhere" "$(leads "$page")" ''
done
for page in "${pages[@]}"; do
    is "$page: every file that it names is there" "$(lost "$page")" ''
done
printf '[a](README.md#nowhere) [b](none.md) [c](README.md#folders) `tools/none.sh`\n' >"$work/page.md"
cd "$work" && cp "$OLDPWD/README.md" . || exit
is 'a link that leads nowhere is found' "$(leads page.md)" $'README.md#nowhere\nnone.md'
is 'and a file that is not there' "$(lost page.md)" tools/none.sh

done_testing

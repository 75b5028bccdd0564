// print.js: makes figures float in the printed book, and marks where a listing goes on, which browsers can't. A figure that doesn't fit on
// the rest of a page goes to the next one and leaves a hole at the foot of the first. So what follows the figure moves up into the hole, as
// in books set by hand.
//
// It has to know the pages before they are printed. A browser breaks columns by the same rules as pages, so a part of the book is set
// in columns of a page's size, looked at, and put back. Chromium prints when this has run (tools/book/pdf.sh).
'use strict';
addEventListener('load', () => {
    // A page without its margins (styles/print.css), in whole pixels: on paper Chromium rounds up.
    const MM = 96 / 25.4, WIDTH = Math.ceil(166 * MM), HEIGHT = Math.ceil(251 * MM), GAP = 40;
    const SMALL = 0.08 * HEIGHT; // a hole that nobody minds
    const MOST = 10;             // so many blocks may move up past a figure

    // The blocks of a part in their order: what stands right in its sections.
    const blocksOf = part => [...part.querySelectorAll(':is(section, .level1) > :not(section)')];

    // What may float: figures, labs, and tables with titles. Where the words before it end in a colon, it stays with them.
    const floats = block => block.matches('.drawn, .lab, .table:has(caption)') && !block.previousElementSibling?.matches('.leads');

    // What stays with the next block.
    const leads = block => block.matches('h1, h2, h3, h4, .leads');

    // What keeps its order: figures among figures, and so on.
    const kind = block => ['drawn', 'lab', 'table'].find(name => block.classList.contains(name));

    // All parts in columns at once, and all back at once: so each is laid out anew only when something moves in it.
    const parts = [...document.querySelectorAll('section.level1')].map(part => {
        const pages = document.createElement('div');
        pages.style.cssText = `column-width: ${WIDTH}px; column-gap: ${GAP}px; column-fill: auto; width: ${WIDTH}px; height: ${HEIGHT}px`;
        part.before(pages);
        pages.append(part);
        return { part, pages };
    });
    // Short paragraphs stay whole. All are measured before any is marked: each mark would lay out everything anew.
    const isShort = text => text.offsetHeight > 0 && text.offsetHeight <= 3.5 * parseFloat(getComputedStyle(text).lineHeight);
    const short = parts.flatMap(({ part }) => [...part.querySelectorAll('p, li')].filter(isShort));
    for (const text of short) text.classList.add('short');

    for (const { part, pages } of parts) {
        // The page on which a block begins, the one on which it ends, and how far down that is.
        const place = block => {
            const { left, top } = pages.getBoundingClientRect();
            const pieces = [...block.getClientRects()].filter(r => r.height > 0), last = pieces[pieces.length - 1];
            const page = piece => Math.round((piece.left - left) / (WIDTH + GAP));
            return pieces.length ? { begins: page(pieces[0]), ends: page(last), y: last.bottom - top } : null;
        };

        // How much is empty between two blocks, at the foot of the page of the first.
        const hole = (before, after) => {
            const [a, b] = [place(before), place(after)];
            return a && b && b.begins > a.ends ? HEIGHT - a.y : 0;
        };

        // A listing that goes on says which one it is; at last, when nothing moves any more, its page breaks there. (A table repeats its head
        // by itself, in columns as on paper.)
        const markListings = atLast => {
            part.querySelectorAll('.continued').forEach(mark => mark.remove());
            for (const listing of part.querySelectorAll('.listing')) {
                let { begins, ends } = place(listing);
                for (const line of begins < ends ? listing.querySelectorAll('code > span') : []) {
                    const now = place(line).begins;
                    if (now > begins) {
                        const mark = document.createElement('b');
                        mark.className = 'continued';
                        mark.style.breakBefore = atLast ? 'column' : '';
                        mark.textContent = `${listing.querySelector('.label').textContent}, continued`;
                        line.before(mark);
                    }
                    begins = now;
                }
            }
        };

        // Each figure before a hole is tried after the next block, after the one after that and so on, until the hole is small or the
        // figure would slip to yet another page. It goes where the least was empty.
        const blocks = blocksOf(part);
        markListings();
        for (const figure of blocks.filter(floats)) {
            const at = blocks.indexOf(figure), page = place(figure).begins, homes = new Map();
            const home = block => homes.set(block, block.parentElement.insertBefore(document.createComment(''), block));
            home(figure);
            const group = [figure], passed = []; // what moves down, others of its kind with it; what moves up
            let best = { empty: hole(blocks[at - 1], figure), group: [...group], passed: [] };
            for (const next of blocks.slice(at + 1, at + 1 + MOST)) {
                if (best.empty <= SMALL || next.matches('.footnotes')) break;
                if (kind(next) && kind(next) === kind(figure)) {
                    home(next);
                    group.push(next);
                    continue;
                }
                passed.push(next);
                if (leads(next)) continue;
                next.after(...group);
                if (place(figure).begins > page) break;
                const order = [blocks[at - 1], ...passed, figure];
                const empty = passed.reduce((sum, block, i) => sum + hole(block, order[i + 2]), hole(order[0], order[1]));
                if (empty < best.empty) best = { empty, group: [...group], passed: [...passed] };
            }
            for (const [block, there] of homes) there.replaceWith(block);
            if (!best.passed.length) continue;
            best.passed[best.passed.length - 1].after(...best.group);
            blocks.splice(at, best.passed.length + best.group.length, ...best.passed, ...best.group);
            markListings();
        }
        markListings(true);
    }
    for (const { part, pages } of parts) pages.replaceWith(part);
    document.querySelectorAll('.continued').forEach(mark => { mark.style.breakBefore = 'page'; });
});

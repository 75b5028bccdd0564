// rows.js: the rows of what a program prints in columns that take more than one line, although so many characters fit. browser.js and
// paper.js run it in a page, for the <pre class="aligned"> of notes/filters/printed.lua.
'use strict';
module.exports = all => all.filter(pre => pre.checkVisibility()).flatMap(pre => {
    const across = +pre.style.getPropertyValue('--across'), range = document.createRange(), torn = [];
    let row = '', tops = new Set();
    for (const node of pre.firstElementChild.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE && node.matches('.slack')) continue;
        const text = node.firstChild || node;
        for (let at = 0, end; at < text.length; at = end) {
            end = text.data.indexOf('\n', at) + 1 || text.length;
            row += text.data.slice(at, end);
            range.setStart(text, at);
            range.setEnd(text, end);
            for (const piece of range.getClientRects()) tops.add(Math.round(piece.top));
            if (!row.endsWith('\n')) continue;
            if (row.length - 1 <= across && tops.size > 1) torn.push(`torn: ${row.trim()}`);
            row = '';
            tops = new Set();
        }
    }
    return torn;
});

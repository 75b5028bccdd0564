// axe.js: `await violations(page, { within, only })`: what axe finds wrong in a page as it is now, one line for each rule. `within` is a
// selector of the part to look at, `only` a list of rules; without them axe takes the whole page, and all its rules.
'use strict';
const fs = require('fs');
const axe = fs.readFileSync(require.resolve('../book/node_modules/axe-core/axe.min.js'), 'utf8');

// Runs in the page. axe's time goes to the contrast of each text with what is behind it, and of each link with the text around it.
// Texts that look alike have the same: so axe looks at one of each look, in the colours, sizes and frames that they have now. And it
// does not judge a text before a gradient, which our tables and code have for the shadows at their sides: these are off for a while.
const look_at = async ({ within, only }) => {
    const part = document.querySelector(within || 'html'), style = document.createElement('style');
    style.textContent = '*, ::before, ::after { background-image: none !important }';
    document.head.append(style);

    const grounds = new Map([[document.documentElement, '']]), seen = new Set();
    const ground = e => {
        if (!grounds.has(e)) {
            const { backgroundColor, opacity, position, filter, mixBlendMode } = getComputedStyle(e);
            grounds.set(e, [ground(e.parentElement), backgroundColor, opacity, position, filter, mixBlendMode].join());
        }
        return grounds.get(e);
    };
    const look = e => {
        const { color, fontSize, fontWeight, textDecoration, borderBottom, textShadow, visibility, display } = getComputedStyle(e);
        return [ground(e), color, fontSize, fontWeight, textDecoration, borderBottom, textShadow, visibility, display].join();
    };
    const has_text = e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    const mark = (e, name, key) => {
        e.toggleAttribute(name, !seen.has(name + key));
        seen.add(name + key);
    };
    part.querySelectorAll('*').forEach(e => {
        if (has_text(e) || /^(INPUT|SELECT|TEXTAREA)$/.test(e.tagName)) mark(e, 'data-look', look(e));
        if (e.matches('a[href]')) mark(e, 'data-link', [look(e), look(e.parentElement), has_text(e.parentElement), e.parentElement.tagName, !e.innerText.trim()].join());
    });
    window.axe.configure({
        rules: [{ id: 'color-contrast', selector: '[data-look]' }, { id: 'link-in-text-block', selector: '[data-link]' }],
        // Texts of one letter and symbols count, too. The rest are axe's own options, all of which this replaces.
        checks: [{ id: 'color-contrast', options: { ignoreLength: true, ignoreUnicode: false, ignorePseudo: false, pseudoSizeThreshold: 0.25,
            boldValue: 700, boldTextPt: 14, largeTextPt: 18, contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } } } }],
    });
    const found = await window.axe.run(part, { preload: false, resultTypes: ['violations'], reporter: 'no-passes', ...(only ? { runOnly: only } : {}) });
    style.remove();
    return found.violations.map(v => `${v.id} (${v.nodes.length}): ${v.nodes[0].html.slice(0, 160)}`);
};

const violations = async (page, how = {}) => {
    if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe);
    return page.evaluate(look_at, how);
};
module.exports = { violations };

// paper.js BOOK.html FOLDER: looks at the page from which the book is printed, and at the pages of an unpacked EPUB at a telephone's width, in
// headless Chromium, and prints a line "pass WHAT" or "FAIL WHAT: why" for each thing that must hold. tests/book/paper.t makes checks of them.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium, how } = require('../harness/chromium.js');
const tornRows = require('./rows.js');

const [printed, epub] = process.argv.slice(2).map(p => path.resolve(p)), text = path.join(epub, 'EPUB/text'), WIDTH = 390;
const check = (what, wrong) => console.log(wrong.length ? `FAIL ${what}: ${[...wrong].slice(0, 4).join('; ')}` : `pass ${what}`);

(async () => {
    const browser = await chromium.launch(how);

    // On paper anything wider than the page would shrink the whole book.
    const paper = await browser.newPage({ viewport: { width: 627, height: 900 } }); // the page's width, 166 mm
    await paper.emulateMedia({ media: 'print' });
    await paper.goto(`file://${printed}`, { timeout: 0 }); // all of the book: it takes as long as the machine takes
    check('nothing is wider than the printed page', await paper.evaluate(() => [...document.querySelectorAll('section *')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg, math'))
        .map(e => `${e.tagName} ${e.textContent.slice(0, 60)}`)));
    await paper.close();

    const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 } });
    const wide = [], fonts = new Set(), cut = [], tables = [], rows = [];
    let pictures = 0, folded = 0, columns = 0;
    for (const name of fs.readdirSync(text).filter(f => f.endsWith('.xhtml')).sort()) {
        await page.goto(`file://${text}/${name}`);
        await page.evaluate(() => document.fonts.ready);
        wide.push(...(await page.evaluate(() => [...document.querySelectorAll('svg, table, pre, p, td, math *')]
            .filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.tagName === 'PRE' && e.scrollWidth > e.clientWidth + 1).map(e => `${e.tagName} ${e.textContent.trim().slice(0, 40)}`))).map(w => `${name}: ${w}`));
        for (const family of await page.evaluate(() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family))) fonts.add(family);
        // What stands in a picture stays in it, and can be read.
        cut.push(...(await page.evaluate(() => [...document.querySelectorAll('.drawn svg')].filter(svg => svg.checkVisibility()).flatMap(svg => {
            const { left, right, width } = svg.getBoundingClientRect(), scale = width / svg.viewBox.baseVal.width;
            return [...svg.querySelectorAll('text')].filter(t => t.getBoundingClientRect().left < left - 2 || t.getBoundingClientRect().right > right + 2 ||
                parseFloat(getComputedStyle(t).fontSize) * scale < 9.5).map(t => t.textContent);
        }))).map(t => `${name}: ${t}`));
        // Letters in tables are large, no word and no name of usual length is torn, and where a row has become a block each cell has its column's name
        // (2²⁰ in letters, as it has no other) and none is an empty line.
        tables.push(...(await page.evaluate(() => [...document.querySelectorAll('table')].flatMap(table => {
            for (const raised of table.querySelectorAll('thead sup')) raised.textContent = raised.textContent.replace(/\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);
            const wrong = [], names = [...table.querySelectorAll('thead tr:first-child > *')].map(name => name.textContent);
            const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT), range = document.createRange();
            for (let text; (text = walker.nextNode());) {
                const around = text.parentElement, size = parseFloat(getComputedStyle(around).fontSize);
                if (!text.data.trim() || !around.checkVisibility() || around.closest('math, sup, sub')) continue;
                if (size < 14) wrong.push(`${size} px: ${text.data.slice(0, 30)}`);
                for (const word of text.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) wrong.push(`torn: ${word[0]}`);
                }
            }
            for (const cell of table.matches('.folds') ? table.querySelectorAll('tbody td:not(:empty)') : []) {
                const name = names[cell.cellIndex].trim(), shown = getComputedStyle(cell, '::before').content;
                const named = shown === (name ? JSON.stringify(name) : 'none');
                if (!named || getComputedStyle(cell).display === 'table-cell') wrong.push(`${cell.textContent} has not ${name} but ${shown}`);
            }
            for (const row of table.matches('.folds') ? table.querySelectorAll('tbody tr') : []) {
                const numbers = [...row.querySelectorAll('td[style]')];
                if (numbers.some(cell => cell.offsetHeight) && numbers.every(cell => !cell.textContent)) wrong.push(`an empty line: ${row.textContent.trim()}`);
            }
            return wrong;
        }))).map(t => `${name}: ${t}`));
        rows.push(...(await page.$$eval('pre.aligned', tornRows)).map(row => `${name}: ${row}`));
        columns += await page.locator('pre.aligned').count();
        folded += await page.locator('.folds').count();
        pictures += await page.locator('.drawn svg:visible').count();
    }
    check('EPUB: nothing is wider than a telephone’s page, and no code is cut off', wide);
    check('EPUB: pictures have their letters inside, and these can be read', pictures > 50 ? cut : [`${pictures} pictures`]);
    check('EPUB: tables can be read on a telephone', folded > 50 ? tables : [`${folded} tables that fold`]);
    check('EPUB: a row of what a program prints in columns takes one line on a telephone', columns > 30 ? rows : [`${columns} blocks in columns`]);
    check('EPUB: its fonts are used', ['Source Serif', 'Inter', 'JetBrains Mono', 'STIX Two Math'].filter(f => !fonts.has(f) && !fonts.has(`"${f}"`)));
    await browser.close();
})().catch(e => {
    console.log(`FAIL the look at paper and EPUB itself: ${e.message.split('\n')[0]}`);
    process.exit(1);
});

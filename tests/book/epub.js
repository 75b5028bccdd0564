// epub.js FOLDER: looks at the pages of an unpacked EPUB in headless Chromium at a telephone's width, and prints a line "pass WHAT" or
// "FAIL WHAT: why" for each thing that must hold. tests/book/book.t makes checks of them.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium, how } = require('../harness/chromium.js');

const text = path.resolve(process.argv[2], 'EPUB/text'), WIDTH = 390;
const check = (what, wrong) => console.log(wrong.length ? `FAIL ${what}: ${[...wrong].slice(0, 4).join('; ')}` : `pass ${what}`);

(async () => {
    const browser = await chromium.launch(how);
    const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 } });
    const wide = [], fonts = new Set(), cut = [];
    let pictures = 0;
    for (const name of fs.readdirSync(text).filter(f => f.endsWith('.xhtml')).sort()) {
        await page.goto(`file://${text}/${name}`);
        await page.evaluate(() => document.fonts.ready);
        wide.push(...(await page.evaluate(() => [...document.querySelectorAll('svg, table, pre, p, td')]
            .filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.tagName === 'PRE' && e.scrollWidth > e.clientWidth + 1).map(e => `${e.tagName} ${e.textContent.trim().slice(0, 40)}`))).map(w => `${name}: ${w}`));
        for (const family of await page.evaluate(() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family))) fonts.add(family);
        // What stands in a picture stays in it, and can be read.
        cut.push(...(await page.evaluate(() => [...document.querySelectorAll('.drawn svg')].filter(svg => svg.checkVisibility()).flatMap(svg => {
            const { left, right, width } = svg.getBoundingClientRect(), scale = width / svg.viewBox.baseVal.width;
            return [...svg.querySelectorAll('text')].filter(t => t.getBoundingClientRect().left < left - 2 || t.getBoundingClientRect().right > right + 2 ||
                parseFloat(getComputedStyle(t).fontSize) * scale < 9.5).map(t => t.textContent);
        }))).map(t => `${name}: ${t}`));
        pictures += await page.locator('.drawn svg:visible').count();
    }
    check('EPUB: nothing is wider than a telephone’s page, and no code is cut off', wide);
    check('EPUB: pictures have their letters inside, and these can be read', pictures > 50 ? cut : [`${pictures} pictures`]);
    check('EPUB: its fonts are used', ['Source Serif', 'Inter', 'JetBrains Mono', 'STIX Two Math'].filter(f => !fonts.has(f) && !fonts.has(`"${f}"`)));
    await browser.close();
})().catch(e => {
    console.log(`FAIL the look at the EPUB itself: ${e.message.split('\n')[0]}`);
    process.exit(1);
});

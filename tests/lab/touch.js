// touch.js SITE: works on one exercise by taps, in headless Chromium with a telephone's screen, from a server and then without a
// network: a wrong answer, one that does not compile, a hint, a look inside and a step there, the right answer. And a device with too
// little memory is told so. Prints "pass WHAT" or "FAIL WHAT: why" for each thing that must hold.
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');
const { chromium, how } = require('../harness/chromium.js');
const { check } = require('./core.js');

const site = path.resolve(process.argv[2]), PATIENCE = 300000;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
const right = fs.readFileSync('solutions/ex3-1-block-sum/exercise.cu', 'utf8');

(async () => {
    const browser = await chromium.launch(how);
    const server = http.createServer((asked, answer) => {
        const file = path.join(site, path.normalize(new URL(asked.url, 'http://x').pathname)), there = fs.existsSync(file);
        answer.writeHead(there ? 200 : 404, { 'content-type': TYPES[path.extname(file)] || 'text/plain' });
        answer.end(there ? fs.readFileSync(file) : '');
    });
    await new Promise(ready => server.listen(0, '127.0.0.1', ready));
    const at = `http://127.0.0.1:${server.address().port}/ch3.html#ex3-1`;
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const wrong = [];
    const open = async () => {
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        page.on('pageerror', e => wrong.push(e.message));
        await page.goto(at);
        return page;
    };
    const tap = (page, name) => page.getByRole('button', { name, exact: true }).tap();
    const judge = async (page, text) => {
        const desk = page.locator('.exercise-desk .desk'), runs = Number(await desk.getAttribute('data-runs'));
        await desk.locator('.cm-content').tap();
        await page.keyboard.press('Control+a'); // "Select all" of the keyboard on the screen
        await page.keyboard.insertText(text);
        await tap(page, 'Judge');
        await page.waitForSelector(`.desk[data-runs="${runs + 1}"]`);
    };

    let page = await open(), said = page.locator('.exercise-verdict');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload(); // from here on the worker sees what is asked for
    await tap(page, 'Do it here: ex3-1');
    await judge(page, right.replace('i < n ? x[i] : 0', 'x[i]'));
    check('by touch: a wrong answer is told', /Reads x\[193\]/.test(await said.textContent()) ? [] : [await said.textContent()]);
    await page.close();

    server.closeAllConnections();
    await new Promise(closed => server.close(closed));
    page = await open();
    said = page.locator('.exercise-verdict');
    await tap(page, 'Do it here: ex3-1');
    check('without a network the browser has the text', (await page.locator('.cm-content').textContent()).includes('part') ? [] : ['none']);
    await judge(page, right.replace('part[tid] = i', 'part[tid] = j'));
    const error = await page.locator('.desk-errors li').first().textContent();
    check('without a network, by touch: an error is told', /undeclared identifier 'j'/.test(error) ? [] : [error]);
    await page.locator('#ex3-1 .hints > details summary').first().tap();
    check('by touch: a hint opens', await page.locator('#ex3-1 .hints > details[open]').count() ? [] : ['it stays closed']);
    await judge(page, right.replace('i < n ? x[i] : 0', 'x[i]'));
    await tap(page, 'Look inside');
    const lab = page.locator('figure.lab[data-ready]');
    await lab.waitFor();
    await lab.getByRole('button', { name: 'To the start' }).tap();
    await page.waitForSelector('figure.lab[data-moment="0"]');
    await lab.getByRole('button', { name: 'Step an instruction' }).tap();
    await page.waitForSelector('figure.lab[data-moment="1"]');
    check('by touch: a look inside, and a step', []);
    const small = await lab.locator('button, select, input:not([type=range])').evaluateAll(all =>
        all.filter(e => e.offsetParent && (e.getBoundingClientRect().height < 24 || e.getBoundingClientRect().width < 24)).map(e => e.textContent || e.outerHTML));
    check('by touch: nothing to tap is smaller than 24 pixels (WCAG 2.2, 2.5.8)', small);
    await judge(page, right);
    check('without a network, by touch: the right answer passes', /PASSED, 10 cases/.test(await said.textContent()) ? [] : [await said.textContent()]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check('by touch: the page does not scroll sideways', wide > 390 ? [`${wide} pixels wide`] : []);

    // Two devices have too little memory: one says so, the other finds out.
    for (const [what, poor, words] of [
        ['a device of 1 GB', () => Object.defineProperty(navigator, 'deviceMemory', { get: () => 1 }), /has 1 GB of memory; the compiler needs 2\. Labs run without it/],
        ['a device that gives no memory', () => {
            const make = URL.createObjectURL, refuse = () => {
                const why = () => new RangeError('WebAssembly.Memory(): could not allocate memory');
                WebAssembly.Memory = WebAssembly.Instance = function () { throw why(); };
                WebAssembly.instantiate = WebAssembly.instantiateStreaming = () => Promise.reject(why());
            };
            URL.createObjectURL = blob => make.call(URL, new Blob([`(${refuse})();`, blob], { type: blob.type }));
        }, /too little memory left for the compiler \(.*could not allocate memory\)\. Labs run without it/],
    ]) {
        const other = await browser.newPage();
        other.setDefaultTimeout(PATIENCE);
        await other.addInitScript(poor);
        await other.goto(`file://${site}/ch3.html#ex3-1`);
        await other.getByRole('button', { name: 'Do it here: ex3-1', exact: true }).click();
        await other.locator('.desk-buttons .on').click();
        await other.waitForSelector('.desk[data-runs="1"]');
        const told = await other.locator('.desk-errors').textContent();
        check(`${what} is told`, words.test(told) ? [] : [told]);
        await other.close();
    }
    check('by touch: no script error', wrong);
    await browser.close();
})().catch(e => {
    console.log(`FAIL the test by touch itself: ${e.message.split('\n')[0]}`);
    process.exit(1);
});

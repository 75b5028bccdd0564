// reach.js SITE: whether a lab is within reach: what one looks at and what one presses are in sight together on a laptop, nothing scrolls
// sideways on a telephone, a verdict's carets point at what they should, and a button leads to what comes next. In headless Chromium, from
// file://. Prints "pass WHAT" or "FAIL WHAT: why" for each thing that must hold. It takes a third each day, of the labs and the exercise.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium, how } = require('../harness/chromium.js');
const { check } = require('./core.js');
const { open: openPage, start } = require('./page.js');
const today = require('../harness/today.js');

const site = path.resolve(process.argv[2]);
const SIX = [['ch0.html', 'lab:hello'], ['ch1.html', 'lab:tiles'], ['ch2b.html', 'lab:race'], ['ch3.html', 'lab:interleaved'], ['ch5.html', 'lab:hello-nested'],
    ['ch6.html', 'lab:sgemm-tile']];
const wrong = []; // script errors

const open = (browser, address, width, height) => openPage(browser, site, address, wrong, { viewport: { width, height } });
// Presses a button of a lab, as a reader does, and waits until the lab has done it.
const press = async (page, id, name) => {
    await page.locator(`[id="${id}"] .lab-transport`).getByRole('button', { name, exact: true }).click();
    await page.evaluate(i => window.labs.live.get(i).task(() => 0), id);
};
const WALK = ['Step a line', 'Step a line', 'Run to the next barrier', 'Step an instruction', 'A line back', 'To the end', 'An instruction back'];

// What of the source, the lanes and the buttons is out of sight, or below the page's bar.
const hidden = (page, id) => page.evaluate(i => {
    const figure = document.getElementById(i), bar = document.querySelector('.bar').getBoundingClientRect().bottom;
    const box = part => figure.querySelector(part).getBoundingClientRect(), buttons = box('.lab-transport');
    const out = [];
    for (const part of ['.lab-transport', '.lab-source', '.lab-warps']) {
        const { top, bottom } = box(part), over = part === '.lab-transport' || bottom <= buttons.top ? bar : buttons.bottom;
        if (top < over - 1 || bottom > innerHeight + 1) out.push(`${part} from ${Math.round(top)} to ${Math.round(bottom)}, free is ${Math.round(over)} to ${innerHeight}`);
    }
    const now = figure.querySelector('.lab-source .now');
    if (now) {
        const line = now.getBoundingClientRect(), source = box('.lab-source');
        if (line.top < source.top - 1 || line.bottom > source.bottom + 1) out.push(`line ${now.textContent} is out of the source’s box`);
    }
    const warp = figure.querySelector('.lab-warps > .now');
    if (warp && (warp.getBoundingClientRect().top < box('.lab-warps').top - 1 || warp.getBoundingClientRect().bottom > box('.lab-warps').bottom + 1)) out.push('the warp is out of its box');
    return out;
}, id);

async function laptop(browser, name, id) {
    const page = await open(browser, name, 1280, 800), out = [], places = new Set();
    await start(page, id);
    // Where the lines of the source stand, beside the first.
    const lines = () => page.evaluate(i => {
        const all = [...document.getElementById(i).querySelectorAll('.lab-source code')].filter(e => e.offsetParent).map(e => Math.round(e.getBoundingClientRect().top));
        return all.map(top => top - all[0]).join();
    }, id);
    for (const step of WALK) {
        await press(page, id, step);
        for (const what of await hidden(page, id)) out.push(`${step}: ${what}`);
        if (!name.startsWith('ch5')) places.add(await lines()); // there another kernel's source comes
    }
    check(`${id}, 1280 x 800: source, lanes and buttons are in sight while one steps`, out);
    check(`${id}: no label moves a line of the source`, places.size > 1 ? [...places] : []);
    const keys = await page.locator(`[id="${id}"] .lab-transport button`).evaluateAll(all => all.filter(b => {
        const shown = getComputedStyle(b, '::after').content.replace(/"/g, '');
        return shown !== b.getAttribute('aria-keyshortcuts').replace('+', ' ');
    }).map(b => b.textContent));
    check(`${id}: each button shows its key`, keys);
    const cells = page.locator(`[id="${id}"] .lab-cells`).first();
    if (await cells.count()) {
        await page.locator(`[id="${id}"] .lab-arrays summary`).first().click();
        check(`${id}: an array folds`, await cells.isVisible() ? ['it does not'] : []);
    }
    await page.close();
}

async function telephone(browser, name, id) {
    const page = await open(browser, name, 390, 844), wide = new Set();
    await start(page, id);
    for (const step of WALK) {
        await press(page, id, step);
        wide.add(await page.evaluate(() => document.documentElement.scrollWidth));
    }
    check(`${id}, 390 pixels: nothing scrolls sideways while one steps`, Math.max(...wide) > 390 ? [...wide] : []);
    await page.close();
}

const right = fs.readFileSync('solutions/ex3-1-block-sum/exercise.cu', 'utf8');

async function judge(page, text) {
    const desk = page.locator('.exercise-desk').first(), runs = Number(await desk.locator('.desk').getAttribute('data-runs'));
    await desk.locator('.cm-content').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector(`.exercise-desk .desk[data-runs="${runs + 1}"]`);
}

// How far each caret of the verdict is, in pixels, from the character of the line above to which it points: across, and down.
const carets = page => page.evaluate(() => {
    const box = document.querySelector('.exercise-verdict'), walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), places = [];
    while (walker.nextNode()) for (let k = 0; k < walker.currentNode.data.length; k++) places.push([walker.currentNode, k]);
    const text = box.textContent, at = k => {
        const range = document.createRange(), [node, from] = places[k];
        range.setStart(node, from);
        range.setEnd(node, from + 1);
        return range.getBoundingClientRect();
    };
    const found = [];
    for (const { index } of text.matchAll(/\^(?=\n)/g)) {
        const line = text.lastIndexOf('\n', index) + 1, above = text.lastIndexOf('\n', line - 2) + 1;
        const [caret, under] = [at(index), at(above + index - line)];
        found.push([Math.round(caret.left - under.left), Math.round(caret.top - under.bottom)]);
    }
    return found;
});

async function exercise(browser) {
    const page = await open(browser, 'ch3.html#ex3-1', 1280, 800), lab = page.locator('figure.lab[data-ready]');
    await page.getByRole('button', { name: 'Do it here: ex3-1', exact: true }).click();
    await page.locator('.cm-content').waitFor();
    await page.evaluate(() => {
        window.said = [];
        const words = document.querySelector('.desk-buttons [role=status]');
        new MutationObserver(() => window.said.push(words.textContent)).observe(words, { childList: true, characterData: true, subtree: true });
    });
    const slow = async () => (await page.evaluate(() => window.said.splice(0))).filter(words => /Only the first time/.test(words)).length;

    await judge(page, right.replace('i < n ? x[i] : 0', '(unsigned long long)i + 1 < (unsigned long long)n + 64 ? x[i] : 0'));
    check('the first compilation in a page says that only it is slow', await slow() ? [] : ['it does not']);
    await page.setViewportSize({ width: 390, height: 844 });
    const points = await carets(page);
    check('a verdict at 390 pixels: the caret stands below its character', points.length && points.every(([across, down]) => across === 0 && down >= 0 && down < 8) ? [] : [JSON.stringify(points)]);
    const verdict = await page.locator('.exercise-verdict').evaluate(box => ({ longest: Math.max(...box.textContent.split('\n').map(line => line.length)),
        over: [...box.querySelectorAll('span:not(.whole)')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent) }));
    check('a verdict at 390 pixels is wrapped by the page alone', [...verdict.longest > 80 ? [] : [`its longest line has ${verdict.longest} characters`], ...verdict.over]);
    check('a verdict at 390 pixels: the page does not scroll sideways', await page.evaluate(() => document.documentElement.scrollWidth) > 390 ? ['it does'] : []);
    await page.setViewportSize({ width: 1280, height: 800 });

    // A race, and what reads before it: the barrier of the loop is gone.
    await judge(page, right.replace(/(part\[tid\] \+= .*;)\s*__syncthreads\(\);/, '$1').replace('int part[]', 'unsigned part[]'));
    check('later compilations do not say so', await slow() ? ['they do'] : []);
    await page.getByRole('button', { name: 'Look inside', exact: true }).click();
    await lab.waitFor();
    const id = 'look-ex3-1', at = () => page.evaluate(i => {
        const { state, survey } = window.labs.live.get(i);
        return { moment: state.moment, total: survey.total, line: document.querySelector(`[id="${i}"] .lab-source .now`).textContent, findings: state.findings };
    }, id);
    const first = await at();
    check('“Look inside” opens at the finding', first.moment > 0 && first.moment < first.total && first.findings.length === 1 && /part\[tid/.test(first.line) ? [] : [JSON.stringify(first)]);
    check('“Look inside”: source, lanes and buttons are in sight', await hidden(page, id));
    const box = await lab.locator('.lab-findings > :first-child').boundingBox();
    check('“Look inside”: so is the finding', box && box.y >= 0 && box.y < 780 ? [] : [JSON.stringify(box)]);
    const arrays = await lab.locator('.lab-arrays summary').allTextContents();
    check('“Look inside”: arrays have the program’s names and types', arrays.some(a => /^x: \d+ int,/.test(a)) && arrays.some(a => /^part: \d+ unsigned, shared/.test(a)) ? [] : arrays);
    await press(page, id, 'To the end');
    await lab.locator('.lab-findings button').first().click();
    await page.evaluate(i => window.labs.live.get(i).task(() => 0), id);
    const again = await at();
    check('a finding can be pressed, and leads to its step and line', again.moment === first.moment && again.line === first.line ? [] : [JSON.stringify(again)]);

    const next = page.getByRole('button', { name: 'Next exercise', exact: true }), early = await next.isVisible().catch(() => false);
    await judge(page, right);
    check('after a pass a button leads on, and not before', !early && await next.first().isVisible() ? [] : [early ? 'it is there too early' : 'there is none']);
    await next.first().click();
    await page.locator('#ex3-2 .cm-content').waitFor();
    const top = await page.locator('#ex3-2').evaluate(e => e.getBoundingClientRect().top);
    check('it leads to the next task, with its editor open', top >= 0 && top < 800 ? [] : [`its heading is at ${top}`]);
    await page.close();
}

(async () => {
    const browser = await chromium.launch(how), tell = what => e => console.log(`FAIL ${what}: ${e.message.split('\n')[0]}`);
    const looks = SIX.map(([name, id]) => async () => {
        await laptop(browser, name, id).catch(tell(`${id} on a laptop`));
        await telephone(browser, name, id).catch(tell(`${id} on a telephone`));
    });
    if (fs.existsSync(path.join(site, 'lab/compiler.js'))) looks.push(() => exercise(browser).catch(tell('an exercise within reach')));
    else console.log('the book has no compiler: no exercise is looked at');
    for (const look of today(looks)) await look();
    check('within reach: no script error', wrong);
    await browser.close();
})().catch(e => {
    console.log(`FAIL the test of what is within reach itself: ${e.message.split('\n')[0]}`);
    process.exit(1);
});

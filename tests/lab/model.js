// model.js SITE SPEED COUNT EXERCISE…: the language model in its page, in headless Chromium, from file://: by the keyboard, with kernels
// that the browser keeps, with wrong ones, stopped, and on a telephone. The browser keeps the solutions of the exercises, ex3-13, which do
// COUNT of the steps. SPEED: the tokens per second of ./say -n 20 with these as the page compiles them. Prints "pass WHAT" or "FAIL WHAT: why" for each thing that must hold.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium, how } = require('../harness/chromium.js');
const { violations } = require('../harness/axe.js');
const { check } = require('./core.js');
const { open: openPage } = require('./page.js');

const [folder, speed, count, ...exercises] = process.argv.slice(2), site = path.resolve(folder);
const wrong = []; // script errors

// The solutions as exercises.js keeps them: { 'ex0-16': { source }, … }.
const solutions = Object.fromEntries(fs.readdirSync('solutions').filter(f => /^ex/.test(f))
    .map(f => [/^ex\d+-\d+/.exec(f)[0], { source: fs.readFileSync(`solutions/${f}/exercise.cu`, 'utf8') }]));
const some = change => Object.fromEntries(Object.entries(change).map(([name, [from, to]]) => [name, { source: solutions[name].source.replace(from, to) }]));

(async () => {
    const browser = await chromium.launch(how);
    const open = async (kept, options) => {
        const context = await browser.newContext(options), asked = [];
        await context.addInitScript(all => localStorage.setItem('warp-exercises', all), JSON.stringify(kept));
        context.on('request', r => asked.push(path.basename(r.url())));
        const page = await openPage(context, site, 'model.html', wrong), lab = page.locator('#writes');
        const start = async () => {
            await lab.getByRole('button', { name: /^Run it here/ }).focus();
            await page.keyboard.press('Enter');
            await page.waitForSelector('#writes[data-ready]');
        };
        const write = async (text, count) => {
            await lab.getByRole('spinbutton').fill(String(count));
            await lab.getByRole('textbox').fill(text);
            await lab.getByRole('textbox').press('Enter');
            await page.waitForSelector('#writes[data-written]');
            return lab.locator('.model-text').textContent();
        };
        const status = () => lab.locator('.model-status').textContent();
        const rows = () => lab.locator('tbody tr').allTextContents();
        return { context, page, lab, asked, start, write, status, rows };
    };
    const holds = (what, condition, ...found) => check(what, condition ? [] : found.map(String));

    {
        const { context, page, lab, asked, start, write, status, rows } = await open({});
        holds('a page that is only read doesn’t load the model', asked.includes('boot.js') && !asked.some(f => /weights|core|model\.js/.test(f)), asked);
        await start();
        holds('its weights come when it is opened', asked.includes('weights.js') && !asked.includes('compiler.js'), asked);
        holds('the focus goes to the text', await page.evaluate(() => document.activeElement.value) === 'A kernel is', 'it does not');
        const text = await write('A kernel is', 20);
        holds('by plain C it goes on with the text', text === 'A kernel is a function that eve', text);
        holds('without kernels no step is the reader’s', /^\d+ tokens per second, modelled .* 0 of 15 steps are yours\.$/.test(await status()), await status());
        holds('all steps are listed', (await rows()).filter(r => /plain C: there is no kernel of yours yet$/.test(r)).length === 15, await rows());
        const links = await lab.locator('tbody a').evaluateAll(all => all.map(a => a.getAttribute('href')));
        check('each leads to its exercise', links.filter(to => {
            const [file, id] = to.split('#');
            return !fs.readFileSync(path.join(site, file), 'utf8').includes(`<details class="exercise" id="${id}"`);
        }));
        await write('Grüße', 20);
        const refused = await lab.getByRole('alert').textContent();
        holds('what it can’t read is refused in words', /no character but those of ASCII/.test(refused), refused);

        // It never comes to the end of so many characters, however fast the machine is: the worker ends before.
        await lab.getByRole('spinbutton').fill('10000');
        await lab.getByRole('textbox').fill('If');
        await lab.getByRole('button', { name: 'Write', exact: true }).click();
        await page.waitForFunction(() => document.querySelector('.model-text').textContent.length > 4);
        await lab.getByRole('button', { name: 'Stop', exact: true }).click();
        await page.waitForSelector('#writes[data-written]');
        const stopped = (await lab.locator('.model-text').textContent()).length;
        holds('Stop stops it', await status() === 'Stopped.' && stopped < 10002, await status(), stopped);
        const again = await write('A kernel is', 5);
        holds('after that it can write again', again === 'A kernel is a fu', again);

        for (const [width, colorScheme] of [[390, 'light'], [390, 'dark'], [1280, 'light'], [1280, 'dark']]) {
            await page.setViewportSize({ width, height: 844 });
            await page.emulateMedia({ colorScheme });
            check(`${width} pixels, ${colorScheme}: axe finds nothing`, await violations(page, { within: '#writes' }));
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            holds(`${width} pixels, ${colorScheme}: the page does not scroll sideways`, wide <= width, `${wide} pixels wide`);
        }
        await context.close();
    }
    {
        const { context, start, write, status, rows } = await open(Object.fromEntries(exercises.map(name => [name, solutions[name]])));
        const are = (all, pattern) => all.filter(r => pattern.test(r)).length === Number(count);
        await start();
        holds('kernels that the browser keeps are announced', are(await rows(), /your kernel, which hasn’t passed its exercise, if it agrees/), await rows());
        const text = await write('A kernel is', 20);
        holds('by the reader’s kernels the text is the same', text === 'A kernel is a function that eve', text);
        holds('their steps are the reader’s', are(await rows(), /yours$/), await rows());
        holds('the speed is the terminal’s', (await status()).startsWith(`${speed} tokens per second, modelled `) && (await status()).includes(` ${count} of 15 steps`), await status());
        await write('A kernel is', 20);
        holds('the last speed stands beside the new one', (await status()).endsWith(` Last time: ${speed}, with ${count}.`), await status());
        await context.close();
    }
    {
        const { context, lab, start, write, rows } = await open({ ...some({
            'ex3-13': ['* scale;', '* scale * 1.001f;'], 'ex4-9': ['float', 'flaot'], 'ex0-16': ['x[i] =', 'x[i + 10000000] ='] }), 'ex0-2': solutions['ex0-2'] });
        await start();
        const text = await write('A kernel is', 20), all = (await rows()).join('\n');
        holds('with wrong kernels the text is the same', text === 'A kernel is a function that eve', text);
        for (const [what, pattern] of [['a wrong result', /^softmaxex3-13plain C: its result differs$/m], ['a fault', /^embedex0-16plain C: it is at faultwhat was foundInvalid __global__ write/m],
            ['a file that doesn’t compile', /^dotsex4-9plain C: your file doesn’t compilewhat was foundline \d+: .*flaot/m], ['the right one', /^saxpyex0-2yours$/m]])
            holds(`${what} is named`, pattern.test(all), all);
        holds('a kernel that is missing is named', /^geluex2-15plain C: there is no kernel of yours yet$/m.test(all), all);
        check('axe finds nothing in what is said of them', await violations(lab.page(), { within: '#writes' }));
        await context.close();
    }
    check('scripts make no errors', wrong);
    await browser.close();
})();

// reader.js SITE: what readers meet who have a telephone, only a keyboard, or ears instead of eyes, or whose kernel never ends; and
// how their work is kept. In headless Chromium, from file://. Prints "pass WHAT" or "FAIL WHAT: why" for each thing that must hold.
'use strict';
const fs = require('fs');
const path = require('path');
const { execFileSync } = require('child_process');
const { chromium, how } = require('../harness/chromium.js');
const { check } = require('./core.js');
const { open: openPage, start } = require('./page.js');
const today = require('../harness/today.js');

const site = path.resolve(process.argv[2]);
const only = process.argv[3]; // the name of one test, for a quick look; without one a third of them, each day another
const wrong = []; // script errors

const open = (context, address) => openPage(context, site, address, wrong);
const focused = page => page.evaluate(() => document.activeElement.textContent);

const tests = {
    // Nothing that a step changes moves the buttons, wherever the reader has scrolled to.
    async buttons(browser) {
        const context = await browser.newContext();
        for (const [width, name, id] of [390, 1280].flatMap(w => [[w, 'ch3.html', 'lab:interleaved'], [w, 'ch2b.html', 'lab:race'], [w, 'ch5.html', 'lab:hello-nested']])) {
            const page = await open(context, name);
            await page.setViewportSize({ width, height: 844 });
            await start(page, id);
            const moved = await page.evaluate(async i => {
                const figure = document.getElementById(i), lab = window.labs.live.get(i), found = [];
                const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                const places = () => [...figure.querySelectorAll('.lab-transport :is(button, input)')].map(e => {
                    const { left, top, width } = e.getBoundingClientRect();
                    return [left, top, width].map(Math.round).join(' ');
                }).join();
                for (const part of ['.lab-transport', '.lab-arrays, .lab-printed', '.lab-numbers']) {
                    await lab.go(0);
                    figure.querySelector(part).scrollIntoView({ block: 'center' });
                    await drawn();
                    const first = places(), steps = [() => lab.jump('l'), () => lab.jump('l'), () => lab.jump('b'), () => lab.go(lab.survey.total)];
                    for (const step of steps) {
                        await step();
                        await drawn();
                        if (places() !== first) found.push(`${part}: ${first} becomes ${places()}`);
                    }
                }
                return found;
            }, id);
            check(`${id}, ${width} pixels: the buttons stay while one steps`, moved);
            await page.close();
        }
        await context.close();
    },

    async keyboard(browser) {
        const context = await browser.newContext(), page = await open(context, 'ch3.html'), lab = page.locator('[id="lab:interleaved"]');
        await lab.locator('.lab-buttons button').first().focus();
        await page.keyboard.press('Enter');
        await page.waitForSelector('[id="lab:interleaved"][data-ready]');
        check('the focus goes from “Run it here” to the next step', await focused(page) === 'Line ▶' ? [] : [await focused(page)]);
        await lab.getByRole('button', { name: 'Edit', exact: true }).focus();
        await page.keyboard.press('Enter');
        await lab.locator('.cm-content').waitFor();
        await page.waitForFunction(() => !document.querySelector('[aria-disabled]'));
        check('after “Edit” the focus is still there', await focused(page) === 'Edit' ? [] : [await focused(page)]);
        await lab.getByRole('button', { name: 'Compile and run' }).focus();
        await page.keyboard.press('Enter');
        check('a button that works says so', await page.locator('.desk button.on[aria-disabled=true]').count() ? [] : ['it does not']);
        await page.keyboard.press('Enter'); // a second press while it works counts for nothing
        await page.waitForSelector('.desk[data-runs="1"]');
        check('after “Compile and run” the focus is still there', await focused(page) === 'Compile and run' ? [] : [await focused(page)]);
        const heard = await lab.locator('.lab-heard').first().locator('li').allTextContents();
        const shown = await lab.locator('.lab-cells').first().locator('u').allTextContents();
        check('a question is the name of the field for its answer', await lab.getByRole('spinbutton', { name: /^How many sectors/ }).count() ? [] : ['it is not']);
        check('an array’s values can be heard', heard.length > 1 && /^part\[0\] to part\[7\]: /.test(heard[0]) &&
            heard.map(row => row.replace(/.*: /, '')).join(', ') === shown.join(', ') ? [] : heard.slice(0, 2));
        await context.close();
    },

    // The first run and a later walk notice an endless loop at different moments; and some loops nobody notices.
    async endless(browser) {
        const context = await browser.newContext(), page = await open(context, 'ch0.html'), id = 'lab:hello', lab = page.locator(`[id="${id}"]`);
        const loop = async text => {
            await page.evaluate(([i, t]) => {
                const { desk, given } = window.labs.live.get(i);
                desk.set(given.replace(/(__global__ void hello\([^)]*\)\s*\{)/, `$1 ${t}`));
            }, [id, text]);
            const runs = Number(await lab.locator('.desk').getAttribute('data-runs'));
            await lab.locator('.desk button.on').click();
            await page.waitForSelector(`[id="${id}"] .desk[data-runs="${runs + 1}"]`);
        };
        const press = name => lab.locator('.lab-transport').getByRole('button', { name }).click();
        const told = () => lab.locator('.lab-findings').textContent();
        const still = () => page.evaluate(i => { const l = window.labs.live.get(i); return l.task(() => [l.state.moment, l.survey.total, Boolean(l.playing)]); }, id);
        await start(page, id);
        await lab.getByRole('button', { name: 'Edit', exact: true }).click();
        await lab.locator('.cm-content').waitFor();
        await loop('for (;;) asm volatile("");');
        for (const way of ['To the end', 'Play (space)']) {
            await page.evaluate(i => window.labs.live.get(i).go(1), id); // what comes before changes where it is noticed
            if (way === 'To the end') await press(way);
            else await lab.locator('.lab-transport').getByText('Play').click();
            await page.waitForFunction(i => { const l = window.labs.live.get(i); return l.state.over && !l.playing; }, id);
            const [moment, total] = await still();
            check(`an endless loop: “${way}” comes to its end, and says why`, moment === total && /never ends/.test(await told()) ? [] : [`${moment} of ${total}`, await told()]);
        }
        await press('A line back');
        const [back, total] = await still();
        check('an endless loop: one can step back from there', back < total ? [] : [`${back} of ${total}`]);

        await loop('while (*(volatile int *)said >= 0) ++*(volatile int *)said;');
        await press('To the end');
        await page.waitForFunction(i => { const l = window.labs.live.get(i); return l.state.moment === l.survey.total; }, id);
        check('a loop of which nobody knows whether it ends is cut, in words', /four million instructions/.test(await told()) ? [] : [await told()]);
        // Stops the core right behind its next call of that name. If it is held, its answer waits until the page's Stop is pressed. So
        // nothing depends on how fast the core or the page is.
        const stopNext = (name, held) => page.evaluate(([i, n, h]) => {
            const { core } = window.labs.live.get(i), call = core.call.bind(core), stop = core.stop.bind(core);
            core.call = (asked, args, tell) => {
                const answer = call(asked, args, tell);
                if (asked !== n) return answer;
                delete core.call;
                stop();
                if (!h) return answer;
                const telling = setInterval(() => tell(1), 20);
                return new Promise(done => { core.stop = () => { delete core.stop; clearInterval(telling); done(answer); }; });
            };
        }, [id, name, held]);
        await stopNext('survey', false);
        await page.evaluate(i => window.labs.live.get(i).begin(), id);
        const [stopped, of] = await still();
        check('a run that is stopped can be stepped through as far as it came', stopped === 0 && of > 0 && of < 4e6 ? [] : [`${stopped} of ${of}`]);

        // Into the loop, then on to the line after it, where no step comes; and back from there. (Two blocks would take turns.)
        await stopNext('survey', false);
        await page.evaluate(i => window.labs.live.get(i).choose('grid', '1'), id);
        const player = lab.locator('.lab-transport').getByText('Stop', { exact: true });
        const stops = async (button, way, right) => {
            const [from] = await still();
            await stopNext('jump', true);
            await press(button);
            const shown = await player.click({ timeout: 60000 }).then(() => true, () => false), [at] = await still();
            check(`${way} of a loop that does not end can be stopped`, shown && right(from, at) ? [] : [`Stop is shown: ${shown}; from moment ${from} to ${at}`]);
        };
        await press('Step a line');
        await still();
        for (let k = 0; k < 9 && !(await lab.locator('.lab-source .now').allTextContents()).join().includes('while'); k++) {
            await press('Step a line');
            await still();
        }
        await stops('Step a line', 'a step to the next line', (from, at) => at > from && at < 4e6);
        await stops('A line back', 'a step to the line before', (from, at) => at < from);
        check('after that the button no longer stops', await player.count() ? ['it does'] : []);
        await context.close();
    },

    async findings(browser) {
        const context = await browser.newContext(), page = await open(context, 'ch2b.html'), lab = page.locator('[id="lab:race"]');
        await start(page, 'lab:race');
        await lab.locator('.lab-transport').getByRole('button', { name: 'To the end' }).click();
        await lab.locator('.lab-findings pre').nth(1).waitFor();
        const texts = await lab.locator('.lab-findings pre').allTextContents();
        check('a missing barrier: the findings name the lines around it', /missing before this read, where all threads of the block come by\n +line \d+: out\[/.test(texts[0]) &&
            /missing between the two accesses, where all threads of the block come by\n +line \d+: stretch\[.*\n +line \d+: out\[/.test(texts[1]) ? [] : texts);
        const nested = await open(context, 'ch5.html'), id = 'lab:hello-nested';
        await start(nested, id);
        await nested.locator(`[id="${id}"] .lab-transport`).getByRole('button', { name: 'To the end' }).click();
        const printed = nested.locator(`[id="${id}"] .lab-printed`);
        await printed.getByText('fire: depth 2').waitFor();
        check('printf takes a width from its arguments', /^fire: depth 0, thread 0 of 4$/m.test(await printed.textContent()) && /^ {2}fire: depth 1, thread 1 of 2$/m.test(await printed.textContent())
            ? [] : [await printed.textContent()]);
        await context.close();
    },

    async predictions(browser) {
        const context = await browser.newContext(), page = await open(context, 'ch2.html'), id = 'lab:occupancy', lab = page.locator(`[id="${id}"]`);
        await start(page, id);
        await page.evaluate(i => window.labs.live.get(i).choose('ballast', '16384'), id); // 41.67 %
        for (const [guess, verdict] of [['42', 'right'], ['41.7', 'right'], ['43', 'wrong']]) {
            await lab.locator('.lab-asks input').fill(guess);
            await lab.locator('.lab-asks button').click();
            await lab.locator('.lab-asks output:is(.right, .wrong)').waitFor();
            await page.evaluate(i => window.labs.live.get(i).task(() => 0), id);
            const said = await lab.locator('.lab-asks output').getAttribute('class');
            check(`41.67 %, told as ${guess}, is ${verdict}`, said === verdict ? [] : [said]);
        }
        await context.close();
    },

    // What a lab says to those who hear it, and what it shows where the system chooses the colours or one sees few of them.
    async senses(browser) {
        const context = await browser.newContext(), page = await open(context, 'ch2b.html'), id = 'lab:race', lab = page.locator(`[id="${id}"]`);
        await start(page, id);
        const again = await page.evaluate(async i => {
            const live = window.labs.live.get(i);
            await live.go(live.survey.total);
            const first = live.findings.firstChild, seen = live.findings.children.length;
            await live.go(live.survey.total - 1);
            await live.go(live.survey.total);
            return [seen, live.findings.firstChild === first];
        }, id);
        check('findings that stay are not read again at each step', again[0] > 1 && again[1] ? [] : [again.join()]);
        await page.evaluate(i => window.labs.live.get(i).go(0), id);
        const status = lab.locator('.lab-status'), player = lab.locator('.lab-transport button[aria-keyshortcuts=Space]');
        await player.click();
        const playing = await status.getAttribute('aria-live');
        await player.click();
        check('while a lab plays its status is not read at each line; after that it is', playing === 'off' && await status.getAttribute('aria-live') === 'polite' ? [] : [playing]);

        // The contrast of two colours, as WCAG counts it.
        const contrast = await page.evaluate(i => {
            const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            const luminance = colour => {
                canvas.fillStyle = colour;
                canvas.fillRect(0, 0, 1, 1);
                const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            return [...document.getElementById(i).querySelectorAll('input[type=number], select')].map(e => {
                const { borderTopColor: line, backgroundColor: ground } = getComputedStyle(e), [a, b] = [luminance(line), luminance(ground)].sort((x, y) => y - x);
                return (a + 0.05) / (b + 0.05);
            });
        }, id);
        check('one sees where a field is: its line has a contrast of 3', contrast.length && Math.min(...contrast) >= 3 ? [] : [contrast.join()]);
        const look = kind => page.evaluate(([i, k]) => {
            const cell = document.createElement('u');
            cell.className = k;
            document.getElementById(i).querySelector('.lab-lanes').append(cell);
            const { backgroundColor, boxShadow } = getComputedStyle(cell);
            cell.remove();
            return [backgroundColor, boxShadow];
        }, [id, kind]);
        const [[, ready], [, barrier]] = [await look('ready'), await look('barrier')];
        check('lanes that wait at a barrier are told by more than a colour', ready !== barrier ? [] : [barrier]);
        await page.emulateMedia({ forcedColors: 'active' });
        const [[on], [other]] = [await look('on'), await look('barrier')];
        check('lanes are told apart in the system’s own colours', on !== other ? [] : [on]);
        await context.close();
    },

    // An instructor opens what students have sent, one after the other, in one tab.
    async sent(browser) {
        const context = await browser.newContext(), page = await open(context, 'ch3.html#ex3-1'), name = 'Do it here: ex3-1';
        const text = () => page.locator('.exercise-desk .cm-content').textContent(), came = page.locator('.exercise-desk .exercise-came');
        await page.getByRole('button', { name, exact: true }).click();
        await page.locator('.cm-content').waitFor();
        const packed = words => page.evaluate(async w => {
            const given = window.labs.exercises['ex3-1'].source;
            return window.labs.packText(`${w}${given}`, given);
        }, words);
        const [ann, bob] = [await packed('// ann '), await packed('// bob ')];
        const follow = async (source, words) => {
            await page.evaluate(s => { location.hash = `ex3-1?source=${s}`; }, source);
            await came.getByText(words).waitFor();
        };
        await follow(ann, 'This text came with the address.');
        const first = await text();
        await follow(bob, 'This text came with the address.');
        await page.waitForFunction(() => document.querySelector('.exercise-desk .cm-content').textContent.includes('// bob'));
        check('texts that were sent are shown one after the other', /^\/\/ ann/.test(first) && /^\/\/ bob/.test(await text()) ? [] : [first.slice(0, 20), (await text()).slice(0, 20)]);
        await follow(bob.slice(0, -6), 'can’t be read: the address was cut or changed');
        check('an address that was cut is told, and shows nobody’s text', /^\/\/ (ann|bob)/.test(await text()) ? [(await text()).slice(0, 20)] : []);
        const other = await page.evaluate(async s => {
            try {
                return await window.labs.unpackText(s, `${window.labs.exercises['ex3-1'].source} `);
            } catch (e) {
                return e.message;
            }
        }, ann);
        check('a text of another edition is not taken for this one’s', /another edition/.test(other) ? [] : [other.slice(0, 40)]);
        await context.close();
        const fresh = await browser.newContext(), cut = await open(fresh, `ch3.html#ex3-1?source=${ann.slice(0, -6)}`);
        await cut.locator('.exercise-desk .exercise-came').getByText('the address was cut').waitFor();
        const id = 'lab:interleaved', lab = await open(fresh, `ch3.html#${id}?at=3&source=AAAA`);
        await lab.locator(`[id="${id}"] .lab-refusal`).getByText('The kernel in this address can’t be read').waitFor();
        check('nor is a lab’s address that was cut', []);
        await fresh.close();
    },

    // A prediction whose numbers are a student's own.
    async numbers(browser) {
        const context = await browser.newContext(), page = await open(context, 'exercises.html#ex2-10'); // which leads on to the exercise's chapter
        const desk = page.locator('.exercise-desk'), field = desk.getByLabel('Your id').first(), said = desk.locator('.exercise-id [role=status]').first();
        const whole = () => page.evaluate(() => document.body.innerText.replace(/\s+/g, ' '));
        const book = 'A grid of 4 blocks of 256 threads, 32 warps altogether', anns = 'A grid of 11 blocks of 128 threads';
        const judge = async answers => {
            const runs = Number(await desk.locator('.desk').first().getAttribute('data-runs'));
            await desk.locator('.cm-content').first().focus();
            await page.keyboard.press('Control+a');
            await page.keyboard.insertText(answers.map((a, i) => `__device__ double answer${i + 1} = ${a};`).join('\n'));
            await page.keyboard.press('Control+Enter');
            await page.waitForSelector(`.desk[data-runs="${runs + 1}"]`);
            return desk.locator('.exercise-verdict').first().textContent();
        };
        const answers = text => execFileSync('tests/judge/numbers.pl', ['ex2-10'], { input: text, encoding: 'utf8' }).trim().split('\n');
        await page.getByRole('button', { name: 'Do it here: ex2-10' }).click();
        await field.waitFor();
        check('a prediction without an id has the book’s numbers', (await whole()).includes(book) ? [] : ['it has not']);
        await field.fill('Ann');
        await field.press('Enter');
        await said.getByText('has the numbers of Ann').waitFor();
        const text = (await page.locator('#ex2-10 .task').innerText()).replace(/\s+/g, ' ');
        check('with an id it has the student’s, as in a handout', text.includes(anns) && !text.includes(book) ? [] : ['it has not']);
        const own = await judge(answers(text));
        check('the right answers to them pass', /^with the numbers of ann$/m.test(own) && /PASSED/.test(own) && !/NOT PASSED/.test(own) ? [] : [own]);
        const other = await open(context, 'exercises.html#ex5-4');
        await other.getByRole('button', { name: 'Do it here: ex5-4' }).click();
        await other.locator('.exercise-id').getByText('has the numbers of Ann').waitFor();
        const file = await other.locator('.cm-content').innerText();
        check('the next prediction knows the id, and its file has the numbers', /halving, one block of 32\b/.test(file) ? [] : [file.slice(-400)]);
        await field.fill('');
        await field.press('Enter');
        await page.waitForFunction(words => document.body.innerText.replace(/\s+/g, ' ').includes(words), book);
        const again = await judge(answers(text));
        check('without the id they are the book’s again', /NOT PASSED/.test(again) && !/numbers of/.test(again) ? [] : [again]);
        await context.close();
    },

    // A student's text: as it was given and back, in two tabs, in an archive.
    async work(browser) {
        const context = await browser.newContext(), page = await open(context, 'ch3.html#ex3-1');
        const name = 'Do it here: ex3-1', text = p => p.locator('.cm-content').textContent(), given = 'your code';
        const button = (p, words) => p.locator('.exercise-desk').getByRole('button', { name: words, exact: true });
        const write = async (p, words) => {
            await p.locator('.cm-content').focus();
            await p.keyboard.press('Control+Home');
            await p.keyboard.insertText(words);
        };
        await page.getByRole('button', { name, exact: true }).click();
        await page.locator('.cm-content').waitFor();
        await write(page, '// mine ');
        await button(page, 'As given').click();
        check('“As given” gives the text', !(await text(page)).includes('// mine') && (await text(page)).includes(given) ? [] : [await text(page)]);
        await page.reload();
        await page.getByRole('button', { name, exact: true }).click();
        await button(page, 'Back to my text').click();
        check('and one’s own comes back, also on another day', (await text(page)).includes('// mine') ? [] : [await text(page)]);

        const other = await open(context, 'ch3.html#ex3-1');
        await other.getByRole('button', { name, exact: true }).click();
        await other.locator('.cm-content').waitFor();
        await write(other, '// other ');
        await page.locator('.exercise-elsewhere').waitFor();
        const silent = await other.locator('.exercise-elsewhere').isVisible();
        check('two tabs: the one that did not write last says so', silent ? ['the other one does'] : []);
        await button(page, 'Take that text').click();
        check('two tabs: it takes the other’s text', /^\/\/ other/.test(await text(page)) && !(await page.locator('.exercise-elsewhere').isVisible()) ? [] : [await text(page)]);
        const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save my work' }).click()]);
        const archive = { name: 'warp-by-warp-work.tar', mimeType: 'application/x-tar', buffer: fs.readFileSync(await saved.path()) };

        await button(page, 'Judge').focus();
        await page.keyboard.press('Enter');
        await page.waitForSelector('.desk[data-runs="1"]');
        check('after “Judge” the focus is still there', await focused(page) === 'Judge' ? [] : [await focused(page)]);

        const said = page.locator('.exercise-all [role=status]'), bring = p => p.locator('#exercise-file');
        await bring(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no archive') });
        await said.getByText('notes.txt holds no work').waitFor();
        check('a file that is no archive is told', []);
        await context.close();

        const poor = await browser.newContext();
        await poor.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }));
        const bare = await open(poor, 'ch3.html#ex3-1');
        await bring(bare).setInputFiles(archive);
        await bare.getByText('Brought back: ex3-1. This browser keeps it until you leave the page.').waitFor();
        await bare.getByRole('button', { name, exact: true }).click();
        await bare.locator('.cm-content').waitFor();
        check('where the browser keeps nothing, work that was brought back is there', /^\/\/ other/.test(await text(bare)) ? [] : [await text(bare)]);
        await poor.close();
    },
};

(async () => {
    const browser = await chromium.launch(how);
    for (const name of only ? [only] : today(Object.keys(tests))) await tests[name](browser);
    check('readers: no script error', wrong);
    await browser.close();
})().catch(e => {
    console.log(`FAIL the test of readers itself: ${e.message.split('\n')[0]}`);
    process.exit(1);
});

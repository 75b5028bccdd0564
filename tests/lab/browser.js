// browser.js SITE LABS: opens the labs of the pages in headless Chromium, from file://, and prints "pass WHAT" or "FAIL WHAT: why" for each
// thing that must hold. LABS has what the build expects of each lab: *.json. Of the pages, and of what is done by hand, it takes a third
// each day.
'use strict';
const fs = require('fs');
const http = require('http');
const path = require('path');
const { chromium, how } = require('../harness/chromium.js');
const { violations } = require('../harness/axe.js');
const { differences, check } = require('./core.js');
const today = require('../harness/today.js');

const [site, folder] = process.argv.slice(2).map(p => path.resolve(p));
const html = new Map(fs.readdirSync(site).filter(f => f.endsWith('.html')).sort().map(f => [f, fs.readFileSync(path.join(site, f), 'utf8')]));
const pages = [...html.keys()].filter(f => html.get(f).includes('data-lab='));

// No wait is without end: a page that does not answer fails the test, in words.
const PATIENCE = 120000;
const patient = (what, promise) => Promise.race([promise, new Promise((_, failed) => {
    setTimeout(() => failed(new Error(`${what}: no answer in ${PATIENCE / 1000} seconds`)), PATIENCE).unref();
})]);

(async () => {
    const browser = await chromium.launch(how);
    const open = async (address, options = {}) => {
        const context = await browser.newContext({ viewport: { width: options.width || 1280, height: 900 }, ...options });
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        page.wrong = [];
        page.asked = [];
        page.on('pageerror', e => page.wrong.push(e.message));
        page.on('console', m => { if (m.type() === 'error') page.wrong.push(m.text()); });
        page.on('request', r => { page.asked.push(r.url()); if (!/^(file|data|blob):/.test(r.url())) page.wrong.push(`asks ${r.url()}`); });
        await page.goto(`file://${site}/${address}`);
        return page;
    };
    const start = async (page, id) => {
        await page.locator(`[id="${id}"] .lab-buttons button`).first().click();
        await page.waitForSelector(`[id="${id}"][data-ready]`);
    };
    const stop = (page, id) => page.locator(`[id="${id}"] .lab-buttons button`).last().click();
    // Calls the lab's own functions, which its buttons call too, and waits for them.
    const ask = (page, id, action, value) => patient(`${id}, ${action} ${value}`, page.evaluate(async ([i, a, v]) => {
        const lab = window.labs.live.get(i);
        if (a === 'choose') await lab.choose(v[0], v[1]);
        if (a === 'go') await lab.go(v);
        if (a === 'fail') await lab.task(() => lab.core.call('a call that there is not'));
        if (a === 'result') return lab.core.call('result');
        if (a === 'survey') return lab.survey;
        return { moment: lab.state.moment, words: lab.status.textContent, refusal: lab.refusal.textContent, total: lab.survey.total };
    }, [id, action, value]));
    const press = (page, id, text) => page.evaluate(([i, t]) =>
        [...document.getElementById(i).querySelectorAll('.lab-transport button')].find(b => b.textContent === t).click(), [id, text]);

    // Works on an exercise by keyboard alone: a wrong answer, a look inside, an answer that does not compile, a hint, the right answer.
    const student = async () => {
        const page = await open('ch3.html#ex3-1'), desk = page.locator('.exercise-desk'), said = desk.locator('.exercise-verdict');
        const press = async name => {
            await page.getByRole('button', { name, exact: true }).focus();
            await page.keyboard.press('Enter');
        };
        const judge = async text => {
            const runs = Number(await desk.locator('.desk').getAttribute('data-runs'));
            await desk.locator('.cm-content').focus();
            await page.keyboard.press('Control+a');
            await page.keyboard.insertText(text);
            await page.keyboard.press('Control+Enter');
            await page.waitForSelector(`.desk[data-runs="${runs + 1}"]`);
        };
        await press('Do it here: ex3-1');
        await desk.locator('.cm-content').waitFor();
        const right = fs.readFileSync('solutions/ex3-1-block-sum/exercise.cu', 'utf8');
        await judge(right.replace('i < n ? x[i] : 0', 'x[i]'));
        check('an exercise: a wrong answer is told', /Reads x\[193\]/.test(await said.textContent()) ? [] : [await said.textContent()]);
        await press('Look inside');
        await desk.locator('figure.lab[data-ready]').waitFor();
        const inside = await desk.locator('figure.lab').textContent();
        check('an exercise: the case that failed is a lab', /out of bounds/.test(inside) && /x: 193 int/.test(inside) ? [] : [inside]);
        await page.setViewportSize({ width: 390, height: 900 });
        check('an exercise, 390 pixels: axe finds nothing', await patient('axe', violations(page, { within: '.exercise-desk' })));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        check('an exercise, 390 pixels: the page does not scroll sideways', wide > 390 ? [`${wide} pixels wide`] : []);
        await judge(right.replace('part[tid] = i', 'part[tid] = j'));
        const error = await desk.locator('.desk-errors li').first().textContent();
        check('an exercise: an error is told', /undeclared identifier 'j'/.test(error) ? [] : [error]);
        const hint = i => page.locator('#ex3-1 .hints > details').nth(i).locator('summary');
        const second = await hint(1).isVisible();
        await hint(0).focus();
        await page.keyboard.press('Enter');
        await hint(1).waitFor();
        check('an exercise: hints come one by one', second ? ['the second one is there first'] : []);
        await judge(`${right}// mine\n`);
        check('an exercise: the right answer passes', /PASSED, 10 cases\. Silver: as good/.test(await said.textContent()) ? [] : [await said.textContent()]);
        const marked = await page.locator('.exercise-mark').allTextContents();
        check('an exercise: the level is a mark beside it', marked.includes('passed, silver') ? [] : marked);
        const tally = await page.locator('.exercise-tally').textContent();
        check('an exercise: how many are done', /^1 of \d+ passed, 0 gold, 1 silver\. $/.test(tally) ? [] : [tally]);
        await press('The solution');
        await desk.locator('.exercise-solution .yours').waitFor();
        const difference = await desk.locator('.exercise-solution .yours').allTextContents();
        check('an exercise: the solution, and the difference to one’s own', difference.join() === '- // mine\n' ? [] : difference);
        const [saved] = await Promise.all([page.waitForEvent('download'), press('Save my work')]);
        const work = fs.readFileSync(await saved.path(), 'utf8');
        check('an exercise: the work can be saved', /^progress\.txt/.test(work) && /ex3-1 1 [0-9a-f]{16} silver page-clang-[^ ]+\/\d+ [0-9. ]+\n/.test(work) && work.includes('// mine') ? [] : [work]);
        await press('Copy link');
        await page.waitForURL(/#ex3-1\?source=/);
        await page.waitForFunction(async () => (await (await caches.open('warp compiler')).keys()).length === labs.compiler.files.length);
        const other = await page.context().newPage(), asked = [];
        other.on('request', r => asked.push(r.url()));
        await other.goto(page.url());
        check('an exercise: a link holds one’s text', (await other.locator('.cm-content').textContent()).includes('// mine') ? [] : [page.url()]);
        await patient('the compiler that was kept', other.evaluate(() => labs.compilerReady()));
        check('another page’s compiler comes from what the browser has kept', asked.filter(a => /clang-/.test(a)));
        check('an exercise: no script error, no request elsewhere', page.wrong);
        const address = page.url();
        await page.context().close();
        await keeping(address, right);
    };

    // What is kept of one's work: not a shared text's pass, a text typed while it is judged, and all where the browser keeps nothing.
    const keeping = async (address, right) => {
        const page = await open('ch3.html#ex3-1'), desk = page.locator('.exercise-desk'), write = async text => {
            await page.locator('.cm-content').focus();
            await page.keyboard.insertText(text);
        };
        const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('warp-exercises'))['ex3-1']);
        await page.evaluate(() => localStorage.setItem('warp-exercises', JSON.stringify({ 'ex3-1': { source: '// own' } })));
        await page.goto(address);
        await desk.getByRole('button', { name: 'Judge' }).click();
        await desk.locator('.exercise-verdict.passed').waitFor();
        await page.waitForSelector('.desk[data-runs="1"]');
        const shared = JSON.stringify(await stored());
        check('a shared text that passes changes nothing of one’s own', shared === '{"source":"// own"}' ? [] : [shared]);
        await desk.getByRole('button', { name: 'My own text' }).click();
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Control+a');
        await write(right);
        await page.keyboard.press('Control+Enter');
        await write('// later');
        await page.waitForSelector('.desk[data-runs="2"]');
        const { source, passed } = await stored();
        check('what is typed while it is judged is kept, and the pass', passed && source === `${right}// later` ? [] : [passed, source]);

        await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }));
        await page.goto('about:blank');
        await page.goto(`file://${site}/ch3.html#ex3-1`);
        const hints = page.locator('#ex3-1 .hints summary');
        await hints.nth(0).click();
        await hints.nth(1).click();
        await page.getByRole('button', { name: 'Do it here: ex3-1', exact: true }).click();
        await page.locator('.cm-content').waitFor();
        await write('// denied');
        const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save my work' }).click()]);
        const work = fs.readFileSync(await saved.path(), 'utf8');
        check('where the browser keeps nothing, hints open and the work can be saved', /ex3-1 2 -\n/.test(work) && work.includes('// denied') ? [] : [work]);
        check('what is kept: no script error, no request elsewhere', page.wrong);
        await page.context().close();
    };

    // Every lab of a page: its first run, a walk to the end and back, and one of its choices.
    let count = 0;
    const labsOf = async name => {
        const page = await open(name);
        const labs = await page.$$eval('figure.lab', all => all.map(f => [f.id, f.dataset.lab]));
        check(`${name}: read only, it loads no lab`, page.asked.filter(u => /lab\/(core|lab)\.js|lab\/lab-/.test(u)));
        for (const [id, file] of labs) {
            count++;
            await start(page, id);
            const expected = JSON.parse(fs.readFileSync(path.join(folder, `${file}.json`), 'utf8'));
            const survey = await ask(page, id, 'survey');
            check(`${id}: the first run comes to what the build expects`, differences(survey.result, expected[0].result));
            const says = await page.locator(`[id="${id}"] .lab-try`).textContent();
            check(`${id}: if its text says “step”, there is something to step through`, /\bstep (through|line|on|to)\b/i.test(says) && survey.first === survey.total ? [says] : []);
            await press(page, id, 'End');
            await page.waitForSelector(`[id="${id}"][data-moment="${survey.total}"]`);
            check(`${id}: stepped to the end it comes to the same`, differences(await ask(page, id, 'result'), expected[0].result));
            const middle = await ask(page, id, 'go', Math.floor(survey.total / 2));
            check(`${id}: half way back`, middle.moment === Math.floor(survey.total / 2) && middle.words ? [] : [JSON.stringify(middle)]);
            await press(page, id, 'Start');
            await page.waitForSelector(`[id="${id}"][data-moment="0"]`);

            // Each lab tries one of its choices here; choices.js tries them all.
            const e = expected[1 + count % (expected.length - 1)];
            const state = await ask(page, id, 'choose', [e.choice, e.value]), now = await ask(page, id, 'survey');
            check(`${id}: ${e.choice} ${e.value} comes to what the build expects`,
                state.refusal !== (e.refused || '') ? [`it says “${state.refusal}”`] : e.refused ? [] : differences(now.result, e.result));
            if (count % 8 === 1) {
                for (const [width, theme] of [[[1280, 'light'], [390, 'dark'], [1280, 'dark'], [390, 'light']][(count >> 3) % 4]]) {
                    await page.setViewportSize({ width, height: 900 });
                    await page.emulateMedia({ colorScheme: theme });
                    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                    check(`${id}, ${width} pixels: the page does not scroll sideways`, wide > width ? [`${wide} pixels wide`] : []);
                    // axe would first look at all that is shown beside the lab.
                    const beside = await page.addStyleTag({ content: `article :not(:has([id="${id}"]), [id="${id}"], [id="${id}"] *) { display: none }` });
                    const found = await patient('axe', violations(page, { within: `[id="${id}"]` }));
                    await beside.evaluate(style => style.remove());
                    check(`${id}, ${theme}, ${width} pixels: axe finds nothing`, found);
                }
                await page.setViewportSize({ width: 1280, height: 900 });
                await page.emulateMedia({ colorScheme: 'light' });
            }
            await stop(page, id);
        }
        check(`${name}: no script error, no request elsewhere`, page.wrong);
        await page.context().close();
    };

    // Keys, bad values, an address, a prediction.
    const keys = async () => {
        const page = await open('ch3.html');
        const id = 'lab:interleaved', lab = page.locator(`[id="${id}"]`);
        await start(page, id);
        const moment = () => ask(page, id, 'state').then(s => s.moment);
        const first = await moment();
        const type = async key => {
            await page.keyboard.press(key);
            await page.evaluate(i => window.labs.live.get(i).task(() => 0), id);
        };
        await lab.locator('.lab-source').first().focus();
        await type('s');
        check('keys: s steps an instruction', await moment() === first + 1 ? [] : [String(await moment())]);
        await type('S');
        check('keys: S steps back', await moment() === first ? [] : [String(await moment())]);
        await type('n');
        const line = await moment();
        await type('N');
        check('keys: n steps a line, N a line back', line > first && await moment() < line ? [] : [`${first} ${line} ${await moment()}`]);
        await type('b');
        check('keys: b runs to the barrier', /to the barrier/.test((await ask(page, id, 'state')).words) ? [] : [(await ask(page, id, 'state')).words]);
        check('each change is said to a screen reader', await lab.locator('.lab-status[role=status]').count() ? [] : ['no status']);

        for (const [value, words] of [['0', /^n can be a whole number from 1 to 65536$/], ['70000', /1 to 65536/], ['1.5', /whole number/]]) {
            await ask(page, id, 'choose', ['n', value]);
            const said = (await ask(page, id, 'state')).refusal;
            check(`n = ${value} is refused in words`, words.test(said) ? [] : [said]);
        }
        await ask(page, id, 'choose', ['n', '65536']);
        check('65536 elements run', (await ask(page, id, 'state')).total > 100000 ? [] : [JSON.stringify(await ask(page, id, 'state'))]);
        await ask(page, id, 'choose', ['n', '128']);

        const after = await ask(page, id, 'fail');
        check('a core that fails is replaced, and it is said', /starts anew/.test(after.refusal) && after.total ? [] : [JSON.stringify(after)]);
        await lab.locator('.lab-transport button', { hasText: 'End' }).click();
        await page.waitForSelector(`[id="${id}"][data-moment="${after.total}"]`);
        await ask(page, id, 'choose', ['n', '128']);

        await lab.locator('.lab-asks input').first().fill('3');
        await lab.locator('.lab-asks button').first().click();
        await lab.locator('.lab-asks output.wrong').first().waitFor();
        await lab.locator('.lab-asks input').first().fill('2');
        await lab.locator('.lab-asks button').first().click();
        await lab.locator('.lab-asks output.right').first().waitFor();
        check('a prediction is told right from wrong', []);

        await ask(page, id, 'choose', ['block', '32']);
        await ask(page, id, 'go', 40);
        const address = await page.evaluate(i => window.labs.live.get(i).link(), id);
        check('a link holds choices and moment', /#lab:interleaved\?.*block=32.*at=40/.test(address) ? [] : [address]);
        const other = await open(`ch3.html${address}`);
        await other.waitForSelector(`[id="${id}"][data-ready]`);
        const there = await other.evaluate(i => { const l = window.labs.live.get(i); return [l.state.moment, l.inputs.block.value].join(); }, id);
        check('and leads there', there === '40,32' ? [] : [there]);
        await other.context().close();
        check('by hand: no script error', page.wrong);
        await page.context().close();
    };

    // A kernel is edited, and compiled in the page.
    const editing = async () => {
        const page = await open('ch3.html'), id = 'lab:interleaved', lab = page.locator(`[id="${id}"]`);
        const changed = async (from, to) => {
            await page.evaluate(([i, f, t]) => { const d = window.labs.live.get(i).desk; d.set(f ? d.text().replaceAll(f, t) : d.text()); }, [id, from, to]);
            const runs = Number(await lab.locator('.desk').getAttribute('data-runs'));
            await lab.locator('.desk button.on').click();
            await page.waitForSelector(`[id="${id}"] .desk[data-runs="${runs + 1}"]`);
        };
        await start(page, id);
        await ask(page, id, 'choose', ['n', '64']);
        await lab.locator('.lab-buttons button', { hasText: 'Edit' }).click();
        await lab.locator('.desk .cm-content').waitFor();
        const results = async () => JSON.stringify((await ask(page, id, 'survey')).result.results);
        const given = await results();
        await changed('', '');
        check('edited without a change, a kernel comes to the same', await results() === given ? [] : [await lab.locator('.desk').textContent()]);
        check('and the choices stay', (await page.evaluate(i => window.labs.live.get(i).inputs.n.value, id)) === '64' ? [] : ['n does not']);
        await changed('part[tid] += part', 'part[tid] += oops + part');
        const said = await lab.locator('.desk-errors li').first().textContent();
        check('an error is told at its line, in the compiler’s words', /^line \d+ error: use of undeclared identifier 'oops'$/.test(said) ? [] : [said]);
        await changed('part[tid] += oops + part', 'part[tid] -= part');
        check('what is changed is what runs', await results() !== given ? [] : [given, await lab.locator('.desk-errors').textContent()]);
        const address = await page.evaluate(i => window.labs.live.get(i).link(), id), now = await results();
        await page.context().close();
        const other = await open(`ch3.html${address}`);
        await other.waitForSelector(`[id="${id}"][data-ready]`);
        const there = JSON.stringify((await ask(other, id, 'survey')).result.results);
        check('a link holds the kernel', there === now ? [] : [address, there]);
        check('editing: no script error, no request elsewhere', [...page.wrong, ...other.wrong]);
        await other.context().close();
    };

    // So is one that launches kernels.
    const nesting = async () => {
        const launches = await open('ch5.html'), nested = 'lab:hello-nested', it = launches.locator(`[id="${nested}"]`);
        const sums = async () => JSON.stringify((await ask(launches, nested, 'survey')).result.results);
        await start(launches, nested);
        const noted = await sums();
        await it.locator('.lab-buttons button', { hasText: 'Edit' }).click();
        await it.locator('.desk button.on').click();
        await launches.waitForSelector(`[id="${nested}"] .desk[data-runs="1"]`);
        check('kernels that launch kernels are compiled, too', await sums() === noted ? [] : [await it.locator('.desk').textContent()]);
        await launches.context().close();
    };

    // The book comes from a server, and then there is no network.
    const offline = async () => {
        const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
        const server = http.createServer((asked, answer) => {
            const file = path.join(site, new URL(asked.url, 'http://x').pathname.replace(/^\/book/, ''));
            const there = asked.url.startsWith('/book/') && fs.existsSync(file);
            answer.writeHead(there ? 200 : 404, { 'content-type': types[path.extname(file)] || 'text/plain' });
            answer.end(there ? fs.readFileSync(file) : '');
        });
        await new Promise(ready => server.listen(0, '127.0.0.1', ready));
        const context = await browser.newContext(), page = await context.newPage(), at = `http://127.0.0.1:${server.address().port}/book`;
        page.setDefaultTimeout(PATIENCE);
        await page.goto(`${at}/ch0.html`);
        await page.evaluate(() => navigator.serviceWorker.ready);
        server.closeAllConnections();
        await new Promise(closed => server.close(closed));
        await page.goto(`${at}/ch3.html`);
        await start(page, 'lab:interleaved');
        check('without a network a page not yet read is there, with its labs', (await ask(page, 'lab:interleaved', 'survey')).total ? [] : ['no lab']);
        await context.close();
    };

    const withoutScripts = async () => {
        const page = await open('ch3.html', { javaScriptEnabled: false });
        const frame = page.locator('[id="lab:interleaved"] .wide-form svg');
        check('without JavaScript: a frame, with words', await frame.getAttribute('aria-label') ? [] : ['none']);
        check('without JavaScript: no button', await page.locator('.lab-buttons button').count() ? ['there is'] : []);
        await page.context().close();
    };

    const labs = [...html.values()].join('').match(/ data-lab=/g).length;
    check(`${labs} labs, 24 wanted`, labs < 24 ? [String(labs)] : []);
    for (const name of today(pages)) await labsOf(name);
    const compiler = fs.existsSync(path.join(site, 'lab/compiler.js')), compiling = [editing, student, nesting];
    if (!compiler) console.log('the book has no compiler: nothing is edited');
    for (const part of today([keys, editing, student, offline, nesting, withoutScripts])) if (compiler || !compiling.includes(part)) await part();
    await browser.close();
})().catch(e => {
    console.log(`FAIL the browser test itself: ${e.message.split('\n')[0]}`);
    process.exit(1);
});

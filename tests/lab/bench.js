// bench.js SITE CORE.wasm LABS [compiler]: measures what the labs cost a reader, in headless Chromium, and prints a line for each
// figure: how long the first lab of a page takes until it is ready, a step until it is drawn, a launch of 2^16 threads; and the bytes
// that a page loads without a lab and with one. With `compiler` it measures the compiler instead: how long it takes until it is ready,
// cold and from the browser's cache, from file:// and from a local server; how long ten exercises take from an edit to the first verdict and to the next;
// and the page's memory.
'use strict';
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { performance } = require('perf_hooks');
const { chromium, asReaders } = require('../harness/chromium.js');
const { bundles, open, compile } = require('./core.js');

const [site, wasm, folder] = process.argv.slice(2).map(p => path.resolve(p));
const median = list => list.sort((a, b) => a - b)[list.length >> 1];
const kilo = files => `${Math.round(files.reduce((n, f) => n + fs.statSync(path.join(site, f)).size, 0) / 1024)} KiB`;

async function labs() {
    console.log(`a page that is read loads for its labs: ${kilo(['lab/boot.js', 'lab/lab.css'])}`);
    console.log(`the first lab opened loads besides: ${kilo(['lab/core.js', 'lab/lab.js', 'lab/lab-interleaved.js'])}`);

    const browser = await chromium.launch(asReaders);
    const page = await browser.newPage();
    await page.goto(`file://${site}/ch3.html`);
    const id = 'lab:interleaved';
    const ready = await page.evaluate(async i => {
        const figure = document.getElementById(i), start = performance.now();
        figure.querySelector('.lab-buttons button').click();
        while (!('ready' in figure.dataset)) await new Promise(requestAnimationFrame);
        return performance.now() - start;
    }, id);
    console.log(`first lab ready: ${ready.toFixed(0)} ms (1000 wanted)`);
    const step = await page.evaluate(async i => {
        const lab = window.labs.live.get(i), times = [];
        for (let k = 0; k < 60; k++) {
            const start = performance.now();
            await lab.go(lab.state.moment + 1);
            document.body.getBoundingClientRect(); // lays the page out
            times.push(performance.now() - start);
        }
        return times;
    }, id);
    console.log(`a step drawn: median ${median(step).toFixed(1)} ms (16 wanted)`);
    await browser.close();

    const lab = open(compile(wasm));
    lab.load(bundles(folder)['lab-interleaved']);
    lab.choose('n', '65536');
    lab.choose('block', '512');
    lab.begin();
    const start = performance.now();
    let survey;
    while (!(survey = lab.survey(1e6)));
    const ms = performance.now() - start;
    console.log(`2^16 threads of reduceInterleaved, ${survey.total} warp instructions stepped to the end: ${ms.toFixed(0)} ms (300 wanted)`);
}

// ---- The compiler ----------------------------------------------------------------------------------------------------

const TEN = ['ex0-1', 'ex0-5', 'ex1-2', 'ex1-10', 'ex2-4', 'ex2-7', 'ex3-1', 'ex3-6', 'ex4-1', 'ex6-1'];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

// Starts a server of the site on this machine.
const serve = () => new Promise(ready => {
    const server = http.createServer((asked, answer) => {
        const file = path.join(site, path.normalize(new URL(asked.url, 'http://x').pathname)), there = fs.existsSync(file);
        answer.writeHead(there ? 200 : 404, { 'content-type': TYPES[path.extname(file)] || 'text/plain', 'cache-control': 'max-age=3600' });
        answer.end(there ? fs.readFileSync(file) : '');
    });
    server.listen(0, '127.0.0.1', () => ready(server));
});

// Returns the MiB that a page and its workers hold. Chromium's own figure needs an isolated page, so this adds up its processes.
function resident(profile) {
    const read = (pid, name) => { try { return fs.readFileSync(`/proc/${pid}/${name}`, 'latin1'); } catch { return ''; /* it has ended */ } };
    const number = (pid, key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1] ?? 0);
    const descends = pid => pid > 1 && (read(pid, 'cmdline').includes(profile) || descends(number(pid, 'PPid')));
    const renderers = fs.readdirSync('/proc').filter(f => /^\d+$/.test(f) && read(f, 'cmdline').includes('--type=renderer') && descends(f));
    return renderers.reduce((sum, pid) => sum + number(pid, 'RssAnon'), 0) / 1024;
}

// Runs in the page: returns how long it takes until the compiler is ready.
const ready = async () => {
    const start = performance.now();
    await labs.load('edit.js');
    await labs.compilerReady(() => {});
    return performance.now() - start;
};

// Runs in the page: waits until the browser has kept the whole compiler.
const kept = async () => {
    const cache = await caches.open('warp compiler');
    while ((await cache.keys()).length < labs.compiler.files.length) await new Promise(go => { setTimeout(go, 200); });
};

async function compiler() {
    const server = await serve(), at = `http://127.0.0.1:${server.address().port}`;
    for (const [what, address] of [['file://', `file://${site}`], ['a local server', at]]) {
        const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
        const context = await chromium.launchPersistentContext(profile, asReaders);
        const times = [];
        for (let k = 0; k < 4; k++) {
            const page = await context.newPage();
            page.setDefaultTimeout(300000);
            await page.goto(`${address}/ch3.html#ex3-1`);
            if (k === 0 && address === at) await page.evaluate(() => navigator.serviceWorker.ready);
            if (k === 0) console.log(`${what}: the page as it is read: ${resident(profile).toFixed(0)} MiB`);
            times.push(await page.evaluate(ready));
            if (k === 0) await page.evaluate(kept);
            if (k === 0) console.log(`${what}: the page with the compiler: ${resident(profile).toFixed(0)} MiB`);
            if (k === 3 && address !== at) await verdicts(page, profile);
            await page.close();
        }
        console.log(`${what}: compiler ready cold ${times[0].toFixed(0)} ms (8000 wanted), then ${times.slice(1).map(t => t.toFixed(0)).join(', ')} ms (1000 wanted)`);
        await context.close();
        fs.rmSync(profile, { recursive: true, force: true });
    }
    server.close();
}

// Measures ten exercises, each in a page of its own: the solution is put into the editor, and the time runs from Ctrl + Enter until the
// verdict is there. Then once more: the browser has made the compiler fast, and the page says so.
async function verdicts(page, profile) {
    const first = [], later = [];
    for (const name of TEN) {
        const folder = fs.readdirSync('solutions').find(f => f.startsWith(`${name}-`)), text = fs.readFileSync(`solutions/${folder}/exercise.cu`, 'utf8');
        await page.goto(`file://${site}/exercises.html#${name}`); // which leads on to the exercise's chapter
        await page.getByRole('button', { name: `Do it here: ${name}`, exact: true }).click();
        const desk = page.locator(`#${name} .exercise-desk`), editor = desk.locator('.cm-content');
        await editor.waitFor();
        await page.evaluate(() => labs.compilerReady());
        for (const times of [first, later]) {
            const runs = first.length + later.length & 1;
            await editor.focus();
            await page.keyboard.press('Control+a');
            await page.keyboard.insertText(`${text}// ${runs}\n`);
            const start = performance.now();
            await page.keyboard.press('Control+Enter');
            await desk.locator(`.desk[data-runs="${runs + 1}"]`).waitFor({ timeout: 120000 });
            times.push(performance.now() - start);
            if (!/PASSED/.test(await desk.locator('.exercise-verdict').textContent())) console.log(`${name} has not passed`);
        }
    }
    for (const [what, times] of [['first', first], ['second', later]])
        console.log(`from an edit to the ${what} verdict of a page: median ${median(times).toFixed(0)} ms of ten exercises (2000 wanted), the longest ${Math.max(...times).toFixed(0)} ms`);
    console.log(`the browser after twenty verdicts: ${resident(profile).toFixed(0)} MiB`);
}

(process.argv[5] === 'compiler' ? compiler : labs)();

// bench.js SITE CORE.wasm LABS: what the labs cost a reader, from file:// in headless Chromium: the first lab of a page until it is
// ready, a step until it is drawn, a launch of 2^16 threads, and what a page weighs before and after. Prints a line for each.
'use strict';
const fs = require('fs');
const path = require('path');
const { performance } = require('perf_hooks');
const { chromium } = require('../book/node_modules/playwright-core');
const { bundles, open, compile } = require('./core.js');

const [site, wasm, folder] = process.argv.slice(2).map(p => path.resolve(p));
const median = list => list.sort((a, b) => a - b)[list.length >> 1];
const kilo = files => `${Math.round(files.reduce((n, f) => n + fs.statSync(path.join(site, f)).size, 0) / 1024)} KiB`;

(async () => {
    console.log(`a page that is read loads for its labs: ${kilo(['lab/boot.js', 'lab/lab.css'])}`);
    console.log(`the first lab opened loads besides: ${kilo(['lab/core.js', 'lab/lab.js', 'lab/lab-interleaved.js'])}`);

    const browser = await chromium.launch({ executablePath: ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(fs.existsSync), args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
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
})();

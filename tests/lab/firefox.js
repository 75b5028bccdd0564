// firefox.js SITE LABS: opens every lab of every page in headless Firefox, from file://. Each starts, goes to its end and back, and
// comes to what the build expects (LABS: *.json). Then an exercise is judged. Prints "pass WHAT" or "FAIL WHAT: why" for each. Firefox
// itself speaks WebDriver BiDi, which drives it here. Needs node --experimental-websocket (node 22 needs no option).
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const { differences, check } = require('./core.js');

const [site, folder] = process.argv.slice(2).map(p => path.resolve(p));
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'firefox-'));
const firefox = spawn('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });

const address = new Promise((found, failed) => {
    let said = '';
    firefox.stderr.on('data', text => {
        said += text;
        const m = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
        if (m) found(m[1]);
    });
    firefox.on('exit', () => failed(new Error(`Firefox ended: ${said.slice(-300)}`)));
});

async function main() {
    const socket = new WebSocket(`${await address}/session`), waiting = new Map();
    await new Promise((open, failed) => { socket.onopen = open; socket.onerror = failed; });
    let count = 0;
    socket.onmessage = ({ data }) => {
        const m = JSON.parse(data), { done, failed } = waiting.get(m.id) || {};
        if (done && m.type === 'success') done(m.result);
        else if (done) failed(new Error(m.message));
    };
    const send = (method, params) => new Promise((done, failed) => {
        waiting.set(++count, { done, failed });
        socket.send(JSON.stringify({ id: count, method, params }));
    });
    await send('session.new', { capabilities: {} });
    const { contexts: [{ context }] } = await send('browsingContext.getTree', {});
    // Returns the value of a JavaScript expression in the page; if it is a promise, what that comes to.
    const evaluate = async expression => {
        const r = await send('script.evaluate', { expression: `(async () => JSON.stringify(await (${expression})))()`, target: { context }, awaitPromise: true });
        if (r.type === 'exception') throw new Error(r.exceptionDetails.text);
        return r.result.type === 'string' ? JSON.parse(r.result.value) : undefined;
    };
    const walk = async id => {
        const figure = document.getElementById(id), next = () => new Promise(requestAnimationFrame);
        figure.querySelector('.lab-buttons button').click();
        while (!('ready' in figure.dataset)) await next();
        const lab = window.labs.live.get(id), first = lab.survey.result;
        await lab.go(lab.survey.total);
        const end = await lab.core.call('result');
        await lab.go(0);
        const back = lab.state.moment;
        await lab.jump('l');
        const words = lab.status.textContent;
        [...figure.querySelectorAll('.lab-buttons button')].pop().click();
        return { first, end, back, words };
    };
    const judge = async () => {
        const next = () => new Promise(go => setTimeout(go, 100));
        document.querySelector('[aria-label="Do it here: ex3-1"]').click();
        while (!document.querySelector('.cm-content')) await next();
        document.querySelector('.desk-buttons .on').click();
        while (!document.querySelector('.desk[data-runs]')) await next();
        return document.querySelector('.exercise-verdict').textContent + document.querySelector('.desk-errors').textContent;
    };
    const pages = fs.readdirSync(site).filter(f => f.endsWith('.html') && fs.readFileSync(path.join(site, f), 'utf8').includes('data-lab=')).sort();
    for (const page of pages) {
        await send('browsingContext.navigate', { context, url: `file://${site}/${page}`, wait: 'complete' });
        for (const [id, file] of await evaluate('[...document.querySelectorAll("figure.lab")].map(f => [f.id, f.dataset.lab])')) {
            const expected = JSON.parse(fs.readFileSync(path.join(folder, `${file}.json`), 'utf8'))[0].result;
            const { first, end, back, words } = await evaluate(`(${walk})(${JSON.stringify(id)})`);
            check(`Firefox, ${page}, ${id}: there and back, as the build expects`,
                [...differences(first, expected), ...differences(end, expected), ...back === 0 && words ? [] : [`${back} “${words}”`]]);
        }
    }
    if (!fs.existsSync(path.join(site, 'lab/compiler.js'))) return;
    await send('browsingContext.navigate', { context, url: `file://${site}/ch3.html#ex3-1`, wait: 'complete' });
    const verdict = await evaluate(`(${judge})()`);
    check('Firefox: an exercise is compiled and judged', /^ex3-1[^]*FAILED[^]*NOT PASSED/.test(verdict) ? [] : [verdict]);
}

main().catch(e => console.log(`FAIL Firefox: ${e.message}`)).finally(() => {
    firefox.removeAllListeners('exit');
    firefox.on('exit', () => { fs.rmSync(profile, { recursive: true, force: true }); process.exit(); });
    firefox.kill();
});

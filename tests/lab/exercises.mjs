// exercises.mjs LOWER.wasm JUDGE.wasm [FILE…]: compiles and judges exercises as the page does, under node. A FILE of solutions/ must
// pass, and so must one that begins with `// passes:`; any other (exercises/, build/wrong/) must not. A file that begins with
// `// fails: PATTERN` and fails with other words is noted. Prints "pass WHAT" or "FAIL WHAT: why" for each, and times at the end.

import fs from 'node:fs';
import path from 'node:path';
import { webcrypto } from 'node:crypto';
import { PageJudge } from '../../judge/page/judge.mjs';
import { optionsFor, pageCompiler } from './compiler.mjs';

globalThis.crypto ??= webcrypto; // Debian 12's Node.js has it under this name alone; judge.mjs draws seeds
const [lower, wasm, ...files] = process.argv.slice(2);
const compiler = pageCompiler(lower);
const judge = new PageJudge(new WebAssembly.Module(fs.readFileSync(wasm)));

const as_given = new Map(), times = [];
async function given(folder) {
    if (!as_given.has(folder))
        as_given.set(folder, await compiler.compile('exercise.cu', fs.readFileSync(`exercises/${folder}/exercise.cu`, 'utf8'), optionsFor(`${folder}/exercise.cu`)));
    return as_given.get(folder).ptx || '';
}

for (const file of files) {
    const folder = path.basename(path.dirname(file)), name = folder.split('-').slice(0, 2).join('-');
    const source = fs.readFileSync(file, 'utf8'), wanted = /^(solutions\/|.*\n\/\/ passes: .)/.test(`${file}\n${source}`), since = performance.now();
    const words = new RegExp((/^\/\/ fails: (.*)/.exec(source) || ['', ''])[1]);
    let passed = !wanted, text; // a file that gets no verdict is wrong
    try {
        const { ptx, errors } = await compiler.compile('exercise.cu', source, optionsFor(file));
        passed = false;
        if (ptx) ({ passed, text } = judge.judge({ name, title: folder, source, ptx, given: await given(folder), seed: 7 }));
        else text = errors.filter(e => e.severity === 'error').map(e => `line ${e.line}: ${e.text}`).join('; ');
    } catch (e) {
        text = `stopped: ${e.message}`;
        passed = !wanted;
    }
    times.push([performance.now() - since, file]);
    if (!passed && !wanted && !words.test(text.replace(/\s+/g, ' '))) console.log(`# other words than ${words}: ${file}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
    console.log(passed === wanted ? `pass ${file}` : `FAIL ${file}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
}
times.sort((a, b) => a[0] - b[0]);
const longest = n => `${Math.round(times[n][0])} ms (${times[n][1]})`;
console.log(`# ${times.length} submissions, from source to verdict: median ${Math.round(times[times.length >> 1][0])} ms, most ${longest(times.length - 1)}`);

// compare.mjs [-q] BASE NEW: compares two builds of the laboratory (folders build/), for compare.sh: what both cores, both lowerings and both
// judges answer to the same questions. Prints a line for each kind. With -q it takes every eighth program. Exit status: 1 if something differs.

import fs from 'node:fs';
import path from 'node:path';
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { PageJudge } from '../../judge/page/judge.mjs';
import { pageCompiler } from './compiler.mjs';

globalThis.crypto ??= webcrypto;
const { bundles, open, compile } = createRequire(import.meta.url)('./core.js');
const [step, ...builds] = process.argv[2] === '-q' ? [8, ...process.argv.slice(3)] : [1, ...process.argv.slice(2)], MOMENTS = 6;
const wasm = (build, name) => path.join(build, 'lab', `${name}.wasm`);

let wrong = 0;
const differs = (what, texts) => {
    if (texts[0] === texts[1]) return;
    wrong++;
    const at = [...texts[0]].findIndex((c, i) => c !== texts[1][i]);
    console.log(`DIFFERS ${what}: ${texts.map(t => JSON.stringify(t.slice(Math.max(0, at - 60), at + 60))).join(' and ')}`);
};

// ---- Labs at many moments --------------------------------------------------------------------------------------------

function walk(lab, bundle) {
    const said = [lab.load(bundle), lab.begin(), lab.survey(1e9)], { total } = said[2];
    for (let i = 0; i <= MOMENTS; i++) {
        while (!lab.go(Math.floor(total * i / MOMENTS), 1e6)) { /* it goes on */ }
        said.push(lab.state());
        for (const how of 'lLab') {
            lab.aim(how);
            while (!lab.jump(1e6)) { /* it goes on */ }
            said.push(lab.state());
        }
        said.push(lab.predict(0));
    }
    said.push(lab.result());
    return said.map(s => JSON.stringify(s)).join('\n');
}

const cores = builds.map(b => compile(wasm(b, 'core'))), labs = bundles(path.join(builds[1], 'book/labs'));
for (const [name, bundle] of Object.entries(labs)) differs(name, cores.map(core => walk(open(core), bundle)));
console.log(`walked: ${Object.keys(labs).length} labs, to ${5 * MOMENTS + 5} moments each`);

// ---- Programs and exercises -------------------------------------------------------------------------------------------

const compilers = builds.map(b => pageCompiler(wasm(b, 'lower')));
const judges = builds.map(b => new PageJudge(new WebAssembly.Module(fs.readFileSync(wasm(b, 'judge')))));
const lowered = (compiler, ir) => {
    try {
        return compiler.lower(ir);
    } catch (e) {
        return e.message;
    }
};
const files = ['chapters', 'exercises', 'solutions'].flatMap(room => fs.readdirSync(room, { withFileTypes: true })
    .filter(e => e.isDirectory() && /^(ch|ex)\d/.test(e.name)).flatMap(e => fs.readdirSync(path.join(room, e.name))
        .filter(f => f.endsWith('.cu')).map(f => path.join(room, e.name, f)))).filter((_, i) => i % step === 0);
let programs = 0, looks = 0;
for (const file of files) {
    if (file.endsWith('sgemm.cu')) continue; // it takes minutes
    const exercise = path.basename(file) === 'exercise.cu', source = fs.readFileSync(file, 'utf8');
    const { ir } = await compilers[1].ir(exercise ? 'exercise.cu' : file, source);
    if (!ir) continue;
    const [ptx, other] = compilers.map(c => lowered(c, ir));
    differs(`the PTX of ${file}`, [ptx, other]);
    programs++;
    const folder = path.basename(path.dirname(file));
    if (!exercise || !file.startsWith('exercises/') || /\.program = true/.test(fs.readFileSync(`exercises/${folder}/judge.c`, 'utf8'))) continue;
    const submission = { name: folder.split('-').slice(0, 2).join('-'), title: folder, source, ptx, given: ptx, seed: 7 };
    const answers = judges.map(judge => {
        const verdict = judge.judge(submission);
        try {
            return JSON.stringify(verdict) + (verdict.passed ? '' : judge.look({ ...submission, failed: verdict.failed }));
        } catch (e) {
            return JSON.stringify(verdict) + e.message;
        }
    });
    differs(`the verdict on ${file}`, answers);
    looks++;
}
console.log(`compiled: ${programs} programs and exercises; judged and looked into: ${looks} exercises`);
process.exitCode = wrong ? 1 : 0;

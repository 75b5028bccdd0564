// options.mjs LOWER.wasm CORE.wasm: checks that the kernels of options.cu do what the source says, as the page's compiler makes them,
// and as ./warpcc does with this machine's clang. Prints "pass WHAT" or "FAIL WHAT: why" for each.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pageCompiler } from './compiler.mjs';

const { open, compile, check } = createRequire(import.meta.url)('./core.js');
const [lower, wasm] = process.argv.slice(2);
const SOURCE = 'tests/lab/options.cu', core = compile(wasm);

// Each kernel's launch, its array, and what it must print.
const CASES = {
    alias: { launch: '<<<1, 1>>>(word, word)', array: 'word int[1] = 0', wanted: '1073741824\n' },
    endless: { launch: '<<<1, 1>>>(flag)', array: 'flag int[2] = 0', wanted: 'it runs on' },
    allocate: { launch: '<<<1, 1>>>(1000000000000)', array: '', wanted: 'no memory\n' },
};

// Returns what the kernel prints.
function run(ptx, name) {
    const { launch, array } = CASES[name], section = (head, body) => `${head} ${Buffer.byteLength(body)}\n${body}\n`;
    const lab = open(core), spec = `program options\nlaunch ${name}${launch}\n${array}\nat end\n`;
    const loaded = lab.load(section('spec', spec) + section('ptx', ptx) + section(`kernel ${new RegExp(`_Z\\d${name}\\w*`).exec(ptx)}`, name));
    const begun = loaded.refused === undefined ? lab.begin() : loaded;
    if (begun.refused !== undefined) return begun.refused;
    const done = lab.survey(100000);
    return done ? done.result.error || done.result.printed : 'it runs on';
}

// Returns the PTX that ./warpcc makes with clang.
function native() {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), 'options-')), out = path.join(place, 'options.ptx');
    execFileSync('./warpcc', ['-ptx', SOURCE, '-o', out], { env: { ...process.env, WARPCC: 'clang' } });
    const ptx = fs.readFileSync(out, 'utf8');
    fs.rmSync(place, { recursive: true });
    return ptx;
}

const page = await pageCompiler(lower).compile(SOURCE, fs.readFileSync(SOURCE, 'utf8')), theirs = native();
for (const [name, { wanted }] of Object.entries(CASES))
    for (const [who, ptx] of [["the page's compiler", page.ptx], ['./warpcc', theirs]]) {
        const got = run(ptx, name);
        check(`${SOURCE}, ${name}, by ${who}`, got === wanted ? [] : [`“${got.trim()}”, not “${wanted.trim()}”`]);
    }

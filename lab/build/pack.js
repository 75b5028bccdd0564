// pack.js PACKAGE LOWER.wasm JUDGE.wasm OUT: writes the compiler for the page as scripts, since a page opened from file:// loads nothing
// else. PACKAGE is the folder of @yowasp/clang.
//   OUT/clang-0.js …     a MiB each of the compressed files that clang, the lowering and the judge are: labs.part(0, 'base64')
//   OUT/compiler.js      labs.compiler = { work, files, parts, bytes, stamp }: the worker's text; name and bytes of each file in the order
//                        of the parts; how many parts and bytes there are; and a stamp that changes with any of the files
// Of clang's headers only those for the language and for the C library are kept.

import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { buildSync } from 'esbuild';

const [pack, lowering, judge, out] = process.argv.slice(2);
const PART = 1 << 20;
const KEPT = /^include\/(wasm32-wasip1\/.*|(__)?(std|float|limits|inttypes|tgmath|iso646|varargs|clang_cuda)[^/]*)$/;

// Returns the entries of a tar file whose names match KEPT, with their folders.
function prune(tar) {
    const kept = [];
    for (let at = 0; at + 512 <= tar.length && tar[at];) {
        const text = (from, length) => tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
        const name = (text(345, 155) ? `${text(345, 155)}/` : '') + text(0, 100).replace(/\/$/, '');
        const size = parseInt(text(124, 12), 8), whole = 512 + Math.ceil(size / 512) * 512;
        const folder = tar[at + 156] === 53; // '5'
        if (folder ? /^include(\/wasm32-wasip1(\/.*)?)?$/.test(name) : KEPT.test(name)) kept.push(tar.subarray(at, at + whole));
        at += whole;
    }
    return Buffer.concat([...kept, Buffer.alloc(1024)]);
}

const gen = path.join(pack, 'gen');
const files = fs.readdirSync(gen).filter(f => f.endsWith('.wasm')).map(f => [f, fs.readFileSync(path.join(gen, f))]);
files.push(['llvm-resources.tar', prune(fs.readFileSync(path.join(gen, 'llvm-resources.tar')))]);
files.push(['lower.wasm', fs.readFileSync(lowering)], ['judge.wasm', fs.readFileSync(judge)]);
const packed = files.map(([name, bytes]) => [name, zlib.gzipSync(bytes, { level: 9 })]);

const all = Buffer.concat(packed.map(([, bytes]) => bytes));
const parts = Math.ceil(all.length / PART);
for (let i = 0; i < parts; i++)
    fs.writeFileSync(path.join(out, `clang-${i}.js`), `labs.part(${i}, '${all.toString('base64', i * PART, Math.min(all.length, (i + 1) * PART))}');\n`);

const work = buildSync({
    entryPoints: [new URL('../compiler/page/worker.js', import.meta.url).pathname],
    bundle: true, minify: true, write: false, format: 'iife', external: ['node:*'],
    define: { 'import.meta.url': '"https://compiler/"' }, legalComments: 'none',
}).outputFiles[0].text;
const compiler = { work, files: packed.map(([name, bytes]) => [name, bytes.length]), parts, bytes: all.length,
    stamp: crypto.createHash('sha256').update(all).digest('hex').slice(0, 16) };
fs.writeFileSync(path.join(out, 'compiler.js'), `labs.compiler = ${JSON.stringify(compiler)};\n`);

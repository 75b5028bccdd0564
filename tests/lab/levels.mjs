// levels.mjs EXERCISE FILE SEED…: judges a solution as the page does, under node, once for each seed. Prints for each a line of JSON:
// { compiler, level }, level as judge/core/levels.c has it, null if the solution does not pass. tools/measure/levels.pl reads them.

import fs from 'node:fs';
import { webcrypto } from 'node:crypto';
import { PageJudge } from '../../judge/page/judge.mjs';
import { optionsFor, pageCompiler } from './compiler.mjs';

globalThis.crypto ??= webcrypto; // Debian 12's Node.js has it under this name alone
const [name, file, ...seeds] = process.argv.slice(2), source = fs.readFileSync(file, 'utf8');
const version = JSON.parse(fs.readFileSync('lab/package.json', 'utf8')).dependencies['@yowasp/clang'];
const { ptx, errors } = await pageCompiler('build/lab/lower.wasm').compile('exercise.cu', source, optionsFor(file));
if (!ptx) throw new Error(errors.map(e => `line ${e.line}: ${e.text}`).join('; '));
const judge = new PageJudge(new WebAssembly.Module(fs.readFileSync('build/lab/judge.wasm'))), compiler = `page-clang ${version}`;
for (const seed of seeds) {
    const { passed, level, text } = judge.judge({ name, title: name, source, ptx, given: '', compiler, seed: Number(seed) });
    if (!passed) console.error(text);
    console.log(JSON.stringify({ compiler, level: passed ? level : null }));
}

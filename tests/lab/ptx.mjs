// ptx.mjs LOWER.wasm OUT FILE…: compiles exercises as the page does: OUT/ex3-13.ptx of …/ex3-13-softmax/exercise.cu. With - for OUT
// the PTX stands beside that folder: …/ex3-13.ptx.

import fs from 'node:fs';
import path from 'node:path';
import { optionsFor, pageCompiler } from './compiler.mjs';

const [lower, out, ...files] = process.argv.slice(2), compiler = pageCompiler(lower);
for (const file of files) {
    const { ptx, errors } = await compiler.compile('exercise.cu', fs.readFileSync(file, 'utf8'), optionsFor(file));
    for (const { line, severity, text } of errors) console.error(`${file}:${line}: ${severity}: ${text}`);
    const folder = path.dirname(file), [name] = /ex\d+-\d+/.exec(path.basename(folder));
    if (ptx) fs.writeFileSync(`${out === '-' ? path.dirname(folder) : out}/${name}.ptx`, ptx);
    else process.exitCode = 1;
}

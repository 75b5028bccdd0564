// compiler.mjs: makes the page's compiler under node, with the headers that the page gives it, for tests.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import { execFileSync } from 'node:child_process';
import * as clang from '../../lab/node_modules/@yowasp/clang/gen/bundle.js';
import { Compiler } from '../../lab/compiler/page/compile.js';

// So short a run does not pay for V8's second, better compilation of the compiler's megabytes of WebAssembly.
v8.setFlagsFromString('--liftoff-only');

// Returns what the page loads as a script: sources and headers, and the exercises.
function pageSources() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sources-')), script = path.join(folder, 'sources.js'), labs = {};
    execFileSync(process.execPath, ['lab/build/sources.js', script]);
    new Function('labs', fs.readFileSync(script, 'utf8'))(labs);
    fs.rmSync(folder, { recursive: true });
    return labs;
}

export const { sources, exercises } = pageSources();
// Returns the options with which the page compiles the exercise of a file, .../ex3-1-block-sum/exercise.cu.
export const optionsFor = file => ({ headers: exercises[/(ex\d+-\d+)-[^/]*\/[^/]*$/.exec(file)?.[1]]?.headers });
export const pageCompiler = lower => new Compiler(clang, new WebAssembly.Module(fs.readFileSync(lower)), sources);

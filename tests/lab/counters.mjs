// counters.mjs LOWER.wasm CORE.wasm LABS: compares every lab's kernel as nvcc has made it, which LABS has, with the same kernel as the
// page's compiler makes it of the unchanged source. Prints a row of Markdown for each: whether findings and results are the same, and
// each counter that differs. Exit status: 1 if a result differs.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import { editBundle, programPath } from '../../lab/page/bundle.js';
import { pageCompiler, sources } from './compiler.mjs';

const { bundles, open, compile, differences } = createRequire(import.meta.url)('./core.js');
const [lower, wasm, folder] = process.argv.slice(2);
const compiler = pageCompiler(lower);

// These counters are compared; the others follow from them.
const COUNTERS = ['warp instructions', 'load requests', 'load sectors', 'store requests', 'store sectors', 'shared load wavefronts', 'shared store wavefronts',
    'load bank conflicts', 'store bank conflicts', 'barriers'];
const made = new Map(); // path: PTX
let wrong = 0;
console.log('| lab | kernel | results | counters that differ: nvcc, the page |\n| --- | --- | --- | --- |');
for (const [name, bundle] of Object.entries(bundles(folder))) {
    const file = programPath(bundle, Object.keys(sources.chapters)), source = fs.readFileSync(file, 'utf8'), [, kernel] = /^launch +([^<]+)/m.exec(bundle);
    const row = (...words) => console.log(`| ${[name.replace('lab-', ''), `\`${kernel}\``, ...words].join(' | ')} |`);
    if (!made.has(file)) made.set(file, await compiler.compile(file, source));
    const { ptx, errors } = made.get(file);
    if (!ptx) {
        row(`does not compile: ${errors[0].text}`, '');
        wrong++;
        continue;
    }
    const lab = open(compile(wasm));
    lab.load(bundle);
    lab.begin();
    const nvcc = lab.survey(1e9).result;
    const about = lab.load(editBundle(bundle, file, source, source, ptx)), begun = about.refused ? about : lab.begin();
    if (begun.refused) {
        row(begun.refused, '');
        wrong++;
        continue;
    }
    const page = lab.survey(1e9).result, apart = differences(page.results, nvcc.results);
    const metrics = COUNTERS.filter(m => nvcc.metrics[m] !== page.metrics[m])
        .map(m => `${m} ${nvcc.metrics[m]}, ${page.metrics[m]}`);
    if (apart.length || nvcc.findings.length !== page.findings.length) wrong++;
    row(apart.length ? `differ: ${apart[0]}` : nvcc.findings.length === page.findings.length ? 'the same' : `${page.findings.length} findings, not ${nvcc.findings.length}`,
        metrics.join('; ') || 'none');
}
process.exit(wrong ? 1 : 0);

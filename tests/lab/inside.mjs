// inside.mjs JUDGE.wasm CORE.wasm FOLDER…: looks inside cases that fail, by PTX of whatever compiler: each FOLDER has ex6-2.ptx and so on,
// of solutions/ that CHANGES makes wrong. Shared arrays have the names, types and shapes of the source. Prints "pass WHAT" or "FAIL WHAT:
// why". With a single argument, a folder, it writes the changed sources there instead: FOLDER/ex6-2-last-tile/exercise.cu.

import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { webcrypto } from 'node:crypto';
import { PageJudge } from '../../judge/page/judge.mjs';

const { check, compile, open } = createRequire(import.meta.url)('./core.js');
globalThis.crypto ??= webcrypto;

// What makes a solution wrong, its shared arrays, and the blocks of its cluster, if it has any.
const CHANGES = {
    'ex1-11': [/: 0;/, ': 1;', ['tile: int[18][18]']],
    'ex3-1': [/\+=/, '-=', ['part: int[256]']],
    'ex6-2': [/= sum;/, '= sum + 1;', ['a: float[16][16]', 'b: float[16][16]']],
    'ex6-7': [/= sum;/, '= sum + 1;', ['a: float[32][33]', 'b: float[32][32]']],
    'ex7-10': [/\+= \*/, '-= *', ['ofWarp: int[4]'], 4],
};
const sources = Object.fromEntries(fs.readdirSync('solutions').filter(f => CHANGES[/^ex\d+-\d+/.exec(f)?.[0]]).map(f => {
    const name = /^ex\d+-\d+/.exec(f)[0], [from, to] = CHANGES[name];
    return [name, { folder: f, text: fs.readFileSync(`solutions/${f}/exercise.cu`, 'utf8').replace(from, to) }];
}));

const [judgeFile, coreFile, ...folders] = process.argv.slice(2);
if (!coreFile) {
    for (const { folder, text } of Object.values(sources)) {
        fs.mkdirSync(path.join(judgeFile, folder));
        fs.writeFileSync(path.join(judgeFile, folder, 'exercise.cu'), text);
    }
    process.exit();
}

const judge = new PageJudge(new WebAssembly.Module(fs.readFileSync(judgeFile))), core = compile(coreFile);
for (const folder of folders)
    for (const [name, { text: source }] of Object.entries(sources)) {
        const ptx = fs.readFileSync(`${folder}/${name}.ptx`, 'utf8'), wanted = CHANGES[name][2].join(', ');
        const submission = { name, title: name, source, ptx, given: '', seed: 7 }, { passed, failed } = judge.judge(submission);
        const bundle = judge.look({ ...submission, failed }), lab = open(core);
        lab.load(bundle);
        const begun = lab.begin();
        const found = begun.refused ? [] : lab.state().arrays.filter(a => a.place === 'shared').map(a => `${a.name}: ${a.type}${a.rows ? `[${a.rows}]` : ''}[${a.columns}]`);
        const blocks = begun.refused ? 0 : lab.state().cluster.length;
        check(`${path.basename(folder)}, ${name}: the blocks of its cluster`, blocks === (CHANGES[name][3] || 0) ? [] : [begun.refused || `${blocks}`]);
        check(`${path.basename(folder)}, ${name}: its shared arrays are those of the source`, !passed && found.join(', ') === wanted ? [] : [begun.refused || found.join(', ')]);
    }

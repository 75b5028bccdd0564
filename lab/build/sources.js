// sources.js OUT: writes the script that has the text of every program of the chapters, and the headers that they are compiled
// with: labs.sources = { toolkit, host, common, chapters }, each a tree of folders and files. A file
// whose name has no dot is a header, too, as cuda/atomic is.
// It also has the exercises as they are given: labs.exercises = { 'ex3-1': { folder, title, source, headers, golf, predicts, numbers, solutions } };
// headers: the folder of chapters/ whose headers it may include, if there is one;
// golf: it is a task of kernel golf; predicts: the judge runs the given kernels, too; numbers: a student may have other ones; solutions: what the solution counts where the
// page's compiler, labs.compiledBy, made it.

import fs from 'node:fs';
import path from 'node:path';

const tree = folder => Object.fromEntries(fs.readdirSync(folder, { withFileTypes: true })
    .filter(e => e.isDirectory() || /(^[^.]+|\.(cu|cuh|h|options))$/.test(e.name))
    .map(e => [e.name, e.isDirectory() ? tree(path.join(folder, e.name)) : fs.readFileSync(path.join(folder, e.name), 'utf8')]));

const sources = { toolkit: tree('compile/toolkit'), host: tree('lab/compiler/headers'), common: tree('common'), chapters: tree('chapters') };
const { dependencies } = JSON.parse(fs.readFileSync('lab/package.json', 'utf8'));
const compiler = `page-clang ${dependencies['@yowasp/clang']}`;
const rows = fs.readFileSync('exercises/levels.csv', 'utf8').split('\n').filter(row => row.split(',')[1] === 'page-clang');
const exercises = {};
for (const folder of fs.readdirSync('exercises').filter(f => /^ex\d+-\d+-/.test(f))) {
    const file = name => fs.readFileSync(path.join('exercises', folder, name), 'utf8');
    const name = /^ex\d+-\d+/.exec(folder)[0];
    exercises[name] = { folder, title: /^# (.*)/.exec(file('README.md'))[1], source: file('exercise.cu'), headers: /\.headers = "(.+)"/.exec(file('judge.c'))?.[1],
        golf: /\.golf = true/.test(file('judge.c')), predicts: /judge_launch_given/.test(file('judge.c')), numbers: /numbers = numbers/.test(file('judge.c')),
        solutions: rows.filter(row => row.startsWith(`${name},`)).join('\n') };
}
fs.writeFileSync(process.argv[2], `labs.sources = ${JSON.stringify(sources)};\nlabs.exercises = ${JSON.stringify(exercises)};\nlabs.compiledBy = ${JSON.stringify(compiler)};\n`);

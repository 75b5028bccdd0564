// solutions.js OUT: writes the script that the page loads once an exercise is passed: labs.solutions = { 'ex3-1': { why, source } };
// `why` is the solution's README as HTML, by pandoc.

import fs from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';

const folders = fs.readdirSync('solutions').filter(f => /^ex\d+-\d+-/.test(f));
const file = (folder, name) => fs.readFileSync(path.join('solutions', folder, name), 'utf8');
const END = '<hr class="end" />'; // divides the texts: pandoc runs once for all
const input = folders.map(f => file(f, 'README.md')).join(`\n\n${END}\n\n`);
const html = execFileSync('pandoc', ['-f', 'markdown-auto_identifiers', '-t', 'html', '--mathml', '--shift-heading-level-by=3'], { input, encoding: 'utf8' })
    .split(END);
const solutions = Object.fromEntries(folders.map((f, i) => [/^ex\d+-\d+/.exec(f)[0], { why: html[i].trim(), source: file(f, 'exercise.cu') }]));
fs.writeFileSync(process.argv[2], `labs.solutions = ${JSON.stringify(solutions)};\n`);

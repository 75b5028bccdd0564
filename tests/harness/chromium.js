// chromium.js: with which browser the tests open pages, and how it starts: `chromium.launch(how)`; measurements start it
// `asReaders` have it.
'use strict';
const path = require('path');
const { execFileSync } = require('child_process');
const { chromium } = require('../book/node_modules/playwright-core');

const executablePath = execFileSync(path.join(__dirname, '../../tools/need.sh'), ['browser'], { encoding: 'utf8' }).trim();
const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : []; // as root Chromium runs only without its sandbox
const asReaders = { executablePath, timeout: 600000, args: ['--disable-gpu', ...sandbox] };
// No test runs WebAssembly so long that V8's second, better compilation of it would pay.
// And threads that collect garbage beside it cost more than they save where two browsers share two cores.
const how = { ...asReaders, args: [...asReaders.args, '--js-flags=--liftoff-only --single-threaded-gc'] };
module.exports = { chromium, how, asReaders };

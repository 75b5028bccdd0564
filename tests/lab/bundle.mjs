// bundle.mjs: prints what page/bundle.js reads of a bundle, for bundle.t: `bundle.mjs sections BUNDLE` as a list of sections, like
// bundle.c, and `bundle.mjs again BUNDLE` as a bundle that is written anew of what was read.

import fs from 'node:fs';
import { readBundle, writeBundle } from '../../lab/page/bundle.js';

const [how, file] = process.argv.slice(2), sections = readBundle(fs.readFileSync(file, 'utf8'));
process.stdout.write(how === 'sections' ? `${JSON.stringify(sections)}\n` : writeBundle(sections));

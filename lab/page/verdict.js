// verdict.js: shows a verdict's lines as wide as the page is. Prose is wrapped, below its own beginning. A line of code and the caret below
// it, a picture of the elements and a row of a table stay whole, so that what stands below each other remains there.

import { make } from './elements.js';

const STAYS = /^ *\d* *\||^ *[.xo]+$|^\S.*\S {3,}\S/; // " 12 | y[i] = x[i];", "...x....", "counter     yours     your best"
const CASE = /^ {2}(?:passed|FAILED|not run) +/;

// Returns an element for each line of a verdict.
export const verdictLines = text => text.replace(/\n$/, '').split('\n').map(line => {
    const told = CASE.exec(line), [indent] = told || /^ */.exec(line);
    if (!told && STAYS.test(line)) return make('span.whole', {}, `${line}\n`);
    return make(told ? 'span.case' : 'span', { style: `--indent: ${indent.length}ch` }, `${line}\n`);
});

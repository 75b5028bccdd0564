// choices.js CORE.wasm LABS: runs every lab with each of its choices under node, on the core that the page loads. Prints "pass WHAT"
// or "FAIL WHAT: why" for each lab. It must come to the results that the build has found natively (LABS: *.json), refuse bad values
// in the same words, and a walk to the end must show the same as the first run.
'use strict';
const fs = require('fs');
const path = require('path');
const { bundles, open, compile, differences, check } = require('./core.js');

const [wasm, folder] = process.argv.slice(2);
const module_ = compile(wasm);

for (const [name, bundle] of Object.entries(bundles(folder))) {
    const expected = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8')), wrong = [];
    const lab = open(module_), first = Object.fromEntries(lab.load(bundle).choices.map(c => [c.name, c.value]));
    for (const e of expected) {
        const what = e.choice ? `${e.choice} ${e.value}: ` : '';
        const set = value => e.choice ? lab.choose(e.choice, value) : {};
        const set_ = set(String(e.value)), begun = set_.refused === undefined ? lab.begin() : set_;
        if (begun.refused !== undefined || e.refused) {
            if (begun.refused !== e.refused) wrong.push(`${what}says ${begun.refused}, not ${e.refused}`);
        } else {
            const { total, result } = lab.survey(1e9);
            wrong.push(...differences(result, e.result).map(d => what + d));
            if (result.error) wrong.push(`${what}ends in an error: ${result.error}`);
            lab.go(total, 1e9);
            wrong.push(...differences(lab.result(), e.result).map(d => `${what}walked, ${d}`));
        }
        set(String(first[e.choice]));
    }
    check(`${name}: it and its ${expected.length - 1} choices come to what the build expects`, wrong);
}

// core.js: the laboratory's core under node, as the page's worker drives it (lab/view/core.js), for tests.
'use strict';
const fs = require('fs');
const path = require('path');

// The bundles that the build has made: name -> text.
function bundles(folder) {
    const out = {};
    for (const file of fs.readdirSync(folder).filter(f => /^lab-.*\.js$/.test(f)).sort())
        new Function('labs', fs.readFileSync(path.join(folder, file), 'utf8'))({ add: (name, bundle) => { out[name] = bundle; } });
    return out;
}

// A core. What it refuses is {refused: words}; a trap is an exception.
function open(wasm) {
    const core = new WebAssembly.Instance(wasm).exports;
    const text = at => {
        const bytes = new Uint8Array(core.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    };
    const place = bytes => {
        const at = core.room(bytes.length);
        if (at) new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
        return at;
    };
    const json = at => JSON.parse(text(at));
    return {
        core,
        load(bundle) {
            const bytes = Buffer.from(bundle), at = place(bytes);
            return at ? json(core.load(at, bytes.length)) : { refused: 'no memory' };
        },
        choose(name, value) {
            const n = place(Buffer.from(name)), v = place(Buffer.from(value));
            const answer = n && v ? json(core.choose(n, v)) : { refused: 'no memory' };
            core.drop(n);
            core.drop(v);
            return answer;
        },
        begin: () => json(core.begin()),
        survey(most) {
            const done = text(core.survey(most));
            return done ? JSON.parse(done) : null;
        },
        go: (moment, most) => core.go(moment, most),
        jump: (how, most) => core.jump(how.charCodeAt(0), most),
        state: () => json(core.state()),
        result: () => json(core.result()),
        predict: ask => core.predict(ask),
    };
}

// Where two results differ: a path and both values.
function differences(a, b, at = '') {
    if (typeof a !== 'object' || typeof b !== 'object' || !a || !b)
        return a === b || (a !== a && b !== b) ? [] : [`${at} is ${a}, not ${b}`];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap(k => differences(a[k], b[k], `${at}/${k}`));
}

// What tests/lab/lab.t reads: a line for each thing that must hold.
const check = (what, wrong) => console.log(wrong.length ? `FAIL ${what}: ${[...wrong].slice(0, 3).join('; ')}` : `pass ${what}`);

const compile = file => new WebAssembly.Module(fs.readFileSync(file));

module.exports = { bundles, open, compile, differences, check };

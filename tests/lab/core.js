// core.js: drives the laboratory's core under node, as the page's worker does (lab/page/core.js), for tests.
'use strict';
const fs = require('fs');
const path = require('path');

// Returns the bundles that the build has made: name -> text.
function bundles(folder) {
    const out = {};
    for (const file of fs.readdirSync(folder).filter(f => /^lab-.*\.js$/.test(f)).sort())
        new Function('labs', fs.readFileSync(path.join(folder, file), 'utf8'))({ add: (name, bundle) => { out[name] = bundle; } });
    return out;
}

// Returns a core's functions. A call that is refused returns {refused: words}; a trap is an exception.
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
        aim: how => core.aim(how.charCodeAt(0)),
        jump: most => core.jump(most),
        state: () => json(core.state()),
        turn: block => json(core.turn(block)),
        result: () => json(core.result()),
        predict: ask => core.predict(ask),
    };
}

// Returns the places where two results differ: a path and both values.
function differences(a, b, at = '') {
    if (typeof a !== 'object' || typeof b !== 'object' || !a || !b)
        return a === b || (a !== a && b !== b) ? [] : [`${at} is ${a}, not ${b}`];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap(k => differences(a[k], b[k], `${at}/${k}`));
}

// Prints a verdict for `verdicts` of tests/harness/lib.sh. WRONG lists what is wrong; an empty list is a pass.
const check = (what, wrong) => console.log(wrong.length ? `FAIL ${what}: ${[...wrong].slice(0, 3).join('; ')}` : `pass ${what}`);

const compile = file => new WebAssembly.Module(fs.readFileSync(file));

// Returns random numbers (xorshift32): random(n) is one below n, pick(list) an item. The same seed gives the same numbers, so that a
// failure comes again; seed() is the seed from here on.
function chance(first) {
    let state = Number(first) >>> 0;
    const random = n => {
        state ^= state << 13; state >>>= 0;
        state ^= state >>> 17;
        state ^= state << 5; state >>>= 0;
        return state % n;
    };
    return { seed: () => state, random, pick: list => list[random(list.length)] };
}

module.exports = { bundles, open, compile, differences, check, chance };

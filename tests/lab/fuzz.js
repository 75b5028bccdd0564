// fuzz.js CORE.wasm LABS SECONDS [SEED]: calls the laboratory's core at random: labs whose text and PTX are damaged, values that
// nobody should type, moments that do not exist. Every call must get an answer that can be read, and none may trap.
// Exit status: 0 all is well; 1 a trap or an unreadable answer, which is printed with the calls that led to it.
'use strict';
const { bundles, open, compile, chance } = require('./core.js');

const [wasm, folder, seconds, first = '1'] = process.argv.slice(2);
const module_ = compile(wasm), all = Object.values(bundles(folder));
const { seed, random, pick } = chance(first);

const NUMBERS = ['0', '1', '-1', '2', '31', '33', '1024', '65536', '2147483647', '2147483648', '4294967295', '9223372036854775807', '-9223372036854775808', '1e9', '', 'x', '1.5', ' 7'];
const WORDS = ['n', 'block', 'schedule', 'device', 'check', 'rung', 'way', 'serial', 'random', 'on', 'off', 'h200', '\u{1f600}', '<<<', 'a'.repeat(300)];
const PIECES = ['(', ')', '[', ']', '{', '}', '"', ',', ' of ', ' from ', ' to ', '<<<', '>>>', '=', ' = random(-9, 9)', ' * 1000000', ' / 0', ' % n', '((((((((', '1 << 63', 'shared ', 'symbol ', '\n', '\nat end', '\nask x = lanes', 'float', 'size_t', '0', '99999999999999999999'];

// Returns the bundle with its text changed in a few places; now and then the PTX or the frame of the bundle is changed, too.
function damaged(bundle) {
    const head = /^spec (\d+)\n/.exec(bundle), length = Number(head[1]);
    let spec = bundle.slice(head[0].length, head[0].length + length), rest = bundle.slice(head[0].length + length);
    const change = text => {
        const at = random(text.length + 1);
        return text.slice(0, at) + pick([...PIECES, ...NUMBERS]) + text.slice(at + random(6));
    };
    for (let k = random(4); k > 0; k--) spec = change(spec);
    if (random(6) === 0) for (let k = random(4); k >= 0; k--) rest = change(rest);
    const whole = `spec ${Buffer.byteLength(spec)}\n${spec}${rest}`;
    return random(20) === 0 ? change(whole) : whole;
}

const end = Date.now() + 1000 * Number(seconds);
let rounds = 0, calls = 0, refused = 0;
while (Date.now() < end) {
    const start = seed(), log = [];
    let lab = open(module_);
    const call = (name, ...args) => {
        log.push(`${name}(${args.map(a => JSON.stringify(String(a).slice(0, 60))).join(', ')})`);
        calls++;
        const answer = lab[name](...args);
        refused += Boolean(answer && answer.refused !== undefined);
        return answer;
    };
    try {
        for (let k = 0; k < 20; k++) {
            switch (random(10)) {
            case 0: case 1: call('load', random(3) ? damaged(pick(all)) : pick(all)); call('begin'); break;
            case 2: call('choose', pick(WORDS), pick([...NUMBERS, ...WORDS])); break;
            case 3: call('begin'); break;
            case 4: call('survey', random(3000)); break;
            case 5: call('go', pick([0, 1, 5, 50, 500, 1e18, -1, NaN]), random(3000)); break;
            case 6:
                if (random(3)) call('aim', pick(['l', 'L', 'a', 'b', '?']));
                call('jump', random(3000));
                break;
            case 7: call('state'); call('turn', pick([0, 1, 3, 99, -1, NaN])); break;
            case 8: call('result'); break;
            default: call('predict', pick([-1, 0, 1, 2, 3, 99])); break;
            }
        }
    } catch (e) {
        console.log(`seed ${start}: ${e.message}\n  ${log.slice(-6).join('\n  ')}`);
        process.exit(1);
    }
    rounds++;
}
console.log(`${rounds} rounds, ${calls} calls, ${refused} refused in words, no trap`);

// generated.mjs LOWER.wasm CORE.wasm SECONDS [SEED [FOLDER]]: makes kernels at random, compiles them as the page does, and by this
// machine's clang with its own PTX back end; both must come to the same results on the core. A file that differs is written to FOLDER.
// Exit status: 0 all are the same; 1 one differs, is refused or traps, and the seed that makes it again is printed.
//
// The kernels keep to what C++ defines, and to floating-point operations that IEEE 754 rounds in one way, so that two compilers
// have no choice: products and sums are not joined, nothing depends on a NaN's bits, and no atomic on the order.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pageCompiler } from './compiler.mjs';

const { open, compile, differences, chance } = createRequire(import.meta.url)('./core.js');
const [lower, wasm, seconds, first = '1', folder] = process.argv.slice(2);
const compiler = pageCompiler(lower);
const core = compile(wasm), KERNELS = 8;

const { seed, random, pick } = chance(first);

// ---- Expressions -----------------------------------------------------------------------------------------------------

const WHOLE = ['int', 'unsigned', 'long long', 'unsigned long long', 'short', 'unsigned short', 'signed char', 'unsigned char'];
const TYPES = [...WHOLE, 'int', 'unsigned', 'bool', 'float', 'double'];
const wide = type => /long/.test(type), real = type => type === 'float' || type === 'double';
const bits = type => wide(type) ? 64 : /char/.test(type) ? 8 : /short/.test(type) ? 16 : 32;
const NUMBERS = ['0', '1', '2', '3', '5', '7', '8', '13', '31', '32', '63', '100', '127', '128', '255', '256', '1000', '65535', '2147483647'];
const REALS = ['0', '1', '0.5', '2', '3', '0.1', '1e-3', '1e9', '-1.5', '255', '1e-40'];

// Returns an expression of a type. It may name the variables in `names`: { name, type }.
function expression(type, names, depth) {
    const e = (t = type, d = depth - 1) => expression(t, names, d);
    if (depth <= 0 || random(6) === 0) {
        const own = names.filter(v => v.type === type);
        if (own.length && random(4)) return pick(own).name;
        if (names.length && random(2)) return convert(type, pick(names));
        return `(${type})${real(type) ? pick(REALS) : pick(NUMBERS)}`;
    }
    if (random(8) === 0) return `(${e('bool')} ? ${e()} : ${e()})`;
    if (random(10) === 0) {
        const from = pick(TYPES);
        return convert(type, { name: e(from), type: from });
    }
    if (type === 'bool') {
        const t = pick(TYPES);
        return pick([() => `(${e(t)} ${pick(['<', '<=', '>', '>=', '==', '!='])} ${e(t)})`, () => `(${e()} ${pick(['&&', '||'])} ${e()})`, () => `!${e()}`])();
    }
    if (real(type)) {
        const f = type === 'float' ? 'f' : '';
        return pick([() => `(${e()} ${pick(['+', '-', '*', '/'])} ${e()})`, () => `(${e()} ${pick(['+', '-', '*'])} ${e()})`, () => `sqrt${f}(fabs${f}(${e()}))`,
            () => `fma${f}(${e()}, ${e()}, ${e()})`, () => `${pick(['floor', 'ceil', 'trunc', 'rint'])}${f}(${e()})`, () => `-(${e()})`,
            () => `(${pick(['fmin', 'fmax'])}${f}(${e()}, ${e()}) + (${type})0)`])();
    }
    const u = wide(type) ? 'unsigned long long' : 'unsigned', signed = !/unsigned/.test(type), least = Math.max(bits(type), 32);
    const p = wide(type) ? 'll' : '';
    return `(${type})${pick([
        () => `((${u})${e()} ${pick(['+', '-', '*'])} (${u})${e()})`,
        () => `(${e()} ${pick(['&', '|', '^'])} ${e()})`,
        () => `((${u})${e()} << (${e('int')} & ${least - 1}))`,
        () => `(${e()} >> (${e('int')} & ${least - 1}))`,
        () => `${pick(['quotient', 'rest'])}<${type}>(${e()}, ${e()})`,
        () => `~${e()}`,
        () => `${pick(['min', 'max'])}((${type})${e()}, (${type})${e()})`,
        () => `${pick(['__popc', '__clz', '__ffs', '__brev'])}${p}((${u})${e()})`,
        () => wide(type) ? `${signed ? '__mul64hi' : '__umul64hi'}(${e()}, ${e()})` : `${signed ? '__mulhi' : '__umulhi'}(${e()}, ${e()})`,
        () => `__funnelshift_${pick(['l', 'r'])}(${e('unsigned')}, ${e('unsigned')}, ${e('unsigned')})`,
        () => `__byte_perm(${e('unsigned')}, ${e('unsigned')}, ${e('unsigned')} & 0x7777)`,
        () => `table[${e('unsigned')} & 31]`,
    ])()}`;
}

// Returns a variable or an expression converted to a type, where C++ defines the conversion for every value.
function convert(type, { name, type: from }) {
    return real(from) && !real(type) ? (type === 'bool' ? `(${name} != 0)` : `(${type})whole(${name})`) : `((${type})${name})`;
}

// ---- Statements ------------------------------------------------------------------------------------------------------

let counter;

// Returns statements of a kernel. `uniform` says that all threads of the block come to them.
function statements(names, depth, uniform, loops) {
    const out = [], mine = [...names];
    const e = (type, d = 3) => expression(type, mine, d);
    const into = () => pick(mine.filter(v => !v.fixed));
    const block = (more = [], all = uniform, inside = loops) => `{\n${statements([...mine, ...more], depth - 1, all, inside)}}`;
    for (let left = 1 + random(4); left; left--) {
        const kinds = [
            () => { const v = into(); return `${v.name} = ${e(v.type, 4)};`; },
            () => { const v = into(); return `${v.name} = ${e(v.type, 4)};`; },
            () => { const type = pick(TYPES), name = `v${counter++}`, text = `${type} ${name} = ${e(type, 4)};`; mine.push({ name, type }); return text; },
            () => `local[${e('unsigned')} & 7] = ${e('int')};`,
            () => { const v = into(); return `${v.name} = ${convert(v.type, { name: `local[${e('unsigned')} & 7]`, type: 'int' })};`; },
            () => `((unsigned char *)local)[${e('unsigned')} & 31] = ${e('unsigned char')};`,
            () => `pair = Pair{${e('signed char')}, ${e('long long')}, ${e('float')}, ${e('short')}};`,
            () => `pair.${pick(['a', 'd'])} ${pick(['^=', '|=', '&='])} ${e('signed char')};`,
            () => { const v = into(), [field, type] = pick([['a', 'signed char'], ['b', 'long long'], ['c', 'float'], ['d', 'short']]); return `${v.name} = ${convert(v.type, { name: `pair.${field}`, type })};`; },
            () => { const v = into(); return `${v.name} = ${convert(v.type, { name: `mixed${random(2)}(${e('int')}, ${e('float')}, ${e('long long')})`, type: 'long long' })};`; },
            () => { const v = into(); return `{ int4 four = ((const int4 *)a)[${e('unsigned')} & 15]; ${v.name} = ${convert(v.type, { name: `four.${pick(['x', 'y', 'z', 'w'])}`, type: 'int' })}; }`; },
            () => `atomic${pick([['Add', 0], ['Xor', 16], ['Max', 32], ['Or', 48]].map(([n, at]) => `${n}(&bins[${at} + (${e('unsigned')} & 15)], ${e('int')})`))};`,
        ];
        if (depth > 0) kinds.push(
            () => `if (${e('bool')}) ${block([], false)}${random(2) ? ` else ${block([], false)}` : ''}`,
            () => { const i = { name: `i${counter++}`, type: 'int', fixed: true }; return `for (int ${i.name} = ${random(3)}; ${i.name} < ${2 + random(9)}; ${i.name} += ${1 + random(2)}) ${block([i], uniform, loops + 1)}`; },
            () => { const i = { name: `i${counter++}`, type: 'unsigned', fixed: true }; return `for (unsigned ${i.name} = ${e('unsigned')} & 7; ${i.name} < 9; ${i.name}++) ${block([i], false, loops + 1)}`; },
            () => { const i = `i${counter++}`; return `{ int ${i} = 0; do ${block([{ name: i, type: 'int', fixed: true }], false, loops + 1)} while (++${i} < 6 && ${e('bool')}); }`; },
            () => `switch (${e('int')} & 3) { case 0: ${block([], false, 0)} case 1: ${block([], false, 0)} break; case 3: ${block([], false, 0)} break; default: ; }`);
        if (loops && !uniform) kinds.push(() => `if (${e('bool')}) ${pick(['break', 'continue'])};`);
        if (uniform) kinds.push(
            () => { const v = into(); return `__syncthreads(); tile[threadIdx.x] = ${e('int')}; __syncthreads(); ${v.name} = ${convert(v.type, { name: `tile[${e('unsigned')} & 63]`, type: 'int' })};`; },
            () => { const v = into(), t = pick(['int', 'unsigned', 'float', 'long long', 'double']); return `${v.name} = ${convert(v.type, { name: `__shfl_${pick(['xor', 'down', 'up'])}_sync(~0u, ${e(t)}, ${1 << random(5)})`, type: t })};`; },
            () => { const v = into(); return `${v.name} = ${convert(v.type, { name: `__shfl_sync(~0u, ${e('int')}, ${e('int')} & 31)`, type: 'int' })};`; },
            () => { const v = into(); return `${v.name} = ${convert(v.type, { name: pick([`__ballot_sync(~0u, ${e('bool')})`, `(unsigned)__any_sync(~0u, ${e('bool')})`, `(unsigned)__all_sync(~0u, ${e('bool')})`]), type: 'unsigned' })};`; });
        out.push(pick(kinds)());
    }
    return `${out.join('\n')}\n`;
}

const INPUTS = [{ name: 'x', type: 'int' }, { name: 'y', type: 'float' }, { name: 'z', type: 'long long' }];

// Returns a helper function: number 0 may be inlined, number 1 is called.
const helper = k => {
    counter = 0;
    return `static ${k ? '__noinline__ ' : ''}__device__ long long mixed${k}(int x, float y, long long z)
{
    if (${expression('bool', INPUTS, 3)}) return ${expression('long long', INPUTS, 4)};
    for (int i = 0; i < ${1 + random(5)}; i++) { x = ${expression('int', INPUTS, 3)}; z ^= ${expression('long long', INPUTS, 3)}; }
    return ${expression('long long', INPUTS, 4)};
}
`;
};

const kernel = k => {
    counter = 0;
    const names = [{ name: 'x', type: 'int' }, { name: 'y', type: 'float' }, { name: 'z', type: 'long long' }, { name: 'w', type: 'double' }, { name: 'u', type: 'unsigned' },
        { name: 'id', type: 'unsigned', fixed: true }, { name: 'n', type: 'int', fixed: true }];
    return `extern "C" __global__ void k${k}(const int *a, const float *f, long long *out, int *bins, int n)
{
    __shared__ int tile[64];
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    int local[8] = {a[id], 1, (int)id, 3};
    Pair pair = {1, a[id], f[id], 2};
    int x = a[id ^ 1]; float y = f[id]; long long z = (long long)a[id] * a[id ^ 2]; double w = f[id ^ 3]; unsigned u = id;
    tile[threadIdx.x] = x;
${statements(names, 3, true, 0)}    long long sum = x ^ z * 31 ^ u * 7ull ^ bitsOf(y) ^ bitsOf(w) ^ pair.a ^ pair.b ^ bitsOf(pair.c) ^ pair.d;
    for (int i = 0; i < 8; i++) sum = (long long)((unsigned long long)sum * 31 + (unsigned)local[i]);
    out[id] = sum;
}
`;
};

function program() {
    const table = Array.from({ length: 32 }, () => (random(2) ? '-' : '') + pick(NUMBERS)).join(', ');
    return `#pragma clang fp contract(off)
struct Pair { signed char a; long long b; float c; short d; };
__constant__ int table[32] = {${table}};
template <class T> static __device__ T quotient(T a, T b) { return b == 0 || b == (T)-1 ? a : a / b; }
template <class T> static __device__ T rest(T a, T b) { return b == 0 || b == (T)-1 ? a : a % b; }
static __device__ int whole(double x) { return x > -2e9 && x < 2e9 ? (int)x : 7; }
static __device__ long long bitsOf(float x) { return x == x ? __float_as_int(x + 0.0f) : 0; }
static __device__ long long bitsOf(double x) { return x == x ? __double_as_longlong(x + 0.0) : 0; }
${[0, 1].map(helper).join('')}${Array.from({ length: KERNELS }, (_, k) => kernel(k)).join('')}`;
}

// ---- Both ways -------------------------------------------------------------------------------------------------------

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'generated-'));
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));

function native(source) {
    const file = path.join(place, 'kernels.cu'), out = path.join(place, 'kernels.ptx');
    fs.writeFileSync(file, source);
    execFileSync('clang++', ['@compile/toolkit/clang.options', '-isystem', 'compile/toolkit', '--cuda-gpu-arch=sm_86', '-D__WARPSIM__=1',
        '@compile/toolkit/device.options', '-Xclang', '+ptx72', '-ffp-contract=off', '-w', file, '-o', out], { stdio: ['ignore', 'ignore', 'inherit'] });
    return fs.readFileSync(out, 'utf8');
}

const spec = k => `program generated
launch k${k}<<<2, 64>>>(a, f, out, bins, 128)
a int[128] = random(-2000000000, 2000000000)
f float[128] = random(-1000000, 1000000) / 1024.0
out long[128] = 0
bins int[64] = 0
at end
`;

function run(ptx, k) {
    const section = (head, body) => `${head} ${Buffer.byteLength(body)}\n${body}\n`;
    const lab = open(core), loaded = lab.load(section('spec', spec(k)) + section('ptx', ptx) + section(`kernel k${k}`, `k${k}`));
    const begun = loaded.refused === undefined ? lab.begin() : loaded;
    if (begun.refused !== undefined) return { refused: begun.refused };
    const { error, findings, results, steps } = lab.survey(1e9).result;
    return { refused: error, findings, results, steps };
}

const end = Date.now() + 1000 * Number(seconds);
let files = 0, kernels = 0, steps = 0, refused = 0;
while (Date.now() < end) {
    const start = seed(), source = program();
    const fail = (k, why) => {
        if (folder) fs.writeFileSync(path.join(folder, `seed-${start}.cu`), source);
        console.log(`seed ${start}, k${k}: ${why}`);
        process.exitCode = 1;
    };
    let made;
    try {
        made = await compiler.compile('exercise.cu', source);
    } catch (e) {
        fail('?', `the page's compiler stopped: ${e.message}`);
        continue;
    }
    if (!made.ptx) {
        fail('?', made.errors.filter(e => e.severity === 'error').map(e => `line ${e.line}: ${e.text}`).join('; '));
        continue;
    }
    const theirs = native(source);
    for (let k = 0; k < KERNELS; k++) {
        const here = run(made.ptx, k), there = run(theirs, k);
        kernels++;
        if (here.refused && there.refused) refused++; // both take too many steps
        else if (here.refused !== there.refused) fail(k, `here “${here.refused}”, there “${there.refused}”`);
        else {
            steps += here.steps;
            const apart = differences(here.results, there.results);
            if (apart.length || here.findings.length) fail(k, [...apart, ...here.findings].join('; '));
        }
    }
    files++;
}
console.log(`${files} files, ${kernels} kernels, ${steps} warp instructions, ${refused} too long to run${process.exitCode ? '' : ', all the same'}`);

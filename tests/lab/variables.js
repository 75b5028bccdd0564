// variables.js CORE.wasm PTX: walks through the kernel that the page's compiler makes of ir/variables.ll, and checks its variables
// at each moment. Prints "pass WHAT" or "FAIL WHAT: why". This is the kernel, of 32 threads with n = 5:
//
//     __global__ void count(int *out, int n)
//     {
//         int i = threadIdx.x, sum = 0;
//         float half = i / 2.0f;
//     #pragma unroll 1
//         for (int k = 0; k < n; k++) {
//             sum += k * i;
//             out[i] = sum;
//             __syncthreads();
//         }
//     #pragma unroll 1
//         for (int s = n + 11; s > 0; s /= 2) {
//             bool low = i < s;
//             if (low)
//                 out[i] += s;
//             __syncthreads();
//         }
//         for (unsigned i = 7; i < 8; i++) // another i
//             out[threadIdx.x] += (int)half;
//     }
'use strict';
const fs = require('fs');
const { open, compile, check } = require('./core.js');

const [wasm, file] = process.argv.slice(2), ptx = fs.readFileSync(file, 'utf8');
const spec = 'program  x\nlaunch   count<<<1, 32>>>(out, n)\nn        5 from 1 to 9\nout      int[32]\n';
const section = (head, body) => `${head} ${Buffer.byteLength(body)}\n${body}\n`;
const lab = open(compile(wasm)), wrong = [], seen = {};
lab.load(section('spec', spec) + section('kernel _Z5countPii', 'count') + section('ptx', ptx));
const begun = lab.begin();
if (begun.refused) wrong.push(begun.refused);
let survey;
while (!(survey = lab.survey(1e6)));

// For each variable: tells whether a lane may hold this value.
const may = {
    n: v => v === 5,
    i: (v, lane) => v === lane,
    k: v => v >= 0 && v <= 5,
    sum: (v, lane) => [0, 1, 3, 6, 10].some(part => v === part * lane),
    half: (v, lane) => v === lane / 2,
    s: v => [16, 8, 4, 2, 1, 0].includes(v),
    out: v => v > 0,
};
for (let moment = 0; moment < survey.total; moment++) {
    lab.go(moment, 1e6);
    const state = lab.state();
    for (const { name, values } of state.variables)
        for (let lane = 0; lane < 32; lane++) {
            if (!(state.holders >>> lane & 1)) continue;
            if (!may[name] || !may[name](values[lane], lane)) wrong.push(`moment ${moment}: ${name} is ${values[lane]} in lane ${lane}`);
            (seen[name] = seen[name] || new Set()).add(values[lane]);
        }
}
check('variables hold what the source says, at every moment', wrong);
const all = Object.entries(seen).map(([name, values]) => `${name} ${values.size}`).sort().join(', ');
check('each is seen, with all that it holds', all === 'half 32, i 32, k 6, n 1, out 1, s 6, sum 92' ? [] : [all]);

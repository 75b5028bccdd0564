// names.js CORE.wasm: findings of the laboratory's core name kernels and shared arrays as the source does, where the PTX has only
// mangled names. Prints "pass WHAT" or "FAIL WHAT: why".
'use strict';
const { open, compile, check } = require('./core.js');

const wasm = compile(process.argv[2]);
const section = (head, body) => `${head} ${Buffer.byteLength(body)}\n${body}\n`;

// Returns the finding of a kernel that reads behind a shared array.
function overrun(kernel, array) {
    const lab = open(wasm);
    const ptx = `.version 8.0
.target sm_86
.address_size 64
.visible .entry ${kernel}(.param .u64 a)
{
.reg .b64 %d<3>; .reg .b32 %r<6>;
.shared .align 4 .b8 ${array}[128];
.shared .align 4 .b8 behind[128];
mov.u32 %r1, %tid.x; mov.u32 %r2, ${array}; mad.lo.u32 %r3, %r1, 4, %r2; ld.shared.u32 %r4, [%r3+4];
mov.u32 %r5, behind; st.shared.u32 [%r5], %r4;
ret;
}
`;
    const spec = 'program  x\nlaunch   k<<<1, 32>>>(a)\na        int[32]\ncheck    on\n';
    const loaded = lab.load(section('spec', spec) + section(`kernel ${kernel}`, 'k') + section('ptx', ptx));
    const begun = lab.begin();
    if (loaded && loaded.refused || begun.refused) return `refused: ${(loaded && loaded.refused) || begun.refused}`;
    let survey;
    while (!(survey = lab.survey(1e6)));
    lab.go(survey.total, 1e6);
    return lab.state().findings.join('\n');
}

for (const [kernel, array, name, own] of [
    ['_Z5shiftPKiPi', '_ZZ5shiftPKiPiE4left', 'shift', 'shift::left'],
    ['_ZN2my3sumILi4EEEvPi', '_ZZN2my3sumILi4EEEvPiE4tile', 'sum', 'sum::tile'],
    ['_Z4kern6ParamsPf', '_ZZ4kern6ParamsPfE4part_0', 'kern', 'kern::part'],
    ['_Z3mapIfPFffEEvT_T0_PA4_S1_', '_ZZ3mapIfPFffEEvT_T0_PA4_S1_E3row', 'map', 'map::row'],
    ['_ZN12_GLOBAL__N_1L6hiddenEPi', '_ZZN12_GLOBAL__N_1L6hiddenEPiE1x', 'hidden', 'hidden::x'],
    ['plain', 'array', 'plain', 'array'],
]) {
    const words = overrun(kernel, array);
    const found = words.includes(` at ${name} `) && words.includes(`Byte 128 of ${own}, which has 128 bytes`) && !words.includes('_Z');
    check(`a finding names ${name} and ${own}`, found ? [] : [words]);
}

// A lab that names one of two static arrays finds it where the kernel has it.
for (const array of ['_ZZ4tailPiE6second', 'second']) {
    const lab = open(wasm), ptx = `.version 8.0
.target sm_86
.address_size 64
.visible .entry _Z4tailPi(.param .u64 a)
{
.reg .b32 %r<6>;
.shared .align 4 .b8 first[512];
.shared .align 4 .b8 ${array}[128];
mov.u32 %r1, %tid.x; mov.u32 %r2, ${array}; mad.lo.u32 %r3, %r1, 4, %r2; mov.u32 %r4, first; st.shared.u32 [%r4], %r2; st.shared.u32 [%r3], %r1;
bar.sync 0;
ret;
}
`;
    const spec = 'program  x\nlaunch   k<<<1, 32>>>(a)\na        int[32]\nsecond   shared int[32]\n';
    lab.load(section('spec', spec) + section('kernel _Z4tailPi', 'k') + section('ptx', ptx));
    lab.begin();
    while (!lab.survey(1e6));
    lab.go(6, 1e6);
    const { arrays, access } = lab.state(), { values } = arrays.find(a => a.name === 'second');
    check(`a lab's shared array is the kernel's ${array}`, access.array === 'second' && values.every((v, i) => v === i) ? [] : [`${access.array}: ${values}`]);
}

// run.mjs NATIVE CORE.wasm FILE.ptx CLASS=KERNEL...: runs each kernel on the native core and on WebAssembly, on one thread each. They
// take turns of about a quarter of a second, so that other work of the machine slows both alike. Prints a row of Markdown for each
// kernel: millions of lane instructions per second of processor time, as the median of the turns, and the ratio of the two.

import fs from 'node:fs';
import readline from 'node:readline';
import { spawn } from 'node:child_process';

const [program, wasm, file, ...classes] = process.argv.slice(2), TURNS = 9;
const child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const native = async (kernel, times) => {
    child.stdin.write(`${kernel} ${times}\n`);
    return (await lines.next()).value.split(' ').map(Number);
};

const core = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(wasm))).exports;
const place = text => {
    const bytes = Buffer.from(text), at = core.room(bytes.length);
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    return at;
};
const ptx = place(fs.readFileSync(file));
const page = (kernel, times) => {
    const start = process.cpuUsage(), count = core.turn(ptx, place(kernel), times), { user, system } = process.cpuUsage(start);
    return [count, (user + system) / 1e6];
};
const median = list => list.sort((a, b) => a - b)[list.length >> 1];

console.log('| class | native | WebAssembly | ratio |\n| --- | ---: | ---: | ---: |');
for (const item of classes) {
    const [name, kernel] = item.split('='), rates = [[], []];
    page(kernel, 8); // until the engine has compiled it
    const times = Math.max(1, Math.round(0.25 * 4 / (await native(kernel, 4))[1]));
    for (let k = 0; k < TURNS; k++)
        for (const [i, [count, time]] of [await native(kernel, times), page(kernel, times)].entries()) {
            if (!(count > 0)) throw new Error(`${name} does not run`);
            rates[i].push(count / time / 1e6);
        }
    const [there, here] = rates.map(median);
    console.log(`| ${name} | ${there.toFixed(0)} | ${here.toFixed(0)} | ${(here / there).toFixed(2)} |`);
}
child.stdin.end();

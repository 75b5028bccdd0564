// run.js CORE.wasm KERNEL.ptx: runs host.c's kernel on random numbers and prints what tests/simulator/wasm.t compares.

const fs = require('fs');

const module_ = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
console.log(`imports: ${WebAssembly.Module.imports(module_).length}`);
const core = new WebAssembly.Instance(module_).exports;

// Copies bytes to the core's memory, and returns their address.
function place(bytes)
{
    const at = core.room(bytes.length);
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    return at;
}

// Returns the core's last message.
function message()
{
    const bytes = new Uint8Array(core.memory.buffer, core.message());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

// Runs the kernel, in steps if `stepwise`; returns the status and the two results.
function sumSquares(ptx, numbers, stepwise)
{
    const inAt = place(new Uint8Array(numbers.buffer)), outAt = core.room(8);
    const status = core.sumSquares(place(ptx), ptx.length, inAt, numbers.length, outAt, stepwise);
    return [status, ...new Int32Array(core.memory.buffer, outAt, 2)];
}

// The numbers are those of Numerical Recipes' linear congruential generator, so that a failure comes again.
let seed = 1;
const numbers = Int32Array.from({length: 1000}, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return (seed >>> 8) % 50000;
});
let sum = 0, small = 0;
for (const x of numbers) {
    sum = (sum + Math.imul(x, x)) | 0;
    small += x < 100 ? 1 : 0;
}
const ptx = fs.readFileSync(process.argv[3]);
console.log(`expected: 0,${sum},${small}`);
console.log(`run: ${sumSquares(ptx, numbers, 0)}`);
console.log(`stepped: ${sumSquares(ptx, numbers, 1)}`);
// There are 3 blocks of 4 warps, and each warp executes at least 20 instructions.
console.log(`steps: ${core.stepCount() > 3 * 4 * 20}`);
const broken = Buffer.from(ptx.toString().replace('shfl.sync.down', 'shfl.sync.sideways'));
console.log(`refused: ${sumSquares(broken, numbers, 0)[0]} ${message()}`);

// page.mjs CORE.wasm FOLDER COUNT [DEVICE]: writes COUNT characters after the default prompt as the page does, under node, with the
// kernels whose PTX is in a folder: ex3-13.ptx. Prints the text, a line "KERNEL: why" for each kernel that can't do its step, and last the
// tokens per second and how many steps are done by kernels, as tokens.txt has them.

import fs from 'node:fs';
import { PageModel } from '../../model/page/model.mjs';

const [core, folder, count, device = ''] = process.argv.slice(2), prompt = 'A kernel is';
const model = new PageModel(new WebAssembly.Module(fs.readFileSync(core)), fs.readFileSync('model/weights.bin'));
const kernels = model.about().steps.map(({ exercise, kernel }, step) => {
    const file = `${folder}/${exercise}.ptx`;
    if (!fs.existsSync(file)) return null;
    const ptx = fs.readFileSync(file, 'utf8'), found = model.tries(step, ptx, prompt, device);
    if (found) console.log(`${kernel}: ${found.why}${found.report && `: ${found.report.split('\n')[0]}`}`);
    return found ? null : ptx;
});
const text = model.begin(kernels, prompt, device);
let written = prompt;
for (let i = 0; i < count; i++) written += text.next();
console.log(written);
console.log(`${text.speed().toFixed(1)} ${kernels.filter(Boolean).length}`);

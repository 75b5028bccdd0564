// model.js: the language model in the page (model/page/): it writes by the kernels of the exercises that the browser keeps, and by plain C
// where there is none, or none that is right. It is loaded when a reader opens it.

import { PageModel } from '../../model/page/model.mjs';
import { unpack } from './core.js';
import { make } from './elements.js';

// The worker's program, which gets to the worker as text, behind PageModel's. It gets {id, call, args} and answers {id, value} or
// {id, error}; meanwhile, as it writes, {id, character}.
function work() {
    let model;
    const calls = {
        start(id, core, weights) {
            model = new PageModel(new WebAssembly.Module(core), weights);
            return model.about();
        },
        tries: (id, ...args) => model.tries(...args),
        write(id, count, ...args) {
            const { next, speed } = model.begin(...args);
            for (let i = 0; i < count; i++) postMessage({ id, character: next() });
            return speed();
        },
    };
    onmessage = ({ data: { id, call, args } }) => {
        try {
            postMessage({ id, value: calls[call](id, ...args) });
        } catch (e) {
            postMessage({ id, error: e.message });
        }
    };
}

// A worker with the model. Its calls are those above, as promises. `end` stops it, whatever it does.
class Writer {
    constructor() {
        const address = URL.createObjectURL(new Blob([`const PageModel = ${PageModel}; (${work})()`], { type: 'text/javascript' }));
        this.worker = new Worker(address);
        URL.revokeObjectURL(address);
        this.waiting = new Map();
        this.worker.onerror = e => this.fail(e.message || 'the browser has ended the model’s worker');
        this.worker.onmessage = ({ data: { id, character, value, error } }) => {
            const { done, failed, hear } = this.waiting.get(id);
            if (character !== undefined) hear(character);
            else if (error !== undefined) failed(new Error(error));
            else done(value);
        };
    }

    call(name, args, hear) {
        return new Promise((done, failed) => {
            if (this.over) throw new Error(this.over);
            const id = this.waiting.size;
            this.waiting.set(id, { done, failed, hear });
            this.worker.postMessage({ id, call: name, args });
        });
    }

    fail(why) {
        this.over = why;
        for (const { failed } of this.waiting.values()) failed(new Error(why));
    }

    end() {
        this.worker.terminate();
        this.fail(STOPPED);
    }
}

const STOPPED = 'Stopped.', NONE = 'there is no kernel of yours yet';
const PROMPT = 'A kernel is', COUNT = 240; // as ./say has them
const exercises = labs.store('warp-exercises'); // what exercises.js keeps
const last = labs.store('warp-model'); // the last speed, and by how many kernels

class Model {
    constructor(figure) {
        this.figure = figure;
        this.compiled = new Map(); // source: what the compiler made of it
    }

    async open() {
        this.bytes = await Promise.all([labs.packed, labs.weights].map(unpack));
        const { steps, devices } = await this.start();
        this.steps = steps.map(step => ({ ...step, place: make('td') }));
        this.build(devices);
        this.showSteps();
        this.figure.querySelector('.lab-buttons button').remove();
        this.figure.dataset.ready = '';
        this.prompt.focus({ preventScroll: true });
    }

    // Makes a worker; the one before may have been stopped.
    start() {
        this.writer = new Writer();
        return this.writer.call('start', this.bytes);
    }

    build(devices) {
        this.prompt = make('input', { type: 'text', value: PROMPT, maxlength: 128, size: 30, autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false' });
        this.count = make('input', { type: 'number', value: COUNT, min: 1, max: 10000, inputmode: 'numeric' });
        this.device = make('select', {}, ...devices.map(d => make('option', { value: d.word }, d.name.replace(/^NVIDIA (GeForce )?/, ''))));
        this.go = make('button.on', { type: 'submit' }, 'Write');
        this.halt = make('button', { type: 'button', hidden: true, onclick: () => this.stop() }, 'Stop');
        this.status = make('p.model-status', { role: 'status' });
        this.refusal = make('p.lab-refusal', { role: 'alert' });
        this.text = make('pre.model-text', { tabindex: 0, role: 'group', 'aria-label': 'What the model has written' });
        const rows = this.steps.map(({ exercise, kernel, place }) => make('tr', {}, make('th', { scope: 'row' }, make('code', {}, kernel)),
            make('td', {}, make('a', { href: this.addressOf(exercise) }, exercise)), place));
        const form = make('form.lab-choices', { onsubmit: e => { e.preventDefault(); this.write(); } }, make('label.model-prompt', {}, 'text ', this.prompt),
            make('label', {}, 'characters ', this.count), make('label', {}, 'time for ', this.device), this.go, this.halt);
        const table = make('table.model-steps', {}, make('thead', {}, make('tr', {}, ...['Kernel', 'Exercise', 'Who does the step'].map(t => make('th', { scope: 'col' }, t)))),
            make('tbody', {}, ...rows));
        this.figure.append(make('div.lab-live', {}, form, this.refusal, this.status, this.text, make('div', {}, table)));
    }

    // The table of steps in the text has the address of each exercise.
    addressOf(exercise) {
        return document.querySelector(`article a[href$="#${exercise}"]`).getAttribute('href');
    }

    // Says who does a step: null: its kernel; or why plain C does it. report: what the compiler or the checks say.
    tell(step, why, report = '') {
        step.place.classList.toggle('yours', why === null);
        step.place.replaceChildren(why === null ? 'yours' : `plain C: ${why}`);
        if (report) step.place.append(make('details', {}, make('summary', {}, 'what was found'), make('pre', { tabindex: 0 }, report)));
    }

    // Before the first run it is only known of which exercises there is a text.
    showSteps() {
        const kept = exercises.read();
        for (const step of this.steps) {
            const { source, passed } = kept[step.exercise] || {};
            if (source) step.place.textContent = `your kernel${passed ? '' : ', which hasn’t passed its exercise'}, if it agrees with plain C`;
            else this.tell(step, NONE);
        }
    }

    // Returns { ptx, errors } of an exercise's text. The compiler is brought when it is first needed.
    async compile({ exercise }, source) {
        if (!this.compiled.has(source)) {
            this.status.textContent = 'The compiler is loading …';
            await labs.load('edit.js').catch(() => { throw new Error('This book was made without the compiler for pages: make setup book, then make book, puts it in.'); });
            await labs.compilerReady(part => { this.status.textContent = `The compiler is loading … ${Math.round(100 * part)} %`; });
            this.status.textContent = `Compiling ${exercise} …`;
            this.compiled.set(source, await labs.compile('exercise.cu', source));
        }
        return this.compiled.get(source);
    }

    // Returns the PTX of the kernel that does a step; null if plain C does it. The table says which, and why.
    async choose(step, i, kept, device) {
        const { source } = kept[step.exercise] || {};
        if (!source) {
            this.tell(step, NONE);
            return null;
        }
        const { ptx, errors } = await this.compile(step, source);
        if (!ptx) {
            this.tell(step, 'your file doesn’t compile', errors.filter(e => e.severity === 'error').map(e => `line ${e.line}: ${e.text}`).join('\n'));
            return null;
        }
        this.status.textContent = `Trying ${step.kernel} …`;
        const found = await this.writer.call('tries', [i, ptx, this.prompt.value, device]);
        this.tell(step, found && found.why, found ? found.report : '');
        return found ? null : ptx;
    }

    write() {
        return labs.whileBusy(this.go, async () => {
            this.halt.hidden = false;
            this.text.textContent = this.refusal.textContent = '';
            this.figure.removeAttribute('data-written');
            try {
                await this.run();
            } catch (e) {
                if (e.message === STOPPED) this.status.textContent = 'Stopped.';
                else {
                    this.status.textContent = '';
                    this.refusal.textContent = e.message;
                }
            }
            this.halt.hidden = true;
            this.figure.dataset.written = '';
        });
    }

    async run() {
        if (this.writer.over) await this.start();
        const prompt = this.prompt.value, count = this.count.valueAsNumber, device = this.device.value, kept = exercises.read(), kernels = [];
        for (const [i, step] of this.steps.entries()) kernels.push(await this.choose(step, i, kept, device));
        this.text.textContent = prompt;
        this.status.textContent = 'Writing …';
        const speed = await this.writer.call('write', [count, kernels, prompt, device], c => { this.text.append(c); });
        const mine = kernels.filter(Boolean).length, before = last.read();
        this.status.textContent = `${Math.round(speed)} tokens per second, modelled (and each operation of plain C at 1 ns); ${mine} of ${kernels.length} steps are yours.` +
            (before.speed ? ` Last time: ${Math.round(before.speed)}, with ${before.kernels}.` : '');
        last.write({ speed, kernels: mine });
    }

    // What is under way ends with an error, be it the compiler's work or the model's.
    stop() {
        this.writer.end();
        if (labs.stopCompiler) labs.stopCompiler();
    }
}

labs.openModel = figure => new Model(figure).open();

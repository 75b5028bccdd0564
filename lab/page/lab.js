// lab.js: one live lab: its controls, its keys, its predictions, and its address.

import { packText, unpackText } from './address.js';
import { editBundle, programPath } from './bundle.js';
import { Core } from './core.js';
import { AccessView, ArraysView, AsyncView, LanesView, NumbersView, PtxView, short, SourceView, TilesView, TimeView, VariablesView } from './draw.js';
import { make } from './elements.js';

const { read, write } = labs.store('warp-lab-answers'); // predictions, by lab

class Lab {
    // figure: the element that holds the lab's frame; bundle: core/bundle.h; wanted: choices and moment, from the address.
    constructor(figure, bundle, wanted) {
        this.figure = figure;
        this.bundle = bundle;
        this.wanted = wanted;
        this.failed = figure.dataset.lab === undefined; // it is a case that failed in the judge, which has no address
        this.core = new Core();
        this.live = make('div.lab-live');
        this.words = make('span');
        this.status = make('p.lab-status', { role: 'status', 'aria-live': 'polite' }, this.words);
        this.refusal = make('p.lab-refusal', { role: 'alert' });
        this.where = figure.querySelector('.lab-head code');
        figure.querySelector('.lab-frame').hidden = true;
        figure.append(this.live);
        this.live.append(this.status, this.refusal);
        this.keys = e => this.key(e);
        figure.addEventListener('keydown', this.keys);
    }

    async open() {
        this.say('The lab is starting …');
        try {
            await this.core.start();
            this.about = await this.core.call('load', [this.bundle]);
        } catch (e) {
            this.trouble(e);
            return;
        }
        this.build();
        for (const [name, value] of Object.entries(this.wanted))
            if (this.inputs[name]) await this.choose(name, value, false);
        await this.begin(this.wanted.at);
        if (this.wanted.source) await this.edit(this.wanted.source).catch(e => { this.refusal.textContent = `The kernel in this address can’t be read: ${e.message.replace(/\.?$/, '.')}`; });
        this.figure.dataset.ready = '';
        this.bringIntoView();
    }

    // Scrolls the page as far as is needed to see the source and the lanes below the buttons, which stay at the top (lab.css); and, if there
    // is room for it, what is found at this moment.
    bringIntoView() {
        const found = this.findings.querySelector('.now');
        for (const box of [...found ? [found] : [], this.source.box, this.lanes.rows]) box.scrollIntoView({ block: 'nearest' });
    }

    close() {
        this.closed = true;
        this.pause();
        this.core.end();
        this.figure.removeEventListener('keydown', this.keys);
        this.live.remove();
        if (this.desk) this.desk.box.remove();
        this.figure.querySelector('.lab-frame').hidden = false;
        delete this.figure.dataset.ready;
    }

    say(words) {
        this.words.textContent = words;
    }

    // Says what went wrong. A core that has failed is replaced by a new one, once.
    async trouble(e) {
        this.pause();
        if (this.closed) return;
        this.refusal.textContent = e.refused ? e.message
            : `The laboratory’s core stopped: ${e.message}. It starts anew with the values of the note.`;
        if (e.refused || !this.about) return;
        try {
            this.core.end();
            this.core = new Core();
            await this.core.start();
            this.about = await this.core.call('load', [this.bundle]);
            this.about.choices.forEach(c => { this.inputs[c.name].value = this.chosen[c.name] = c.value; });
            await this.restart();
        } catch (again) {
            this.refusal.textContent = `The laboratory’s core stopped again: ${again.message}. Close the lab, and run it anew.`;
        }
    }

    // ---- Elements ----------------------------------------------------------------------------------------------------

    build() {
        const about = this.about;
        this.source = new SourceView(about.source);
        this.ptx = new PtxView(about.ptx);
        this.ptx.box.hidden = true;
        this.variables = new VariablesView();
        this.lanes = new LanesView(block => this.turn(block));
        this.access = new AccessView();
        this.async = new AsyncView();
        this.tiles = new TilesView();
        this.arrays = new ArraysView();
        this.numbers = new NumbersView();
        this.time = new TimeView();
        this.time.box.hidden = !about.timeline;
        // Source and lanes come last: they look how much room the others have left them, and keep in sight what runs.
        this.views = [this.variables, this.access, this.source, this.lanes, this.async, this.tiles, this.ptx, this.arrays, this.numbers, this.time];
        this.findings = make('div.lab-findings', { 'aria-live': 'polite' });
        this.printed = make('pre.lab-printed', { tabindex: 0, role: 'group', 'aria-label': 'What the kernel has printed' });
        // The buttons stand above all that a step changes, so that they stay below the finger (lab.css holds them in sight).
        this.live.replaceChildren(this.buildChoices(), this.buildTransport(), this.refusal, this.status,
            make('div.lab-main', {}, make('div.lab-code', {}, this.source.box, this.variables.box), make('div.lab-side', {}, this.lanes.box, this.access.box)),
            this.async.box, this.tiles.box, this.findings, this.printed, this.ptx.box, this.time.box, this.arrays.box, this.numbers.box, this.buildAsks());
    }

    buildChoices() {
        this.inputs = {};
        this.chosen = Object.fromEntries(this.about.choices.map(c => [c.name, c.value])); // what the core has accepted
        const labels = { schedule: 'lanes take turns', device: 'time for', check: 'checks' };
        return make('div.lab-choices', {}, ...this.about.choices.slice().sort((a, b) => (a.name in labels) - (b.name in labels)).map(c => {
            const change = () => this.choose(c.name, this.inputs[c.name].value);
            if (c.options) {
                this.inputs[c.name] = make('select', { onchange: change }, ...c.options.map((o, i) =>
                    make('option', { value: o, selected: String(o) === String(c.value) }, c.name === 'device' ? this.about.devices[i].replace(/^NVIDIA (GeForce )?/, '') : String(o))));
            } else {
                this.inputs[c.name] = make('input', { type: 'number', min: c.from, max: c.to, value: c.value, onchange: change,
                    title: `${c.from} to ${c.to}`, inputmode: 'numeric' });
            }
            return make('label', {}, labels[c.name] || c.name, ' ', this.inputs[c.name]);
        }));
    }

    buildTransport() {
        // Each button shows its key (lab.css).
        const button = (text, label, keys, action, name = '') =>
            make('button' + name, { type: 'button', 'aria-label': label, title: label, 'aria-keyshortcuts': keys, 'data-key': keys.replace('+', ' '),
                onclick: () => { this.pause(); action(); } }, text);
        this.slider = make('input', { type: 'range', min: 0, max: 1, value: 0, 'aria-label': 'moment', oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
        this.place = make('code.lab-place');
        this.player = make('button', { type: 'button', 'aria-keyshortcuts': 'Space', 'data-key': 'Space', onclick: () => this.toggle() });
        this.label();
        return make('div.lab-transport', {}, make('div.lab-steps', {},
            button('Start', 'To the start', 'Home', () => this.go(0)),
            button('◀ Line', 'A line back', 'Shift+N', () => this.jump('L')),
            button('Line ▶', 'Step a line', 'N', () => this.jump('l'), '.on'),
            button('◀ Instruction', 'An instruction back', 'Shift+S', () => this.go(this.state.moment - 1)),
            button('Instruction ▶', 'Step an instruction', 'S', () => this.go(this.state.moment + 1)),
            button('Barrier ▶', 'Run to the next barrier', 'B', () => this.jump('b')),
            button('End', 'To the end', 'End', () => this.go(this.survey.total))),
            make('div.lab-moments', {}, this.player, this.slider, this.place));
    }

    buildAsks() {
        const saved = read()[this.figure.id] || {};
        return make('div.lab-asks', {}, ...this.about.asks.map((words, i) => {
            const guess = make('input', { type: 'number', step: 'any', value: saved[i] ? saved[i].guess : '' });
            const verdict = make('output', { 'aria-live': 'polite' });
            if (saved[i]) verdict.textContent = saved[i].right ? 'You got this right before.' : 'You have tried this before.';
            const form = make('form', { onsubmit: e => { e.preventDefault(); this.answer(i, guess.value, verdict); } },
                make('label', {}, `${words} `, guess), ' ', make('button', { type: 'submit' }, 'Try it'), ' ', verdict);
            return form;
        }));
    }

    // ---- Actions -----------------------------------------------------------------------------------------------------

    // Does one action after the other. Actions that are asked for meanwhile wait; if several moments wait, only the last counts.
    async task(action) {
        const before = this.busy;
        let end;
        this.busy = new Promise(done => { end = done; });
        await before;
        try {
            return await action();
        } catch (e) {
            await this.trouble(e);
            return undefined;
        } finally {
            end();
        }
    }

    // Sets a choice, and runs with it. A choice that is refused leaves the lab unchanged.
    choose(name, value, again = true) {
        return this.task(async () => {
            const input = this.inputs[name];
            this.refusal.textContent = '';
            input.setAttribute('aria-invalid', 'true');
            await this.core.call('choose', [name, String(value)]);
            input.value = this.chosen[name] = value;
            input.removeAttribute('aria-invalid');
            this.live.querySelectorAll('.lab-asks output').forEach(verdict => { verdict.textContent = ''; }); // they told of another run
            if (again) await this.restart(0);
        });
    }

    begin(at) {
        return this.task(() => this.restart(at));
    }

    // Calls what may take long. Once it has taken a while, the button Play becomes Stop, and the status says how far it is: not
    // more often than somebody who hears it can bear.
    async run(name, ...args) {
        let said = performance.now();
        try {
            return await this.core.call(name, args, steps => {
                if (performance.now() < said + (this.long ? 2000 : 300)) return;
                said = performance.now();
                this.long = true;
                this.label();
                this.say(`${steps.toLocaleString('en')} instructions so far …`);
            });
        } finally {
            this.long = false;
            this.label();
        }
    }

    // Starts anew, runs once to the end, and shows a moment: the note's first moment if none is given.
    async restart(at) {
        await this.core.call('begin');
        this.survey = await this.run('survey');
        if (!this.survey) {
            this.refusal.textContent = 'Stopped. You can step through what has run so far.';
            this.survey = { total: (await this.core.call('state')).moment, first: 0, asked: [], found: [], result: { metrics: {}, findings: [] } };
        }
        this.show(await this.run('go', at === undefined ? this.survey.first : Number(at) || 0));
    }

    go(moment) {
        this.next = Math.max(0, Math.min(moment, this.survey.total));
        return this.task(async () => {
            if (this.next === undefined) return; // a later action has done it
            const to = this.next;
            this.next = undefined;
            this.show(await this.run('go', to));
        });
    }

    jump(how) {
        return this.task(async () => this.show(await this.run('jump', how)));
    }

    // Shows another block of the cluster; without a number, the next one.
    turn(block) {
        const blocks = this.state.cluster.map(c => c.block);
        const to = block === undefined ? blocks[(blocks.indexOf(this.state.block) + 1) % blocks.length] : block;
        return blocks.length ? this.task(async () => this.show(await this.core.call('turn', [to]))) : undefined;
    }

    show(state) {
        this.state = state;
        // A walk into an endless loop may notice it at another moment than the first run: the end is where it is noticed now.
        this.slider.max = this.survey.total = Math.max(state.moment, state.total || this.survey.total);
        this.where.textContent = `${state.file.replace(/^chapters\//, '')} · ${state.name}`;
        for (const view of this.views) if (!view.box.hidden) view.show(state, this.survey);
        this.printed.textContent = state.printed;
        this.printed.hidden = !state.printed;
        this.tellFindings();
        this.slider.value = state.moment;
        this.slider.setAttribute('aria-valuetext', `moment ${state.moment} of ${this.survey.total}`);
        this.place.textContent = `moment ${state.moment.toLocaleString('en')} of ${this.survey.total.toLocaleString('en')}`;
        this.say(`${state.line && state.moment ? `Line ${state.line}. ` : ''}${state.words}`);
        this.figure.dataset.moment = state.moment;
    }

    // Shows what was found so far. In a case that failed, which one looks into because of them, also those that are still to come.
    tellFindings() {
        const { error, findings } = this.survey.result, { found, total } = this.survey, { state } = this;
        const ahead = error && !state.error && `This run ends with an error: ${error}`;
        const shown = this.failed && findings.length > state.findings.length ? findings : state.findings;
        const told = [state.error || ahead, ...shown].map((text, i) => text && { text, at: i ? found[i - 1] : total }).filter(Boolean);
        // They are read aloud as they come: those that are there stay as they are.
        const now = [...this.findings.children];
        const same = now.findIndex((box, i) => !told[i] || box.lastChild.textContent !== told[i].text), keep = same < 0 ? now.length : same;
        now.slice(keep).forEach(box => box.remove());
        this.findings.append(...told.slice(keep).map(({ text, at }) => make('div', { 'data-at': at },
            make('button', { type: 'button', onclick: () => { this.pause(); this.go(at).then(() => this.bringIntoView()); } }, `Go to moment ${at.toLocaleString('en')}`), make('pre', {}, text))));
        for (const box of this.findings.children) box.classList.toggle('now', Number(box.dataset.at) === state.moment);
    }

    // What the button Play does now: it plays, it pauses, or it stops what takes long.
    toggle() {
        if (this.long) this.core.stop();
        if (this.playing) this.pause();
        else if (!this.long) this.play();
    }

    label() {
        const name = this.long ? 'Stop' : this.playing ? 'Pause' : 'Play';
        if (!this.player || this.player.textContent === name) return;
        this.player.textContent = name;
    }

    play() {
        const step = async () => {
            if (this.state.over || this.state.moment >= this.survey.total) {
                this.pause();
                return;
            }
            await this.jump('l');
            if (this.playing) this.playing = setTimeout(step, 350);
        };
        this.playing = setTimeout(step, 0);
        this.status.setAttribute('aria-live', 'off'); // three lines a second nobody can hear
        this.label();
    }

    pause() {
        clearTimeout(this.playing);
        if (this.playing) {
            this.status.setAttribute('aria-live', 'polite');
            this.say(this.words.textContent); // now it is read
        }
        this.playing = 0;
        this.label();
    }

    key(e) {
        if (e.altKey || e.ctrlKey || e.metaKey || e.target.closest('input, select, textarea, summary, .desk') || !this.survey) return;
        if (e.key === ' ' && e.target.closest('button')) return;
        const actions = { n: () => this.jump('l'), N: () => this.jump('L'), s: () => this.go(this.state.moment + 1),
            S: () => this.go(this.state.moment - 1), b: () => this.jump('b'), Home: () => this.go(0), End: () => this.go(this.survey.total),
            j: () => this.turn(), ' ': () => this.toggle() };
        if (!actions[e.key]) return;
        e.preventDefault();
        if (e.key !== ' ') this.pause();
        actions[e.key]();
    }

    // ---- Predictions, links ------------------------------------------------------------------------------------------

    answer(i, guess, verdict) {
        if (guess.trim() === '') {
            verdict.textContent = 'Type a number first.';
            return undefined;
        }
        return this.task(async () => {
            const at = this.survey.asked[i];
            if (at !== undefined) this.show(await this.run('go', at));
            if (at === undefined || this.state.moment < Math.min(at, this.survey.total)) {
                verdict.textContent = 'The run was stopped before that moment.';
                return;
            }
            const value = await this.core.call('predict', [i]);
            // A percentage of 41.67 may be told as 42: what has two digits or more counts when it is rounded to a whole number.
            const near = Math.max(Math.abs(value) * 0.005, Math.abs(value) >= 10 && !Number.isInteger(value) ? 0.5 : 0);
            const right = Math.abs(Number(guess) - value) <= near;
            verdict.className = right ? 'right' : 'wrong';
            verdict.textContent = right ? 'Right: the lab is at that moment now.' : `It is ${short(value)}: the lab is at that moment now.`;
            const all = read();
            all[this.figure.id] = { ...all[this.figure.id], [i]: { question: this.about.asks[i], guess: Number(guess), value, right } };
            write(all);
        });
    }

    async link() {
        const parts = new URLSearchParams();
        for (const c of this.about.choices) if (String(this.chosen[c.name]) !== String(c.value)) parts.set(c.name, this.chosen[c.name]);
        parts.set('at', this.state.moment);
        if (this.desk && this.desk.text() !== this.given) parts.set('source', await packText(this.desk.text(), this.given));
        return `#${this.figure.id}?${parts}`;
    }

    // ---- Editing -----------------------------------------------------------------------------------------------------

    // Opens an editor with the program's file, and with an address's changes to it; or closes the editor.
    async edit(packed) {
        if (this.desk) {
            this.desk.box.hidden = !this.desk.box.hidden;
            return !this.desk.box.hidden;
        }
        await labs.load('sources.js');
        await labs.load('edit.js');
        const path = programPath(this.bundle, Object.keys(labs.sources.chapters));
        this.given = path.split('/').reduce((tree, name) => tree[name], labs.sources);
        const text = packed ? await unpackText(packed, this.given) : this.given;
        const line = this.state.file === path ? this.state.line : Math.min(...this.about.source.filter(s => s.file === path).map(s => s.line));
        this.desk = labs.desk({ path, text, given: this.given, line, action: 'Compile and run',
            done: (ptx, source) => this.replace(editBundle(this.bundle, path, this.given, source, ptx)) });
        this.live.before(this.desk.box);
        if (packed) await this.desk.run();
        return true;
    }

    // Goes on with another bundle and the same choices.
    replace(bundle) {
        return this.task(async () => {
            this.pause();
            const chosen = Object.entries(this.chosen);
            this.about = await this.core.call('load', [bundle]);
            this.build();
            for (const [name, value] of chosen) {
                await this.core.call('choose', [name, String(value)]);
                this.inputs[name].value = this.chosen[name] = value;
            }
            await this.restart();
        });
    }

    togglePtx(button) {
        this.ptx.box.hidden = !this.ptx.box.hidden;
        button.setAttribute('aria-pressed', String(!this.ptx.box.hidden));
        if (!this.ptx.box.hidden) this.ptx.show(this.state);
    }
}

// ---- The page's labs -------------------------------------------------------------------------------------------------

// Takes a lab's bundle. The lab's own script, which the build makes, calls this.
labs.add = (name, bundle) => { labs.bundles[name] = bundle; };

labs.open = (figure, bundle, wanted) => {
    const head = figure.querySelector('.lab-buttons');
    const lab = new Lab(figure, bundle, wanted);
    const before = [...head.children];
    const button = (text, action) => make('button', { type: 'button', onclick: e => action(e.currentTarget) }, text);
    const copy = async b => {
        const link = await lab.link(), address = location.href.replace(/#.*/, '') + link;
        history.replaceState(null, '', link);
        b.textContent = await labs.copy(address);
        setTimeout(() => { b.textContent = 'Copy link'; }, 1500);
    };
    const save = () => {
        const file = new Blob([JSON.stringify(read(), null, 2)], { type: 'application/json' });
        const a = make('a', { href: URL.createObjectURL(file), download: 'warp-by-warp-predictions.json' });
        a.click();
        URL.revokeObjectURL(a.href);
    };
    const edit = b => labs.whileBusy(b, async () => {
        try {
            b.setAttribute('aria-pressed', String(await lab.edit()));
        } catch (e) {
            lab.refusal.textContent = e.message;
        }
    });
    const close = () => {
        lab.close();
        labs.live.delete(figure.id);
        head.replaceChildren(...before);
        if (before.length) before[0].focus();
        else figure.remove();
    };
    const buttons = [...lab.failed ? [] : [button('Edit', edit)], button('PTX', b => lab.togglePtx(b)), button('Timeline', b => {
        lab.time.box.hidden = !lab.time.box.hidden;
        b.setAttribute('aria-pressed', String(!lab.time.box.hidden));
        if (!lab.time.box.hidden) lab.time.show(lab.state);
    }), ...lab.failed ? [] : [button('Copy link', copy), button('My predictions', save)], button('Close', close)];
    const focused = head.contains(document.activeElement);
    head.replaceChildren(...buttons);
    labs.live.set(figure.id, lab);
    return focused ? openFocused(figure, lab) : lab.open();
};

// The button that was pressed is gone: the focus waits at the lab, and goes to the button of the next step.
async function openFocused(figure, lab) {
    figure.tabIndex = -1;
    figure.focus({ preventScroll: true });
    await lab.open();
    const next = lab.live.querySelector('.lab-transport .on');
    if (next && document.activeElement === figure) next.focus({ preventScroll: true });
    figure.removeAttribute('tabindex');
}

// exercises.js puts texts in addresses, too, once this script is loaded.
Object.assign(labs, { packText, unpackText });

// edit.js: an editor for CUDA C, and the compiler that it asks. It is loaded at the first edit.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { bracketMatching, defaultHighlightStyle, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { make } from './elements.js';

// ---- The compiler ----------------------------------------------------------------------------------------------------

// A page loads the compiler once. Each of its parts is a script, because that works from file://, too.
let worker, count = 0, comes;
let hasCompiled; // this worker, of which the first compilation takes longest: the browser still compiles clang itself
const waiting = new Map();

function call(name, args) {
    const id = ++count;
    return new Promise((done, failed) => {
        waiting.set(id, { done, failed });
        worker.postMessage({ id, call: name, ...args });
    });
}

// Returns an error text; the browser's message that there is no memory left is put in words for readers.
const inWords = why => /memory/i.test(why) ? `This device has too little memory left for the compiler (${why.replace(/\.$/, '')}). Labs run without it.` : why;

// A worker that has died answers nothing more. Those who wait for it are told why, and the next request starts another worker.
let died; // why the last one did
function fail(why) {
    died = inWords(why);
    for (const { failed } of waiting.values()) failed(new Error(died));
    waiting.clear();
    if (worker) worker.terminate();
    worker = comes = hasCompiled = undefined;
}

// Loads the scripts with the compiler's files, one after the other, and passes on what has come. tell(0 … 1): how much has come.
async function bring({ files, parts, bytes }, tell) {
    let file = 0, left = files[0][1], come = 0;
    const arrived = new Map();
    labs.part = (i, base64) => arrived.set(i, labs.bytes(base64));
    let next = labs.load('clang-0.js');
    for (let i = 0; i < parts; i++) {
        await next;
        delete labs[`script clang-${i}.js`]; // another start brings it again
        if (!worker) throw new Error(died);
        if (i + 1 < parts) next = labs.load(`clang-${i + 1}.js`);
        let rest = arrived.get(i);
        arrived.delete(i);
        come += rest.length;
        while (rest.length) {
            const bytesHere = rest.slice(0, left);
            rest = rest.subarray(bytesHere.length);
            left -= bytesHere.length;
            worker.postMessage({ call: 'put', name: files[file][0], bytes: bytesHere, last: !left }, [bytesHere.buffer]);
            if (!left && ++file < files.length) left = files[file][1];
        }
        tell(come / bytes);
    }
}

async function startCompiler(tell) {
    try {
        await Promise.all([labs.load('compiler.js'), labs.load('sources.js')]);
    } catch {
        throw new Error('This book was made without the compiler for pages: make setup book, then make book, puts it in.');
    }
    const { work, files, stamp } = labs.compiler;
    const address = URL.createObjectURL(new Blob([work], { type: 'text/javascript' }));
    worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onerror = e => fail(`The compiler stopped: ${e.message || 'the browser has ended it'}.`);
    worker.onmessage = ({ data }) => {
        const { done, failed } = waiting.get(data.id) || {};
        waiting.delete(data.id);
        if (failed && data.error) failed(new Error(inWords(data.error)));
        else if (done) done(data.value);
    };
    const kept = await call('begin', { files: files.map(([name]) => name), stamp, headers: labs.sources });
    if (!kept) await bring(labs.compiler, tell);
    tell(1);
    await call('ready');
}

// All that wait for the compiler are told how much of it has come.
const hearers = new Set();
let part = 0;
function tellAll(now) {
    part = now;
    for (const tell of hearers) tell(part);
}

// Clang alone needs some 250 MB. A device that says it has less than 2 GB gets no compiler, but the text and the labs.
labs.compilerReady = (tell = () => {}) => {
    if (navigator.deviceMemory && navigator.deviceMemory < 2)
        return Promise.reject(new Error(`This device has ${navigator.deviceMemory} GB of memory; the compiler needs 2. Labs run without it.`));
    hearers.add(tell);
    if (!comes) {
        part = 0;
        const start = comes = startCompiler(tellAll);
        start.catch(() => {
            if (comes !== start) return; // it was stopped
            if (worker) worker.terminate();
            worker = comes = undefined;
        });
    } else if (part) {
        tell(part);
    }
    return comes.finally(() => hearers.delete(tell));
};
labs.compile = (name, source, options = {}) => call('compile', { name, source, options });
labs.judge = submission => call('judge', { submission });
labs.look = submission => call('look', { submission });
labs.own = what => labs.compilerReady().then(() => call('own', { what }));
labs.stopCompiler = () => fail('Stopped.');

// ---- The editor ------------------------------------------------------------------------------------------------------

const colours = HighlightStyle.define([
    { tag: [tags.keyword, tags.controlKeyword, tags.modifier], class: 'kw' },
    { tag: [tags.typeName, tags.standard(tags.typeName)], class: 'dt' },
    { tag: [tags.comment, tags.lineComment, tags.blockComment], class: 'co' },
    { tag: [tags.string, tags.character], class: 'st' },
    { tag: tags.number, class: 'dv' },
    { tag: tags.processingInstruction, class: 'pp' },
]);

// labs.edit(parent, text, line, { changed, run }): opens an editor at a line. Returns text(), set(text), show(errors), which shows
// errors of the compiler at their lines, look(line), which shows a line, and at(line), which goes there.
labs.edit = (parent, text, line, { changed, run, label }) => {
    const view = new EditorView({
        parent,
        state: EditorState.create({
            doc: text,
            extensions: [lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), indentOnInput(),
                indentUnit.of('    '), cpp(), syntaxHighlighting(colours), syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
                keymap.of([{ key: 'Mod-Enter', run: () => { run(); return true; } }, ...defaultKeymap, ...historyKeymap]),
                EditorView.contentAttributes.of({ 'aria-label': label, autocapitalize: 'off', spellcheck: 'false', tabindex: '0' }),
                EditorView.updateListener.of(u => { if (u.docChanged) changed(); })],
        }),
    });
    const place = n => view.state.doc.line(Math.min(Math.max(n, 1), view.state.doc.lines));
    const at = n => {
        view.dispatch({ selection: { anchor: place(n).from }, effects: EditorView.scrollIntoView(place(n).from, { y: 'center' }) });
        view.focus();
    };
    // scrollIntoView would scroll the page, too.
    view.requestMeasure({ read: () => view.lineBlockAt(place(line).from).top, write: top => { view.scrollDOM.scrollTop = top - 20; } });
    return {
        at,
        look: n => view.dispatch({ effects: EditorView.scrollIntoView(place(n).from, { y: 'center' }) }),
        text: () => view.state.doc.toString(),
        set: words => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words } }),
        show: errors => view.dispatch(setDiagnostics(view.state, errors.map(e => {
            const l = place(e.line), from = Math.min(l.from + Math.max(e.column - 1, 0), l.to);
            return { from, to: l.to, severity: e.severity === 'error' ? 'error' : 'warning', message: e.text };
        }))),
    };
};

// ---- The desk: an editor, what the compiler says, and a button -----------------------------------------------------------

const slow = () => hasCompiled ? '' : ' Only the first time on this page takes this long.';
const megabytes = part => Math.round(part * labs.compiler.bytes / 1e6);

// labs.desk({ path, text, given, line, headers, action, done, changed }): makes a desk. "As given" goes back to `given`, `path` names the
// file, `headers` is a folder whose headers it may include, `action` is the button's text. starts(source) is called when a run starts,
// done(ptx, source) when the text compiles; an error that it throws is shown. The text that "As given" replaces is passed to leaves(text) and comes back by the same button; `left` is
// such a text of an earlier visit.
labs.desk = ({ path, text, given, line, headers, action, done, changed = () => {}, starts = () => {}, leaves = () => {}, left }) => {
    const messages = make('ol', { class: 'desk-errors', role: 'alert' });
    const bar = make('progress', { max: 1, value: 0, 'aria-label': 'the compiler is loading' });
    const words = make('span', { role: 'status' });
    const holder = make('div', { class: 'desk-editor' });
    const go = make('button', { type: 'button', class: 'on', title: 'Ctrl + Enter', onclick: () => run() }, action);
    const stop = make('button', { type: 'button', onclick: () => labs.stopCompiler() }, 'Stop');
    const back = make('button', { type: 'button', onclick: () => giveBack() });
    const box = make('div', { class: 'desk' }, holder, make('p', { class: 'desk-buttons' }, go, stop, back, bar, words), messages);
    stop.hidden = bar.hidden = true;
    labs.compilerReady().catch(() => {}); // it is loaded while the reader writes; `run` tells errors
    const editor = labs.edit(holder, text, line, { changed: () => change(), run: () => run(), label: `${path}, which you can edit` });

    function say(errors) {
        const mine = errors.filter(e => e.file === path);
        editor.show(mine);
        const first = mine.find(e => e.severity === 'error');
        if (first) editor.look(first.line);
        messages.replaceChildren(...errors.filter(e => e.severity !== 'note').map(e => {
            const item = make('li', { class: e.severity });
            if (e.file === path) item.append(make('button', { type: 'button', onclick: () => editor.at(e.line) }, `line ${e.line}`), ' ');
            else if (e.file) item.append(`${e.file}:${e.line} `);
            item.append(`${e.severity}: ${e.text}`);
            return item;
        }));
    }

    // The button offers the text that was left while the given one stands there unchanged.
    const canReturn = () => left !== undefined && editor.text() === given;
    function change() {
        back.textContent = canReturn() ? 'Back to my text' : 'As given';
        changed(editor.text());
    }
    function giveBack() {
        if (canReturn()) {
            editor.set(left);
            words.textContent = 'Your text is back.';
        } else if (editor.text() !== given) {
            leaves(left = editor.text());
            editor.set(given);
            words.textContent = 'The text is as it was given; yours is kept.';
        }
    }
    back.textContent = canReturn() ? 'Back to my text' : 'As given';

    const run = () => labs.whileBusy(go, compile);
    async function compile() {
        stop.hidden = false;
        const source = editor.text(), since = performance.now();
        starts(source);
        try {
            words.textContent = `The compiler is loading …${slow()}`;
            bar.hidden = false;
            await labs.compilerReady(part => {
                bar.value = part;
                words.textContent = (part < 1 ? `The compiler is loading: ${megabytes(part)} of ${megabytes(1)} MB.` : 'The compiler starts …') + slow();
            });
            if (hasCompiled) bar.hidden = true;
            else bar.removeAttribute('value'); // the first compilation has no measure
            words.textContent = `Compiling …${slow()}`;
            const { ptx, errors } = await labs.compile(path, source, { headers });
            hasCompiled = bar.hidden = true;
            say(errors);
            words.textContent = ptx ? `Compiled in ${((performance.now() - since) / 1000).toFixed(1)} s.` : 'It does not compile.';
            if (ptx) await done(ptx, source);
        } catch (e) {
            messages.replaceChildren(make('li', { class: 'error' }, e.message));
            words.textContent = '';
        }
        box.dataset.runs = Number(box.dataset.runs || 0) + 1;
        if (document.activeElement === stop) go.focus();
        bar.hidden = stop.hidden = true;
    }
    return { box, run, text: editor.text, set: editor.set, say: text => { words.textContent = text; } };
};

// exercises.js: exercises in the page: an editor and the judge below each task, and the reader's work, which the browser keeps.
// The verdict is only for the student: an instructor judges the archive's files again, natively.

import { make } from './elements.js';
import { verdictLines } from './verdict.js';

const STORE = 'warp-exercises';
const { read, write } = labs.store(STORE);
const change = (name, what) => {
    const all = read();
    all[name] = { ...all[name], ...what };
    write(all);
};
// Tells whether the browser keeps the work. Private windows keep nothing, nor do some browsers for a page opened as a file.
const keeps = () => {
    try {
        localStorage.setItem(`${STORE}-try`, '');
        localStorage.removeItem(`${STORE}-try`);
        return true;
    } catch {
        return false;
    }
};

// ---- At each exercise: hints one by one, a button, a mark ---------------------------------------------------------------

const showHints = new Map();
// Shows a hint only when the one before it was read.
const oneByOne = (name, hints) => {
    const show = () => hints.forEach((h, i) => { h.hidden = i > ((read()[name] || {}).hints || 0); });
    showHints.set(name, show);
    hints.forEach((h, i) => h.addEventListener('toggle', e => {
        if (!e.target.open || i < ((read()[name] || {}).hints || 0)) return;
        change(name, { hints: i + 1 });
        show();
    }));
    show();
};

// Why the page can't judge an exercise that is a whole program.
const wholeProgram = name => `It is a whole program, which needs a process of its own: make ${name} judges it.`;
const LEVELS = ['bronze', 'silver', 'gold'];
// Returns the level of a best pass, with which the judge's line begins; '' if it is no such line.
const levelOf = best => LEVELS.find(level => level === (best || '').split(' ')[0]) || '';
// Tells whether a reader may see the solution: after a pass; in kernel golf, which passes as it is given, from silver on.
const isSolved = (name, { passed, best }) => Boolean(passed) && (!labs.exercises[name].golf || LEVELS.indexOf(levelOf(best)) > 0);
const marks = new Map();
// How far the reader is with the page's exercises: "12 of 83 passed, 5 gold, 2 silver."
const tally = make('span.exercise-tally');
const countUp = () => {
    const all = read(), done = [...marks.keys()].filter(name => all[name] && all[name].passed);
    const won = level => done.filter(name => levelOf(all[name].best) === level).length;
    tally.textContent = `${done.length} of ${marks.size} passed${won('gold') + won('silver') ? `, ${won('gold')} gold, ${won('silver')} silver` : ''}. `;
};
const mark = name => {
    const { passed, best } = read()[name] || {};
    marks.get(name).textContent = passed ? `passed${levelOf(best) && `, ${levelOf(best)}`}` : '';
    if (tally.isConnected) countUp();
};

// ---- Numbers of one's own: a prediction has other numbers for each id -------------------------------------------------------

const id = labs.store('warp-student');
const tasks = new Map(); // each exercise's elements of the page
const texts = new Map(); // of the tasks that show somebody's numbers: each text of the page, as the book has it
const SEAM = '\u0001'; // between texts; no phrase has it

// Shows a task with the numbers of an id, or with the book's, and returns the exercise's file with them.
const showNumbers = async (name, source) => {
    if (!texts.has(name)) {
        const found = [];
        for (const part of tasks.get(name)) {
            const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) found.push([walker.currentNode, walker.currentNode.data]);
        }
        texts.set(name, found);
    }
    const book = texts.get(name), student = id.read().student || '';
    const all = [source, ...book.map(([, text]) => text)];
    const [file, ...own] = student ? (await labs.own({ name, student, text: all.join(SEAM) })).split(SEAM) : all;
    book.forEach(([node], i) => { node.data = own[i]; });
    return file;
};

// Returns a field for the id. `shown` is called once the task has other numbers.
const idField = (name, source, shown) => {
    const field = make('input', { type: 'text', maxlength: 100, size: 16, autocomplete: 'username', spellcheck: 'false', value: id.read().student || '' });
    const said = make('span', { role: 'status' });
    const show = async () => {
        const student = id.read().student || '';
        said.textContent = student ? 'Your numbers come with the compiler …' : '';
        try {
            shown(await showNumbers(name, source));
            said.textContent = student ? `The task has the numbers of ${student}.` : '';
        } catch (e) {
            said.textContent = e.message;
        }
    };
    field.addEventListener('change', () => {
        id.write({ student: field.value.trim() });
        dispatchEvent(new Event('student'));
    });
    addEventListener('student', () => {
        field.value = id.read().student || '';
        show();
    });
    if (id.read().student) show();
    return make('p.exercise-id', {}, make('label', {}, 'Your id, if your course gives everybody numbers of their own: ', field), ' ', said);
};

// ---- One exercise at work ------------------------------------------------------------------------------------------

// Returns the first eight bytes of SHA-256, as tools/student/exercise.sh does. A page from a server without encryption has no such
// function: then it is known that a version passed, but not which one.
const checksum = async source => {
    if (!crypto.subtle) return '0'.repeat(16);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source)));
    return [...hash.slice(0, 8)].map(b => b.toString(16).padStart(2, '0')).join('');
};

// Returns the difference of two texts, line by line: the longest sequence of lines that both have stays.
const difference = (from, to) => {
    const a = from.split('\n'), b = to.split('\n'), rows = [new Uint32Array(b.length + 1)];
    for (let i = a.length - 1; i >= 0; i--) {
        const next = rows[0], row = new Uint32Array(b.length + 1);
        for (let j = b.length - 1; j >= 0; j--) row[j] = a[i] === b[j] ? next[j + 1] + 1 : Math.max(next[j], row[j + 1]);
        rows.unshift(row);
    }
    const lines = [];
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
        if (i < a.length && j < b.length && a[i] === b[j]) {
            lines.push(['same', `  ${a[i++]}`]);
            j++;
        } else if (j < b.length && (i === a.length || rows[i][j + 1] > rows[i + 1][j])) lines.push(['theirs', `+ ${b[j++]}`]);
        else lines.push(['yours', `- ${a[i++]}`]);
    }
    return lines;
};

const code = lines => make('pre', { tabindex: 0 }, ...lines.map(([kind, text]) => make(`span.${kind}`, {}, `${text}\n`)));

const solution = async (name, source, box) => {
    try {
        await labs.load('solutions.js');
    } catch {
        box.replaceChildren(make('p', {}, 'There are no solutions in this copy of the book: ask whoever gave it to you.'));
        return;
    }
    const { why, source: theirs } = labs.solutions[name];
    const words = make('div');
    words.innerHTML = why;
    box.replaceChildren(make('p', {}, make('b', {}, 'The solution')), words, code(theirs.split('\n').map(l => ['same', l])),
        make('p', {}, make('b', {}, 'Yours (-) and this one (+)')), code(difference(source, theirs)));
};

// Ends the lab of the case that failed before, and its worker.
const leave = name => {
    const lab = labs.live.get(`look-${name}`);
    if (lab) lab.close();
    labs.live.delete(`look-${name}`);
};

// Shows the case that failed as a lab.
const lookInside = async (name, submission, box) => {
    const bundle = await labs.look(submission);
    await Promise.all(['core.js', 'lab.js'].map(labs.load));
    const title = make('span.lab-title', {}, `${name}, the case that failed: its last launch`);
    leave(name);
    const figure = make('figure.lab', { id: `look-${name}`, 'aria-label': title.textContent },
        make('div.lab-head', {}, title, make('code'), make('div.lab-buttons')),
        make('div.lab-frame'));
    box.replaceChildren(figure);
    await labs.open(figure, bundle, {});
    figure.querySelector('.lab-source').focus();
};

const desks = new Map(); // of the exercises that are open: { show(), warn() }

// Opens an exercise. `shared`: a text that came in the address.
const open = (name, button, shared) => labs.whileBusy(button, async () => {
    try {
        await Promise.all(['sources.js', 'edit.js', 'lab.js'].map(labs.load));
    } catch {
        button.textContent = 'This book was made without the compiler for pages: make setup book, then make book, puts it in';
        return;
    }
    const { folder, title, source: given, headers, predicts, numbers, solutions } = labs.exercises[name], kept = () => read()[name] || {}, own = kept().source;
    const verdict = make('pre.exercise-verdict', { tabindex: 0, hidden: true, role: 'status' });
    const inside = make('div'), answer = make('div.exercise-solution');
    const action = (text, does) => {
        const b = make('button', { type: 'button' }, text);
        b.addEventListener('click', () => labs.whileBusy(b, async () => {
            try {
                await does(b);
            } catch (e) {
                desk.say(e.message);
            }
        }));
        return b;
    };
    let failed, counts; // the last case that failed; whether what is judged is the reader's own, and its pass is kept
    // What came in an address, and a line that says so: one must not take somebody's text for one's own, or for another's.
    let sent;
    const came = make('p.exercise-came', { hidden: true, role: 'status' });
    const receive = async packed => {
        let text, why = '';
        try {
            text = await labs.unpackText(packed, given);
        } catch (e) {
            why = `The text in this address can’t be read: ${e.message}. What you see is ${kept().source ? 'your own text' : 'the file as it was given'}.`;
        }
        sent = text === kept().source ? undefined : text;
        came.textContent = why || (sent === undefined ? '' : `This text came with the address.${kept().source ? ' Yours is kept beside it.' : ''}`);
        came.hidden = !came.textContent;
        mine.hidden = sent === undefined || !kept().source;
    };
    const isOwn = source => mine.hidden && source !== sent;
    const look = action('Look inside', () => lookInside(name, failed, inside));
    const solve = action('The solution', () => solution(name, desk.text(), answer));
    const link = action('Copy link', async b => {
        const address = `#${name}?source=${await labs.packText(desk.text(), given)}`;
        history.replaceState(null, '', address);
        b.textContent = await labs.copy(location.href);
        setTimeout(() => { b.textContent = 'Copy link'; }, 1500);
    });
    const showOwn = () => {
        sent = undefined;
        mine.hidden = elsewhere.hidden = came.hidden = true;
        desk.set(kept().source);
        desk.box.querySelector('.cm-content').focus({ preventScroll: true });
    };
    const mine = action('My own text', showOwn);
    const next = action('Next exercise', () => goOn(name));
    // Two tabs write to the same place: the one that did not write last says so.
    const elsewhere = make('p.exercise-elsewhere', { hidden: true, role: 'alert' }, 'Another tab has changed your text of this exercise. What you type here replaces it. ',
        action('Take that text', showOwn));
    mine.hidden = true;
    if (shared) await receive(shared);
    look.hidden = next.hidden = true;
    solve.hidden = !isSolved(name, kept());
    const desk = labs.desk({
        path: 'exercise.cu', text: sent || own || given, given, line: given.split('\n').findIndex(l => l.includes('[your code]')) + 1, action: 'Judge', headers,
        changed: source => isOwn(source) && (came.hidden = true) && change(name, { source }), // the reader's own text is kept while a shared one is shown
        left: kept().left,
        leaves: source => isOwn(source) && change(name, { left: source }),
        starts: source => {
            counts = isOwn(source);
            verdict.hidden = look.hidden = next.hidden = true;
        },
        done: async (ptx, source) => {
            const seed = crypto.getRandomValues(new Uint32Array(1))[0];
            const asGiven = predicts ? (await labs.compile('exercise.cu', given, { headers })).ptx : '';
            desk.say('Judging …');
            const submission = { name, title, source, ptx, given: asGiven, student: numbers && id.read().student || '', seed };
            const { passed, failed: which, best, text: said } = await labs.judge(
                { ...submission, compiler: labs.compiledBy, solutions, best: kept().best || '' });
            verdict.replaceChildren(...verdictLines(said));
            verdict.classList.toggle('passed', passed);
            verdict.hidden = false;
            leave(name);
            inside.replaceChildren();
            desk.say(passed ? 'Passed.' : 'Not passed.');
            look.hidden = passed;
            next.hidden = !passed || !nextTo(name);
            failed = { ...submission, failed: which };
            if (passed && counts) {
                change(name, { passed: await checksum(source), ...best ? { best } : {} }); // the text may have changed meanwhile
                solve.hidden = !isSolved(name, kept());
            }
            mark(name);
        },
    });
    desk.box.querySelector('.desk-buttons').append(look, next, solve, link, mine);
    // The file follows the task as long as it is nobody's work.
    let file = given;
    const renew = now => {
        if (desk.text() === file && now !== file) desk.set(now);
        file = now;
    };
    const asks = numbers ? [idField(name, given, renew)] : [];
    button.replaceWith(make('div.exercise-desk', {}, came, elsewhere, ...asks, desk.box, verdict, inside, answer));
    desk.box.querySelector('.cm-content').focus({ preventScroll: true });
    desk.box.scrollIntoView({ block: 'nearest' });
    desks.set(name, {
        show: () => { if (mine.hidden) desk.set(kept().source); },
        warn: () => { elsewhere.hidden = kept().source === desk.text() || !mine.hidden; },
        receive: async packed => {
            await receive(packed);
            const silent = came.hidden, now = sent || kept().source || given;
            verdict.hidden = look.hidden = true;
            if (desk.text() !== now) desk.set(now);
            came.hidden = silent;
        },
    });
});
addEventListener('storage', e => { if (e.key === STORE) desks.forEach(desk => desk.warn()); });

// Returns the next exercise of the book; undefined after the last.
const nextTo = name => {
    const place = n => n.match(/\d+/g).reduce((chapter, number) => 1000 * chapter + Number(number), 0);
    return Object.keys(labs.exercises).filter(n => place(n) > place(name)).sort((a, b) => place(a) - place(b))[0];
};
// Goes on to the next exercise: its task, with the editor open below it. If another page has it, the list of exercises leads there.
const goOn = async name => {
    const to = nextTo(name), fold = folds.find(f => f.id === to), button = buttons.get(to);
    if (!fold) {
        location.href = `exercises.html#${to}`;
        return;
    }
    fold.open = true;
    if (button && !desks.has(to)) await open(to, button);
    fold.scrollIntoView();
};

const folds = [...document.querySelectorAll('details.exercise')], buttons = new Map();
for (const fold of folds) {
    const place = make('p.exercise-here'), name = fold.id;
    tasks.set(name, [fold.querySelector('.task')]);
    oneByOne(name, [...fold.querySelectorAll('.hints > details')]);
    fold.querySelector('.task').after(place);
    marks.set(name, make('span.exercise-mark'));
    fold.querySelector('.level').after(' ', marks.get(name));
    mark(name);
    if (fold.dataset.program) {
        place.append(wholeProgram(name));
        continue;
    }
    const button = make('button', { type: 'button', 'aria-label': `Do it here: ${name}`, onclick: () => open(name, button) }, 'Do it here');
    buttons.set(name, button);
    place.append(button);
}
for (const row of document.querySelectorAll('tr[id^="ex"]')) { // the page that lists them all
    marks.set(row.id, make('span.exercise-mark'));
    row.cells[1].append(' ', marks.get(row.id));
    mark(row.id);
}

// Opens a text that somebody has sent: ch3.html#ex3-1?source=….
const follow = () => {
    const [name, shared] = window.fragment().split('?source=');
    if (!shared || !buttons.has(name)) return;
    const fold = document.getElementById(name);
    fold.open = true;
    fold.scrollIntoView();
    if (desks.has(name)) desks.get(name).receive(shared);
    else open(name, buttons.get(name), shared);
};
addEventListener('hashchange', follow);
follow();

// ---- All exercises: an archive, as `make grade` takes it, with progress.txt, which `make progress` reads -----------------

// Returns a file of a tar archive (POSIX ustar).
const tarred = (name, text) => {
    const bytes = new TextEncoder().encode(text), out = new Uint8Array(512 + Math.ceil(bytes.length / 512) * 512);
    const put = (at, words) => out.set(new TextEncoder().encode(words), at);
    const octal = (n, digits) => n.toString(8).padStart(digits, '0');
    put(0, name);
    put(100, '0000644\0' + '0000000\0' + '0000000\0' + `${octal(bytes.length, 11)}\0${octal(Math.floor(Date.now() / 1000), 11)}\0        0`);
    put(257, 'ustar\0' + '00');
    put(148, `${octal(out.slice(0, 512).reduce((a, b) => a + b, 0), 6)}\0 `);
    out.set(bytes, 512);
    return out;
};

const save = async () => {
    await labs.load('sources.js');
    const files = [], lines = ['# Where you stand: exercise, hints shown, checksum of the exercise.cu that passed last or -, the best pass\n'];
    for (const [name, { source, passed, hints, best }] of Object.entries(read())) {
        if (source) files.push(tarred(`exercises/${labs.exercises[name].folder}/exercise.cu`, source));
        lines.push(`${name} ${hints || 0} ${passed || '-'}${best ? ` ${best}` : ''}\n`);
    }
    const blob = new Blob([tarred('progress.txt', lines.join('')), ...files, new Uint8Array(1024)], { type: 'application/x-tar' });
    const link = make('a', { href: URL.createObjectURL(blob), download: 'warp-by-warp-work.tar' });
    link.click();
    URL.revokeObjectURL(link.href);
};

// Takes the work of an archive, and returns what to say of it. Nothing is loaded anew: a browser that keeps nothing has the work now.
const restore = async file => {
    await labs.load('sources.js');
    const bytes = new Uint8Array(await file.arrayBuffer()), words = (at, n) => new TextDecoder().decode(bytes.subarray(at, at + n)).replace(/\0.*$/s, '');
    const found = {};
    for (let at = 0; at + 512 <= bytes.length && bytes[at];) {
        const name = words(at, 100), size = parseInt(words(at + 124, 12), 8) || 0, text = words(at + 512, size);
        const exercise = /(?:^|\/)(ex\d+-\d+)-[^/]*\/exercise\.cu$/.exec(name);
        if (exercise) found[exercise[1]] = { ...found[exercise[1]], source: text };
        if (/(^|\/)progress\.txt$/.test(name))
            for (const [, ex, hints, sum, best] of text.matchAll(/^(ex\d+-\d+) (\d+) (\S+)(?: (.*))?$/gm))
                found[ex] = { ...found[ex], hints: Number(hints), ...sum === '-' ? {} : { passed: sum }, ...levelOf(best) ? { best } : {} };
        at += 512 + Math.ceil(size / 512) * 512;
    }
    const known = Object.entries(found).filter(([name]) => labs.exercises[name]), here = read();
    if (!known.length) return `${file.name} holds no work: choose the file that “Save my work” writes, warp-by-warp-work.tar.`;
    const other = known.filter(([name, { source }]) => source && here[name] && here[name].source && here[name].source !== source).map(([name]) => name);
    if (other.length && !confirm(`Your text of ${other.join(', ')} here differs from the file’s. Replace it with the file’s? What is here will be lost.`)) return 'Nothing was replaced.';
    const rank = best => LEVELS.indexOf(levelOf(best));
    for (const [name, what] of known) {
        if (rank(what.best) <= rank((here[name] || {}).best)) delete what.best; // the higher level stays
        change(name, what);
        if (marks.has(name)) mark(name);
        if (showHints.has(name)) showHints.get(name)();
        if (what.source && desks.has(name)) desks.get(name).show();
    }
    return `Brought back: ${known.map(([name]) => name).join(', ')}.${keeps() ? '' : ' This browser keeps it until you leave the page.'}`;
};

// One bar for all exercises: on the page that lists them it stands first, in a chapter with the exercise that was opened last.
const makeBar = () => {
    const file = make('input', { type: 'file', accept: '.tar', id: 'exercise-file' });
    const said = make('span', { role: 'status' });
    file.addEventListener('change', async () => {
        if (!file.files[0]) return;
        said.textContent = await restore(file.files[0]).catch(e => e.message);
        file.value = ''; // the same file may come again
    });
    const button = make('button', { type: 'button', onclick: save }, 'Save my work');
    return make('p.exercise-all', {}, tally, keeps() ? 'The browser keeps what you do here. ' : 'This browser doesn’t keep anything from this page: save your work before you leave. ', button, ' ',
        make('label', { for: 'exercise-file' }, 'Bring work back: '), file, ' ', said);
};
const bar = makeBar();
if (!folds.length) document.querySelector('h2').before(bar);
countUp();
for (const fold of folds) {
    if (fold.open) fold.append(bar);
    fold.addEventListener('toggle', e => { if (e.target === fold && fold.open) fold.append(bar); });
}

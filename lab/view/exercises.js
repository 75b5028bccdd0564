// exercises.js: exercises done in the page: an editor and the judge below each task, and the reader's work, which the browser keeps.
// The verdict is for the student's eyes: who grades judges again, natively, what the archive holds.
'use strict';
{
    const STORE = 'warp-exercises';
    const read = () => { try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch { return {}; } };
    const change = (name, what) => {
        const all = read();
        all[name] = { ...all[name], ...what };
        try { localStorage.setItem(STORE, JSON.stringify(all)); } catch { /* the browser keeps nothing here: the archive does */ }
    };
    const element = (name, properties = {}, ...children) => {
        const e = Object.assign(document.createElement(name), properties);
        e.append(...children);
        return e;
    };

    // ---- One exercise ------------------------------------------------------------------------------------------------

    // Not here: kernels that launch kernels, and whole programs, which need a CUDA toolkit and a process of their own.
    const whole = h => /Write the program/.test(h.nextElementSibling?.querySelector('em')?.textContent);
    const heads = [...document.querySelectorAll('h3[id^="ex"]')].filter(h => /^ex\d+-\d+$/.test(h.id) && !h.id.startsWith('ex5-') && !whole(h));
    const marks = new Map();
    const mark = name => {
        const { passed } = read()[name] || {};
        marks.get(name).textContent = passed ? 'passed' : '';
    };

    const open = async (head, button) => {
        const name = head.id;
        button.disabled = true;
        try {
            await Promise.all(['sources.js', 'edit.js'].map(labs.load));
        } catch {
            button.textContent = 'This book was made without the compiler for pages';
            return;
        }
        const { folder, title, source: given, predicts } = labs.exercises[name];
        const verdict = element('pre', { className: 'exercise-verdict', tabIndex: 0 });
        verdict.setAttribute('role', 'status');
        const text = (read()[name] || {}).source || given;
        const desk = labs.desk({
            path: 'exercise.cu', text, given, line: given.split('\n').findIndex(l => l.includes('[your code]')) + 1, action: 'Judge',
            changed: source => change(name, { source }),
            done: async (ptx, source) => {
                const seed = crypto.getRandomValues(new Uint32Array(1))[0];
                const asGiven = predicts ? (await labs.compile('exercise.cu', given)).ptx : '';
                desk.say('It is judged …');
                const { passed, text: said } = await labs.judge({ name, title, source, ptx, given: asGiven, seed });
                verdict.textContent = said;
                verdict.classList.toggle('passed', passed);
                desk.say(passed ? 'Passed.' : 'Not passed.');
                if (passed) change(name, { passed: source });
                mark(name);
            },
        });
        button.replaceWith(element('div', { className: 'exercise-desk' }, desk.box, verdict));
        desk.box.querySelector('.cm-content').focus();
    };

    for (const head of heads) {
        const passed = element('span', { className: 'exercise-mark' });
        marks.set(head.id, passed);
        const button = element('button', { type: 'button', textContent: 'Do it here' });
        button.setAttribute('aria-label', `Do it here: ${head.id}`);
        button.addEventListener('click', () => open(head, button));
        let last = head; // behind the task, before its hints
        while (last.nextElementSibling && !/^(H[1-6]|DETAILS)$/.test(last.nextElementSibling.tagName)) last = last.nextElementSibling;
        last.after(element('p', { className: 'exercise-here' }, button, ' ', passed));
        mark(head.id);
    }

    // ---- All of them: an archive, as `make grade` takes it, with progress.txt, which `make progress` reads -------------------

    const checksum = async source => {
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source)));
        return [...hash.slice(0, 8)].map(b => b.toString(16).padStart(2, '0')).join('');
    };

    // A file of a tar archive (POSIX ustar).
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
        const files = [], lines = [];
        for (const [name, { source, passed }] of Object.entries(read())) {
            if (source || passed) files.push(tarred(`exercises/${labs.exercises[name].folder}/exercise.cu`, source || passed));
            lines.push(`${name} 0 ${passed ? await checksum(passed) : '-'}\n`);
        }
        const blob = new Blob([tarred('progress.txt', lines.join('')), ...files, new Uint8Array(1024)], { type: 'application/x-tar' });
        const link = element('a', { href: URL.createObjectURL(blob), download: 'warp-by-warp-work.tar' });
        link.click();
        URL.revokeObjectURL(link.href);
    };

    const restore = async file => {
        await labs.load('sources.js');
        const bytes = new Uint8Array(await file.arrayBuffer()), words = (at, n) => new TextDecoder().decode(bytes.subarray(at, at + n)).replace(/\0.*$/s, '');
        const sources = {}, sums = {};
        for (let at = 0; at + 512 <= bytes.length && bytes[at];) {
            const name = words(at, 100), size = parseInt(words(at + 124, 12), 8) || 0, text = words(at + 512, size);
            const exercise = /(?:^|\/)(ex\d+-\d+)-[^/]*\/exercise\.cu$/.exec(name);
            if (exercise && labs.exercises[exercise[1]]) sources[exercise[1]] = text;
            if (/(^|\/)progress\.txt$/.test(name))
                for (const [, ex, sum] of text.matchAll(/^(ex\d+-\d+) \d+ (\S+)$/gm)) sums[ex] = sum;
            at += 512 + Math.ceil(size / 512) * 512;
        }
        for (const [name, source] of Object.entries(sources))
            change(name, { source, ...sums[name] === await checksum(source) ? { passed: source } : {} });
        location.reload();
    };

    if (heads.length) {
        const file = element('input', { type: 'file', accept: '.tar', id: 'exercise-file' });
        file.addEventListener('change', () => file.files[0] && restore(file.files[0]));
        const button = element('button', { type: 'button', textContent: 'Save my work' });
        button.addEventListener('click', save);
        const bar = element('p', { className: 'exercise-all' }, 'What you do here the browser keeps. ', button, ' ',
            element('label', { htmlFor: 'exercise-file', textContent: 'Bring work back: ' }), file);
        document.querySelector('h2, h3').before(bar);
    }
}

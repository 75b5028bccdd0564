// judge.mjs: the judge in a page or under node: const judge = new PageJudge(WebAssembly.Module of page.c)
//   judge.judge({ name: 'ex3-1', title, source, ptx, given, student, compiler, solutions, best, seed }) gives { passed, failed, level, best,
//       text }; given: the PTX of the exercise as it was handed out; student: whose numbers a prediction has, '' for the book's; compiler:
//       what made ptx, as exercises/levels.csv names it; solutions: rows of that table; best: what an earlier pass gave; failed: the number
//       of the first case that is not passed
//   judge.own({ name, student, text }) gives a text of the exercise with the student's numbers
//   judge.look({ …, failed }) gives that case's last launch, as the bundle of a lab

const ESCAPE = Symbol('escape');

export class PageJudge {
    constructor(module) {
        this.module = module;
    }

    // Makes an instance, which is used for one verdict.
    core() {
        let core;
        const escape = () => { throw ESCAPE; };
        const text = at => {
            const bytes = new Uint8Array(core.memory.buffer);
            return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
        };
        const host = {
            escape,
            refuse: at => { throw new Error(text(at)); },
            attempt: () => {
                const stack = core.__stack_pointer.value;
                try {
                    core.work();
                    return 0;
                } catch (e) {
                    if (e !== ESCAPE) throw e;
                    core.__stack_pointer.value = stack;
                    return 1;
                }
            },
        };
        const wasi = {
            proc_exit: () => { throw new Error('the judge in the page has ended'); },
            random_get: (at, length) => {
                crypto.getRandomValues(new Uint8Array(core.memory.buffer, at, length));
                return 0;
            },
        };
        // There is no system: other calls of WASI answer EBADF.
        const imports = { host, wasi_snapshot_preview1: wasi };
        for (const { module, name: wanted } of WebAssembly.Module.imports(this.module))
            imports[module][wanted] = imports[module][wanted] || (() => 8);
        core = new WebAssembly.Instance(this.module, imports).exports;
        const place = words => {
            const bytes = new TextEncoder().encode(words), at = core.judge_room(bytes.length);
            new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
            return at;
        };
        return { core, text, place };
    }

    judge({ name, title, source, ptx, given, student = '', compiler = '', solutions = '', best = '', seed }) {
        const { core, text, place } = this.core();
        const said = text(core.judge(...[name, title, source, ptx, given, student, compiler, solutions, best].map(place), seed));
        return { passed: core.passed() === 1, failed: core.failed(), level: JSON.parse(text(core.level())), best: text(core.best()), text: said };
    }

    own({ name, student, text: words }) {
        const { core, text, place } = this.core();
        return text(core.own(...[name, student, words].map(place)));
    }

    look({ name, title, source, ptx, given, student = '', seed, failed }) {
        const { core, text, place } = this.core();
        return text(core.look(...[name, title, source, ptx, given, student].map(place), seed, failed));
    }
}

// worker.js: the compiler in a worker of the page. It gets {call, …} and answers {id, value} or {id, error}.
//   begin {files, stamp, headers}   what is needed: files' names in order, which version of them, and trees of headers (compile.js);
//                                   the value is true if the browser has kept the files, so that none has to come
//   put {name, bytes, last}         a piece of a file, compressed
//   ready, compile, judge, look, own    `ready` is answered when clang can begin, `compile` as Compiler's, the others as PageJudge's

import { begin, compile, end, forget, put } from './resources.js';
import * as clang from '@yowasp/clang';
import { Compiler } from './compile.js';
import { PageJudge } from '../../../judge/page/judge.mjs';

let compiler, judge; // promises of them

async function start(headers) {
    const lowering = compile('lower.wasm');
    judge = compile('judge.wasm').then(module => new PageJudge(module));
    await clang.runLLVM(null, {}, { fetchProgress: () => {} });
    return new Compiler(clang, await lowering, headers);
}

const calls = {
    async begin({ files, stamp, headers }) {
        const kept = await begin(files, stamp);
        compiler = start(headers);
        compiler.catch(forget); // `ready` tells why; the kept files may be damaged
        return kept;
    },
    put({ name, bytes, last }) {
        put(name, bytes);
        if (last) end(name);
    },
    ready: () => compiler.then(() => true),
    judge: async ({ submission }) => (await judge).judge(submission),
    own: async ({ what }) => (await judge).own(what),
    look: async ({ submission }) => (await judge).look(submission),
    compile: async ({ name, source, options }) => (await compiler).compile(name, source, options),
};

// An error that no call waits for ends the worker; the page gets an `error` event.
addEventListener('unhandledrejection', ({ reason }) => { setTimeout(() => { throw reason; }); });

onmessage = async ({ data }) => {
    try {
        const value = await calls[data.call](data);
        if (data.id) postMessage({ id: data.id, value });
    } catch (e) {
        if (data.id) postMessage({ id: data.id, error: e.message });
    }
};

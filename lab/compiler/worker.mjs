// worker.mjs: the compiler in a worker of the page. It is told {call, …} and answers {id, value} or {id, error}.
//   expect {files, headers}    what will come: names of compressed files in order, and trees of headers (compile.mjs)
//   put {name, bytes, last}    a piece of a file
//   ready, compile, judge, look   calls that are answered: `ready` when clang could begin, `compile` as Compiler's, the others as PageJudge's

import { end, expect, put, response } from './resources.mjs';
import * as clang from '@yowasp/clang';
import { Compiler } from './compile.mjs';
import { PageJudge } from '../judge/judge.mjs';

let compiler, judge; // promises of them

async function start(headers) {
    const lowering = WebAssembly.compileStreaming(response('lower.wasm'));
    judge = WebAssembly.compileStreaming(response('judge.wasm')).then(module => new PageJudge(module));
    await clang.runLLVM(null, {}, { fetchProgress: () => {} });
    return new Compiler(clang, await lowering, headers);
}

const calls = {
    expect({ files, headers }) {
        files.forEach(expect);
        compiler = start(headers);
        compiler.catch(() => {}); // `ready` tells
    },
    put({ name, bytes, last }) {
        put(name, bytes);
        if (last) end(name);
    },
    ready: () => compiler.then(() => true),
    judge: async ({ submission }) => (await judge).judge(submission),
    look: async ({ submission }) => (await judge).look(submission),
    compile: async ({ name, source, options }) => (await compiler).compile(name, source, options),
};

// What nobody waits for any more ends the worker: the page is told by its `error` event.
addEventListener('unhandledrejection', ({ reason }) => { setTimeout(() => { throw reason; }); });

onmessage = async ({ data }) => {
    try {
        const value = await calls[data.call](data);
        if (data.id) postMessage({ id: data.id, value });
    } catch (e) {
        if (data.id) postMessage({ id: data.id, error: e.message });
    }
};

// core.js: the core (page.c, compiled for WebAssembly) in a worker, so that the page stays alive while a kernel runs.
//
// The worker is made from the text of `work` below: a page opened from file:// may not load one from another file.

// What the worker does. It is told {id, call, args} and answers {id, value}, {id, error} or, meanwhile, {id, steps}.
function work() {
    const SLICE = 50000; // steps between two looks at what else there is to do
    let module, core, stopped;

    const text = at => {
        const bytes = new Uint8Array(core.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    };
    // A copy of the text in the core's memory, ended by 0.
    const place = string => {
        const bytes = new TextEncoder().encode(string);
        const at = core.room(bytes.length);
        if (!at) throw new Error('There is no memory for this lab.');
        new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
        return [at, bytes.length];
    };
    const answer = at => {
        const value = JSON.parse(text(at));
        if (value.refused !== undefined) throw Object.assign(new Error(value.refused), { refused: true });
        return value;
    };
    const others = () => new Promise(go => {
        const channel = new MessageChannel();
        channel.port1.onmessage = go;
        channel.port2.postMessage(0);
    });

    const calls = {
        // A fresh core, whatever the last one came to.
        async start(bytes) {
            module = module || await WebAssembly.compile(bytes);
            core = (await WebAssembly.instantiate(module)).exports;
        },
        load(bundle) {
            return answer(core.load(...place(bundle)));
        },
        choose(name, value) {
            const [n] = place(name), [v] = place(value);
            try {
                return answer(core.choose(n, v));
            } finally {
                core.drop(n);
                core.drop(v);
            }
        },
        begin() {
            return answer(core.begin());
        },
        // The first run to the end, in slices; null if it was stopped.
        async survey(tell) {
            for (let steps = 0; !stopped; steps += SLICE) {
                const done = text(core.survey(SLICE));
                if (done) return JSON.parse(done);
                tell(steps + SLICE);
                await others();
            }
            return null;
        },
        async go(tell, moment) {
            for (let steps = 0; !core.go(moment, SLICE) && !stopped; steps += SLICE) {
                tell(steps + SLICE);
                await others();
            }
            return answer(core.state());
        },
        jump(how) {
            core.jump(how.charCodeAt(0), 1e6);
            return answer(core.state());
        },
        result() {
            return answer(core.result());
        },
        predict(ask) {
            return core.predict(ask);
        },
    };

    let before = Promise.resolve(); // one call after another
    onmessage = ({ data: { id, call, args } }) => {
        if (call === 'stop') {
            stopped = true;
            return;
        }
        before = before.then(async () => {
            stopped = false;
            const tell = steps => postMessage({ id, steps });
            try {
                postMessage({ id, value: await calls[call](...(call === 'survey' || call === 'go' ? [tell, ...args] : args)) });
            } catch (e) {
                postMessage({ id, error: e.message, refused: Boolean(e.refused) });
            }
        });
    };
}

// unpack(BASE64): the bytes that were compressed into it.
async function unpack(base64) {
    const stream = new Blob([labs.bytes(base64)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

let coreBytes; // a promise of them

// A core of its own for one lab. Its calls are those of `calls` above, as promises.
class Core {
    constructor() {
        this.waiting = new Map();
        this.count = 0;
        const address = URL.createObjectURL(new Blob([`(${work})()`], { type: 'text/javascript' }));
        this.worker = new Worker(address);
        URL.revokeObjectURL(address);
        this.worker.onerror = e => this.fail(e.message || 'the browser has ended it');
        this.worker.onmessage = ({ data }) => {
            const { done, failed, tell } = this.waiting.get(data.id) || {};
            if (!done) return;
            if (data.steps !== undefined) {
                if (tell) tell(data.steps);
                return;
            }
            this.waiting.delete(data.id);
            if (data.error === undefined) done(data.value);
            else failed(Object.assign(new Error(data.error), { refused: data.refused }));
        };
    }

    call(name, args = [], tell) {
        const id = ++this.count;
        return new Promise((done, failed) => {
            if (this.over) failed(new Error(this.over));
            this.waiting.set(id, { done, failed, tell });
            this.worker.postMessage({ id, call: name, args });
        });
    }

    // Nobody waits for an answer that can't come any more.
    fail(why) {
        this.over = why;
        for (const { failed } of this.waiting.values()) failed(new Error(why));
        this.waiting.clear();
    }

    async start() {
        coreBytes = coreBytes || unpack(labs.packed);
        await this.call('start', [await coreBytes]);
    }

    stop() {
        this.worker.postMessage({ call: 'stop' });
    }

    end() {
        this.worker.terminate();
        this.fail('the lab is closed');
    }
}

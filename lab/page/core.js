// core.js: runs the core (core/exports.c, compiled for WebAssembly) in a worker, so that the page reacts while a kernel runs.
//
// The worker is made from the text of `work` below: a page opened from file:// may not load a worker from another file.

// The worker's program, which gets to the worker as text. It gets {id, call, args} and answers {id, value}, {id, error} or, meanwhile, {id, steps}.
function work() {
    const SLICE = 1000; // steps between two looks at the clock
    const TURN = 50;    // milliseconds between two looks at new messages
    let module, core, stopped;

    const text = at => {
        const bytes = new Uint8Array(core.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    };
    // Copies a text to the core's memory, ended by 0.
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

    // Calls part(STEPS) until it returns something, and returns that; null if it was stopped meanwhile.
    const inTurns = async (tell, part) => {
        for (let steps = 0; !stopped; await others()) {
            const until = performance.now() + TURN;
            do {
                const done = part(SLICE);
                if (done) return done;
                steps += SLICE;
            } while (performance.now() < until);
            tell(steps);
        }
        return null;
    };

    const calls = {
        // Makes a new core, whatever state the last one is in.
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
        // Does the first run to the end; returns null, as JSON.parse(null) is, if it was stopped.
        async survey(tell) {
            return JSON.parse(await inTurns(tell, most => text(core.survey(most))));
        },
        // Goes to a moment, and jumps to a line or a barrier. If it was stopped, the lab stands where it has come to.
        async go(tell, moment) {
            await inTurns(tell, most => core.go(moment, most));
            return answer(core.state());
        },
        async jump(tell, how) {
            core.aim(how.charCodeAt(0));
            await inTurns(tell, most => core.jump(most));
            return answer(core.state());
        },
        state() {
            return answer(core.state());
        },
        // Shows another block of the cluster.
        turn(block) {
            return answer(core.turn(block));
        },
        result() {
            return answer(core.result());
        },
        predict(ask) {
            return core.predict(ask);
        },
    };

    const slow = ['survey', 'go', 'jump'];
    let before = Promise.resolve(); // the last call: the next one waits for it
    onmessage = ({ data: { id, call, args } }) => {
        if (call === 'stop') {
            stopped = true;
            return;
        }
        before = before.then(async () => {
            stopped = false;
            const tell = steps => postMessage({ id, steps });
            try {
                postMessage({ id, value: await calls[call](...(slow.includes(call) ? [tell, ...args] : args)) });
            } catch (e) {
                postMessage({ id, error: e.message, refused: Boolean(e.refused) });
            }
        });
    };
}

// Returns the bytes that were compressed into it.
export async function unpack(base64) {
    const stream = new Blob([labs.bytes(base64)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

let coreBytes; // a promise of them

// One lab's own core. Its methods are those of `calls` above, as promises.
export class Core {
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

    // Ends all waiting for answers that can no longer come.
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

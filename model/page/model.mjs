// model.mjs: the model in a page or under node:
//
//   const model = new PageModel(WebAssembly.Module of the lab's core, bytes of model/weights.bin)
//   model.about()                             gives { steps: [{ exercise, kernel }, …], devices: [{ word, name }, …] }
//   model.tries(step, ptx, prompt, device)    gives why a kernel can't do its step: { why, report }; null if it can. report: what the
//                                             checks say
//   model.begin(kernels, prompt, device)      begins a text; kernels: the PTX of each step's kernel, or null for plain C. Gives
//                                             { next(), speed() }: the next character, and the tokens per second so far
//
// device: as WARPSIM's device= names it, '' for the default. What can't be done throws an Error, in words. The class needs nothing from
// outside, so that its text makes a worker (lab/page/language.js).

export class PageModel {
    constructor(module, weights) {
        Object.assign(this, { module, weights });
    }

    // Makes an instance, in which nothing has happened yet.
    instance() {
        const core = new WebAssembly.Instance(this.module).exports;
        const text = at => {
            const bytes = new Uint8Array(core.memory.buffer, at);
            return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
        };
        const place = what => {
            const bytes = typeof what === 'string' ? new TextEncoder().encode(what) : what, at = core.room(bytes.length);
            if (!at) throw new Error('There is no memory for the model.');
            new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
            return [at, bytes.length];
        };
        return { core, text, place };
    }

    open(device, tries) {
        const instance = this.instance(), { core, text, place } = instance;
        const why = text(core.modelOpen(...place(this.weights), place(device)[0], tries));
        if (why) throw new Error(why);
        return instance;
    }

    prompted({ core, text, place }, prompt) {
        const why = text(core.modelBegin(place(prompt)[0]));
        if (why) throw new Error(why);
    }

    about() {
        const { core, text } = this.instance();
        return JSON.parse(text(core.modelAbout()));
    }

    tries(step, ptx, prompt, device) {
        const instance = this.open(device, 1), { core, text, place } = instance;
        this.prompted(instance, prompt);
        const why = text(core.modelTake(step, ...place(ptx)));
        if (why) return { why, report: '' };
        let differs;
        try {
            differs = core.modelTry(step);
        } catch (e) {
            return { why: 'it is at fault', report: e.message };
        }
        const report = text(core.modelWrong());
        if (/^.*No end within|^.*never ends/.test(report)) return { why: 'it doesn’t end', report };
        if (report) return { why: 'it is at fault', report };
        return differs ? { why: 'its result differs', report } : null;
    }

    begin(kernels, prompt, device) {
        const instance = this.open(device, 0), { core, text, place } = instance;
        kernels.forEach((ptx, step) => {
            const why = ptx && text(core.modelTake(step, ...place(ptx)));
            if (why) throw new Error(why);
        });
        this.prompted(instance, prompt);
        return {
            next: () => {
                const c = core.modelNext(), why = text(core.modelWrong());
                if (why) throw new Error(why);
                return String.fromCharCode(c);
            },
            speed: () => core.modelSpeed(),
        };
    }
}

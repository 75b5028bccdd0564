// compile.js: compiles CUDA C to PTX, in a page or under node: clang's front end makes LLVM IR, the lowering makes PTX of it.
//
//   const compiler = new Compiler(clang, lowering, headers)
//     clang      the module @yowasp/clang
//     lowering   WebAssembly.Module of hosts/exports.c
//     headers    { toolkit: {…}, host: {…}, common: {…}, … }: trees of files, as @yowasp/clang takes them; the toolkit's
//                clang.options and device.options are among them
//   await compiler.compile('chapters/ch3-reduction/reduce.cu', source, { defines, headers })
//     headers: one more folder of these trees whose headers may be included; it gives { ptx, errors }: ptx is null where errors holds one of severity "error"; each has file, line, column, severity, text

// Options stand in compile/toolkit/*.options, for warpcc, the judge and the page. They are words for clang's driver, which has no
// part here: the front end has other words for some of them, and does without others. The debug information has variables, too.
const FRONT_END = {
    '--cuda-device-only': '-fcuda-is-device', '-S': '-emit-llvm', '-fno-strict-aliasing': '-relaxed-aliasing',
    '-gline-directives-only': '-debug-info-kind=constructor', '-Xclang': '', '-nocudainc': '', '-nocudalib': '',
    '--cuda-path=/nonexistent': '',
};
const frontEnd = text => text.trim().split(/\s+/).map(word => FRONT_END[word] ?? word).filter(Boolean);

// What the driver and warpcc would add. Our headers count as the system's, and have paths there in messages.
const ADDED = ['-triple', 'nvptx64-nvidia-cuda', '-target-cpu', 'sm_86', '-fgnuc-version=4.2.1', '-dwarf-version=2',
    '-fdebug-prefix-map=toolkit=/usr/include/warp-toolkit', '-D_GNU_SOURCE', '-D__WARPSIM__=1', '-D_WASI_EMULATED_SIGNAL',
    '-internal-isystem', 'toolkit', '-internal-isystem', 'host', '-internal-isystem', '/usr/lib/clang/22/include', '-Icommon',
    '-internal-externc-isystem', '/usr/include/wasm32-wasip1', '-ferror-limit', '20', '-fno-caret-diagnostics'];

// Reads clang's messages: "exercise.cu:12:5: error: use of undeclared identifier 'x'".
function diagnostics(said) {
    const found = [];
    for (const line of said.split('\n')) {
        const m = /^(.+?):(\d+):(\d+): (fatal error|error|warning|note): (.*)$/.exec(line);
        if (m)
            found.push({file: m[1], line: +m[2], column: +m[3], severity: m[4].replace('fatal ', ''), text: m[5]});
    }
    return found;
}

// Reads the lowering's message: "exercise.cu:12: integers of 128 bits are not supported", "IR line 7: …".
function refusal(message) {
    const m = /^(.+?):(\d+): (.*)$/.exec(message);
    return {file: m ? m[1] : null, line: m ? +m[2] : 0, column: 0, severity: 'error', text: m ? m[3] : message};
}

class Refused extends Error {}

// Returns the tree with one more file, or with a file replaced.
function planted(tree, path, text) {
    const [first, ...rest] = path;
    return {...tree, [first]: rest.length ? planted(tree[first] || {}, rest, text) : text};
}

export class Compiler {
    constructor(clang, lowering, headers) {
        const {'clang.options': both, 'device.options': device} = headers.toolkit;
        const options = ['-cc1', ...ADDED, ...frontEnd(both), ...frontEnd(device), '+ptx71']; // these end with -target-feature
        Object.assign(this, {clang, lowering, headers, options});
    }

    // Compiles CUDA C to IR; returns { ir, errors }. Where kernels launch kernels, the code has to be relocatable.
    async ir(name, source, {defines = [], headers, options: more = []} = {}) {
        const said = [];
        const options = {stdout: null, stderr: bytes => bytes && said.push(bytes.slice()), fetchProgress: () => {}};
        const files = planted(this.headers, name.split('/'), source);
        const folders = headers ? [`-I${headers}`] : [];
        const args = ['clang', ...this.options, ...folders, ...more, ...defines.map(d => `-D${d}`), '-o', 'out.ll', name];
        let made = {};
        try {
            made = await this.clang.runLLVM(args, files, options);
        } catch (e) {
            if (!(e instanceof this.clang.Exit))
                throw e;
        }
        const text = new TextDecoder().decode(await new Blob(said).arrayBuffer());
        const errors = diagnostics(text), ir = made['out.ll'];
        if (!more.length && errors.some(e => e.text.includes('requires relocatable device code')))
            return this.ir(name, source, {defines, headers, options: ['-fgpu-rdc']});
        if (!ir && !errors.some(e => e.severity === 'error'))
            errors.push(refusal(text || 'The compiler ended without a word.'));
        return {ir: ir ? (typeof ir === 'string' ? new TextEncoder().encode(ir) : ir) : null, errors};
    }

    // Lowers IR to PTX; throws Refused.
    lower(ir) {
        const text = at => {
            const bytes = new Uint8Array(instance.exports.memory.buffer);
            return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
        };
        const stop = at => { throw new Refused(text(at)); };
        const instance = new WebAssembly.Instance(this.lowering, {host: {stop}});
        const at = instance.exports.ir_room(ir.length);
        if (!at)
            throw new Refused('The compiler has no memory left.');
        new Uint8Array(instance.exports.memory.buffer).set(ir, at);
        return text(instance.exports.ptx_of(ir.length));
    }

    async compile(name, source, options) {
        const {ir, errors} = await this.ir(name, source, options);
        if (!ir)
            return {ptx: null, errors};
        try {
            return {ptx: this.lower(ir), errors};
        } catch (e) {
            if (!(e instanceof Refused))
                throw e;
            return {ptx: null, errors: [...errors, refusal(e.message)]};
        }
    }
}

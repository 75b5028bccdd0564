// bundle.js: takes a lab's bundle (lab.h) apart and puts it together again, so that an edited kernel goes back into its lab.

function readBundle(text) {
    const bytes = new TextEncoder().encode(text), sections = [];
    for (let at = 0; at < bytes.length;) {
        const end = bytes.indexOf(10, at), head = new TextDecoder().decode(bytes.subarray(at, end));
        const length = Number(/\d+$/.exec(head)[0]);
        sections.push({ head: head.replace(/ \d+$/, ''), body: new TextDecoder().decode(bytes.subarray(end + 1, end + 1 + length)) });
        at = end + 1 + length;
        if (bytes[at] === 10) at++;
    }
    return sections;
}

const writeBundle = sections => sections.map(({ head, body }) => `${head} ${new TextEncoder().encode(body).length}\n${body}\n`).join('');

// Returns the bundle with new PTX. `source` is the file `path` as it is now, `given` the same file in the book. What ptxas made of
// the book's kernels is left out. The lines of the file that were shown are shown again, with what was written between them.
function editBundle(text, path, given, source, ptx) {
    const sections = readBundle(text), own = sections.filter(s => s.head.startsWith(`source ${path} `));
    const lines = source.split('\n'), before = given.split('\n').length;
    const first = Math.min(...own.map(s => Number(s.head.split(' ')[2])));
    const last = Math.max(...own.map(s => Number(s.head.split(' ')[2]) + s.body.replace(/\n$/, '').split('\n').length - 1));
    const shown = lines.slice(first - 1, Math.max(lines.length - (before - last), first)).map(l => `${l}\n`).join('');
    return writeBundle([
        ...sections.filter(s => !own.includes(s) && s.head !== 'ptx' && !s.head.startsWith('assembled ')),
        { head: 'ptx', body: ptx },
        { head: `source ${path} ${first}`, body: shown },
    ]);
}

// Returns the source file of a lab's program: chapters/ch3-reduction/reduce.cu for ch3-reduce.
function programPath(text) {
    const program = /^program +(\S+)/m.exec(text)[1], [chapter, ...rest] = program.split('-');
    const folder = Object.keys(labs.sources.chapters).find(f => f.startsWith(`${chapter}-`));
    return `chapters/${folder}/${rest.join('-')}.cu`;
}

const sourceOf = path => path.split('/').reduce((tree, name) => tree[name], labs.sources);

// ---- A text in an address: its changes to another text, compressed ------------------------------------------------------

const toAddress = bytes => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const fromAddress = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// A number for a text: a change means nothing without the text that it changes.
const mark = text => [...text].reduce((sum, c) => (Math.imul(sum, 31) + c.codePointAt(0)) >>> 0, 0);

async function packText(text, given) {
    let head = 0, tail = 0;
    while (head < Math.min(text.length, given.length) && text[head] === given[head]) head++;
    while (tail < Math.min(text.length, given.length) - head && text[text.length - 1 - tail] === given[given.length - 1 - tail]) tail++;
    const changed = JSON.stringify([head, tail, text.slice(head, text.length - tail), mark(given)]);
    return toAddress(await through(new TextEncoder().encode(changed), new CompressionStream('deflate-raw')));
}

// Throws an error in words if the address was cut, or if its text was made from another file than `given`.
async function unpackText(packed, given) {
    let parts;
    try {
        parts = JSON.parse(new TextDecoder().decode(await through(fromAddress(packed), new DecompressionStream('deflate-raw'))));
    } catch {
        throw new Error('the address was cut or changed on its way');
    }
    const [head, tail, text, from] = parts;
    if (from !== mark(given)) throw new Error('it was made with another edition of this book');
    return given.slice(0, head) + text + given.slice(given.length - tail);
}

Object.assign(labs, { packText, unpackText });

// address.js: a text in an address: its changes to another text, compressed.

const toAddress = bytes => btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const fromAddress = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// Returns a number that stands for a text. An address carries the number of the text that it changes, since the changes would mean
// nothing in another one.
const mark = text => [...text].reduce((sum, c) => (Math.imul(sum, 31) + c.codePointAt(0)) >>> 0, 0);

export async function packText(text, given) {
    let head = 0, tail = 0;
    while (head < Math.min(text.length, given.length) && text[head] === given[head]) head++;
    while (tail < Math.min(text.length, given.length) - head && text[text.length - 1 - tail] === given[given.length - 1 - tail]) tail++;
    const changed = JSON.stringify([head, tail, text.slice(head, text.length - tail), mark(given)]);
    return toAddress(await through(new TextEncoder().encode(changed), new CompressionStream('deflate-raw')));
}

// Throws an error in words if the address was cut, or if its text was made from another file than `given`.
export async function unpackText(packed, given) {
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

// resources.mjs: what @yowasp/clang would fetch comes from the page, in pieces: a page opened from file:// can fetch nothing.
// To be imported before @yowasp/clang, which keeps the `fetch` that it finds.

const files = new Map(); // name: a stream of its compressed bytes, and where to put them

export function expect(name) {
    let controller;
    const stream = new ReadableStream({ start(c) { controller = c; } });
    files.set(name, { stream, controller });
}

export const put = (name, bytes) => files.get(name).controller.enqueue(bytes);
export const end = name => files.get(name).controller.close();

// The file, decompressed while it still comes.
export const response = name => new Response(files.get(name).stream.pipeThrough(new DecompressionStream('gzip')),
    { headers: { 'content-type': name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream' } });

globalThis.fetch = async url => response(url.pathname.slice(1));

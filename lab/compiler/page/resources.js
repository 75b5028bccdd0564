// resources.js: the files that the worker needs. They come from the page, in compressed pieces: a page opened from file:// can fetch
// nothing. If the browser keeps anything of the page, it keeps them unpacked (Cache Storage), so that they come only once.
// Import it before @yowasp/clang, which keeps the `fetch` that it finds.

const files = new Map(); // name: a Response, or a promise of one
const pieces = new Map(); // name: where to put its compressed bytes

const answer = (name, body) => new Response(body, { headers: { 'content-type': name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream' } });

// Prepares for a file that comes: it is unpacked, used and kept at the same time.
function expect(name, cache, address) {
    const packed = new ReadableStream({ start(controller) { pieces.set(name, controller); } });
    const [now, later] = packed.pipeThrough(new DecompressionStream('gzip')).tee();
    files.set(name, answer(name, now));
    if (cache) cache.put(address, answer(name, later)).catch(() => {}); // without room it comes again the next time
    else later.cancel();
}

// begin(names, stamp): returns true if the browser has kept all these files with that stamp. If not, `put` and `end` bring them.
export async function begin(names, stamp) {
    const folder = `https://compiler/${stamp}/`;
    let cache = null, kept = [];
    try {
        cache = await caches.open('warp compiler');
        for (const { url } of await cache.keys())
            if (!url.startsWith(folder)) await cache.delete(url);
        kept = await Promise.all(names.map(name => cache.match(folder + name)));
    } catch { /* this browser keeps nothing of the page */ }
    if (kept.length && kept.every(Boolean)) {
        names.forEach((name, i) => files.set(name, kept[i]));
        return true;
    }
    names.forEach(name => expect(name, cache, folder + name));
    return false;
}

export const put = (name, bytes) => pieces.get(name).enqueue(bytes);
export const end = name => pieces.get(name).close();
export const forget = () => caches.delete('warp compiler');

// @yowasp/clang wraps what it fetches in streams of its own. It gets only a module's name, so that 75 MB need not go through these.
const compileStreaming = WebAssembly.compileStreaming.bind(WebAssembly);
export const compile = name => compileStreaming(files.get(name));
WebAssembly.compileStreaming = named => compile(named.headers.get('name'));
globalThis.fetch = async url => {
    const name = url.pathname.slice(1);
    return name.endsWith('.wasm') ? new Response('', { headers: { name } }) : files.get(name);
};

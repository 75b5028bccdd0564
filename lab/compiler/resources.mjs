// resources.mjs: the files that the worker needs. They come from the page, in compressed pieces: a page opened from file:// can fetch
// nothing. Unpacked, the browser keeps them (Cache Storage), where it keeps anything of the page: another time none has to come.
// To be imported before @yowasp/clang, which keeps the `fetch` that it finds.

const files = new Map(); // name: a Response, or a promise of one
const pieces = new Map(); // name: where to put its compressed bytes

const answer = (name, body) => new Response(body, { headers: { 'content-type': name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream' } });

// A file that comes: it is unpacked, used and kept at the same time.
function expect(name, cache, address) {
    const packed = new ReadableStream({ start(controller) { pieces.set(name, controller); } });
    const [now, later] = packed.pipeThrough(new DecompressionStream('gzip')).tee();
    files.set(name, answer(name, now));
    if (cache) cache.put(address, answer(name, later)).catch(() => {}); // no room: it comes again another time
    else later.cancel();
}

// begin(names, stamp): true if the browser has kept all of these files of that stamp; if not, they are waited for: put, end.
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

// @yowasp/clang wraps what it fetches in streams of its own. So that 75 MB need not go through them, of a module it gets the name alone.
const compileStreaming = WebAssembly.compileStreaming.bind(WebAssembly);
export const compile = name => compileStreaming(files.get(name));
WebAssembly.compileStreaming = named => compile(named.headers.get('name'));
globalThis.fetch = async url => {
    const name = url.pathname.slice(1);
    return name.endsWith('.wasm') ? new Response('', { headers: { name } }) : files.get(name);
};

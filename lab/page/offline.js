// offline.js: a service worker: keeps a served book for times without a network: what was once read, and every page with its
// labs. The compiler (23 MB) and the model's weights are kept when they are loaded first. With a network, files come from there, so
// that a new book is shown at once.

const name = () => `warp ${self.registration.scope}`; // two books on one host have different names
const KEPT = /\.(html|js|css|woff2|svg|png)$/;

// Returns the files of this folder that a page, a script or a style names.
function namesIn(text, base) {
    const names = [...text.matchAll(/(?:href|src)="([^"#?:]+)|url\(([^)"':]+)\)/g)].map(m => m[1] || m[2]);
    const labs = [...text.matchAll(/data-lab="([^"]+)"/g)].flatMap(m => [`lab/${m[1]}.js`, 'lab/core.js', 'lab/lab.js']);
    const model = /<figure [^>]*data-model/.test(text) ? ['lab/core.js', 'lab/model.js'] : [];
    return [...names, ...labs, ...model].map(n => new URL(n, base).href).filter(a => a.startsWith(self.registration.scope) && KEPT.test(a));
}

async function keepAll() {
    const cache = await caches.open(name()), seen = new Set(), left = [new URL('index.html', self.registration.scope).href];
    while (left.length) {
        const address = left.pop();
        if (seen.has(address)) continue;
        seen.add(address);
        const response = await fetch(address).catch(() => null);
        if (!response || !response.ok) continue;
        await cache.put(address, response.clone());
        if (/\.(html|css)$/.test(address)) left.push(...namesIn(await response.text(), address));
    }
}

async function answer(event) {
    const cache = await caches.open(name());
    const [address] = event.request.url.split(/[?#]/);
    try {
        const response = await fetch(event.request);
        if (response.ok && KEPT.test(address)) event.waitUntil(cache.put(address, response.clone()));
        return response;
    } catch (e) {
        const kept = await cache.match(address.endsWith('/') ? `${address}index.html` : address);
        if (kept) return kept;
        throw e;
    }
}

addEventListener('install', event => event.waitUntil(keepAll()));
addEventListener('activate', event => event.waitUntil(self.clients.claim()));
addEventListener('fetch', event => {
    if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event));
});

// boot.js: the part of the laboratory that every page with a lab loads: a button beside each frame, which loads the rest.

import { make } from './elements.js';

window.labs = { bundles: {}, live: new Map() };

const load = labs.load = name => labs[`script ${name}`] = labs[`script ${name}`] || new Promise((done, failed) => {
    const script = document.createElement('script');
    script.src = `lab/${name}`;
    script.onload = done;
    script.onerror = () => {
        delete labs[`script ${name}`]; // the next call tries again
        failed(new Error(`${name} can’t be loaded`));
    };
    document.head.append(script);
});

labs.bytes = base64 => Uint8Array.fromBase64 ? Uint8Array.fromBase64(base64) : Uint8Array.from(atob(base64), c => c.charCodeAt(0));

// labs.store(name): reads and writes what the browser keeps under a name. If it keeps nothing, the page holds it until it is left.
labs.store = name => {
    let held;
    return {
        read: () => { try { return held || JSON.parse(localStorage.getItem(name)) || {}; } catch { return {}; } },
        write: all => {
            try {
                localStorage.setItem(name, JSON.stringify(all));
                held = undefined;
            } catch {
                held = all;
            }
        },
    };
};

// Copies an address, and says whether it worked: a browser may refuse.
labs.copy = async address => {
    try {
        await navigator.clipboard.writeText(address);
        return 'Copied';
    } catch {
        return 'It is in the address bar';
    }
};

// Runs a button's action, unless it is still running. The button is not disabled meanwhile, because it would then lose the focus,
// and a reader their place in the page.
labs.whileBusy = async (button, action) => {
    if (button.ariaDisabled) return;
    button.ariaDisabled = 'true';
    try {
        await action();
    } finally {
        button.ariaDisabled = null;
    }
};

// Runs what a button starts; a file that can't be loaded is told there.
const start = (button, action) => labs.whileBusy(button, async () => {
    try {
        await action();
        button.textContent = 'Run it here';
    } catch (e) {
        button.textContent = e.message;
    }
});

const open = (figure, wanted = {}) => start(figure.querySelector('.lab-buttons button'), async () => {
    const name = figure.dataset.lab;
    await Promise.all([load('core.js'), load('lab.js')]);
    await load(`${name}.js`);
    await labs.open(figure, labs.bundles[name], wanted);
});

const openModel = figure => start(figure.querySelector('.lab-buttons button'), async () => {
    await Promise.all(['core.js', 'weights.js', 'model.js'].map(load));
    await labs.openModel(figure);
});

for (const figure of document.querySelectorAll('figure.lab:is([data-lab], [data-model])')) {
    const button = make('button.on', { type: 'button', 'aria-label': `Run it here: ${figure.querySelector('.lab-title').textContent}`,
        onclick: () => figure.dataset.lab ? open(figure) : openModel(figure) }, 'Run it here');
    figure.querySelector('.lab-buttons').append(button);
}

// Opens a lab at a moment: #lab:name?n=64&at=38.
const follow = () => {
    const [id, wanted] = window.fragment().split('?');
    const figure = wanted !== undefined && document.getElementById(id);
    if (!figure || !figure.matches('figure.lab')) return;
    figure.scrollIntoView();
    if (!labs.live.has(id)) open(figure, Object.fromEntries(new URLSearchParams(wanted)));
};
addEventListener('hashchange', follow);
follow();
// If the book comes from a server, it is kept for times without a network (offline.js). From file:// this is neither possible
// nor necessary.
if (/^https?:$/.test(location.protocol) && navigator.serviceWorker) navigator.serviceWorker.register('offline.js').catch(() => {});

// What pages gain from a script: theme, copy buttons, choices, the place in the contents, search,
// and reloading under `make serve`. Every page reads and navigates without it.
'use strict';
{
    const tools = document.querySelector('.tools');

    // What stands behind the # of the page's address. The laboratory's scripts ask for it, too.
    window.fragment = () => {
        const coded = location.hash.slice(1);
        try {
            return decodeURIComponent(coded);
        } catch (e) { // a % that stands for itself
            return coded;
        }
    };

    // button(text, label, action): a button in the bar at the top.
    const button = (text, label, action) => {
        const b = document.createElement('button');
        b.type = 'button';
        b.textContent = text;
        if (label) b.setAttribute('aria-label', label);
        b.addEventListener('click', action);
        return b;
    };

    // ---- Theme: as the system has it, light, or dark ------------------------------------------

    const root = document.documentElement;
    const themes = ['', 'light', 'dark'];
    const names = {'': 'Auto', light: 'Light', dark: 'Dark'};
    const theme = button('', '', () => {
        const next = themes[(themes.indexOf(root.dataset.theme || '') + 1) % themes.length];
        root.dataset.theme = next;
        try { localStorage.setItem('warp-theme', next); } catch (e) { /* file:// may forbid it */ }
        showTheme();
    });
    theme.className = 'theme';
    const showTheme = () => {
        theme.textContent = names[root.dataset.theme || ''];
        theme.setAttribute('aria-label', `Theme: ${theme.textContent}. Change it`);
    };
    showTheme();

    // Says something to those who hear the page.
    const said = document.createElement('span');
    said.className = 'said';
    said.setAttribute('role', 'status');
    tools.append(said);
    const say = words => { said.textContent = words; };

    // ---- Copy ---------------------------------------------------------------------------------

    for (const block of document.querySelectorAll('div.sourceCode')) {
        const code = block.querySelector('code');
        const which = block.closest('.listing')?.querySelector('figcaption .label')?.textContent || 'this code';
        const copy = button('Copy', `Copy ${which}`, async () => {
            const text = code.innerText.replace(/\n?$/, '\n');
            try {
                await navigator.clipboard.writeText(text);
            } catch (e) { // file:// in some browsers has no clipboard: select and copy as of old
                const area = document.createElement('textarea');
                area.value = text;
                document.body.append(area);
                area.select();
                document.execCommand('copy');
                area.remove();
            }
            copy.textContent = 'Copied';
            say(`Copied ${which}`);
            setTimeout(() => { copy.textContent = 'Copy'; say(''); }, 1500);
        });
        copy.className = 'copy';
        block.append(copy);
    }

    // ---- What scrolls takes the focus, so that keys can scroll it, and has a name ----------------

    const nameOf = box => box.matches('.formula') ? 'Formula'
        : box.closest('.listing')?.querySelector('figcaption .label')?.textContent || (box.matches('.output') ? 'Output' : 'Code');
    const mind = box => {
        const scrolls = box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'auto';
        for (const [name, value] of [['tabindex', '0'], ['role', 'group'], ['aria-label', nameOf(box)]]) {
            if (scrolls) box.setAttribute(name, value);
            else box.removeAttribute(name);
        }
    };
    const boxes = document.querySelectorAll('article pre, .formula');
    const sizes = new ResizeObserver(changes => changes.forEach(change => mind(change.target)));
    boxes.forEach(box => sizes.observe(box));
    document.fonts.ready.then(() => boxes.forEach(mind));

    // ---- Choices in quizzes --------------------------------------------------------------------

    for (const input of document.querySelectorAll('.choices input')) {
        input.addEventListener('change', () => {
            const all = input.closest('.choices').querySelectorAll('input');
            for (const other of all) {
                const right = 'right' in other.dataset;
                if (other === input && other.checked) say(right ? 'Right' : 'Not this one');
                other.parentElement.classList.toggle('right', other.checked && right);
                other.parentElement.classList.toggle('wrong', other.checked && !right);
            }
            if ([...all].every(i => i.checked === 'right' in i.dataset)) {
                const answer = input.closest('li:has(.answer)')?.querySelector('.answer');
                if (answer) answer.open = true;
            }
        });
    }

    // ---- An exercise's old address, exercises.html#ex3-1, leads to where the exercise stands ---------

    const forward = () => {
        const row = document.getElementById(window.fragment().split('?')[0]);
        const link = row && row.matches('tr') && row.querySelector('a');
        if (link) location.replace(link.pathname.split('/').pop() + location.hash);
    };
    addEventListener('hashchange', forward);
    forward();

    // ---- An answer that a link leads into opens; the contents show where one reads ----------------

    const reveal = () => {
        const id = window.fragment();
        const target = id && document.getElementById(id);
        const closed = target && target.closest('details:not([open])');
        if (closed) {
            closed.open = true;
            target.scrollIntoView();
        }
    };
    addEventListener('hashchange', reveal);
    reveal();

    const links = [...document.querySelectorAll('#contents .sections a')];
    const headings = links.map(a => document.getElementById(decodeURIComponent(a.hash.slice(1))));
    const follow = () => {
        let now = -1;
        headings.forEach((h, i) => { if (h && h.getBoundingClientRect().top < innerHeight / 3) now = i; });
        links.forEach((a, i) => a.classList.toggle('now', i === now));
    };
    let waiting = false;
    addEventListener('scroll', () => {
        if (!waiting) requestAnimationFrame(() => { waiting = false; follow(); });
        waiting = true;
    }, {passive: true});
    follow();
    const contents = document.getElementById('contents');
    contents.addEventListener('click', e => {
        if (e.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
    });

    // ---- Search: scripts/search.js, loaded when it is first wanted --------------------------------

    const load = name => new Promise((done, failed) => {
        const script = document.createElement('script');
        script.src = `scripts/${name}`;
        script.onload = done;
        script.onerror = failed;
        document.head.append(script);
    });
    const loadSearch = async () => {
        for (const name of ['search-index.js', 'minisearch.js', 'search.js']) await load(name);
    };
    let searchComes;
    const openSearch = async () => {
        searchComes = searchComes || loadSearch();
        try {
            await searchComes;
        } catch (e) {
            searchComes = undefined; // the next call tries again
            throw e;
        }
        window.openSearch();
    };
    const search = button('Search', 'Search the book', openSearch);
    search.className = 'search';
    tools.append(search, theme);
    addEventListener('keydown', e => {
        const typing = e.target.closest('input, textarea, select, [contenteditable]');
        if (e.key === '/' && !typing || e.key === 'k' && (e.ctrlKey || e.metaKey)) {
            e.preventDefault();
            openSearch();
        }
    });
    for (const b of document.querySelectorAll('[data-search]')) b.addEventListener('click', openSearch);

    // ---- A counter's full name: moved to the left where it would leave the window --------------------

    const showWhole = e => {
        const name = e.target.closest?.('.counter')?.querySelector('.full');
        if (!name || getComputedStyle(name).position === 'fixed') return;
        name.style.left = '';
        const over = name.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
        if (over > 0) name.style.left = `${-over}px`;
    };
    addEventListener('mouseover', showWhole);
    addEventListener('focusin', showWhole);

    // ---- make serve: reload when the book has changed --------------------------------------------

    if (location.hostname === '127.0.0.1' || location.hostname === 'localhost') {
        let seen;
        setInterval(async () => {
            const stamp = await fetch('stamp').then(r => r.ok ? r.text() : '').catch(() => '');
            if (seen && stamp && stamp !== seen) location.reload();
            seen = stamp || seen;
        }, 700);
    }
}

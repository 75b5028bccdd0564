// Search over all sections of the book, from the index that make writes: scripts/search-index.js. Finding and ranking are
// MiniSearch's (scripts/minisearch.js, version 7.2.0 as npm has it, MIT licence); what a word is, is told here.
//
// A name of code is indexed whole and in its parts, so that __shfl_down_sync is found by itself, by shfl and by shflDown.
// The last word of a query may be unfinished, and a word that stands nowhere in the book is taken for a slip of the finger.
'use strict';
{
    const sections = window.searchIndex.filter(s => !s.kind);
    const numbered = window.searchIndex.filter(s => s.kind).map(s => ({...s, title: s.title.split(/[.:] /)[0]})); // labs, figures, tables, listings
    const titles = new Map(sections.filter(s => !s.id).map(s => [s.page, s.title]));
    const BOOST = {title: 7, code: 6, page: 1.5, text: 1};
    const EMPTY = new Set('a an and are can do does how i in is it my of on or the to what when where which why with'.split(' '));

    // A text's names, as they stand there: what letters, digits and _ make.
    const NAME = /[\p{L}\p{N}_]+(?:\.[a-z]{2,}[\p{L}\p{N}_]*)*|<<<|>>>|#\w+/gu;
    // A name in lower case, then its parts (shfl, down and sync of __shfl_down_sync).
    const parts = raw => {
        const whole = raw.toLowerCase();
        const pieces = raw.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase().split(/[_.\s]+/).filter(p => p && p !== whole);
        const joined = whole.replace(/_/g, '');
        return [whole, ...pieces, ...(joined && joined !== whole ? [joined] : [])].map(stem);
    };
    // The plural's s goes, and -ing, -ed and -e of longer words; names of code have none.
    const stem = word => /^[a-z]{4,}$/.test(word)
        ? word.replace(/ies$/, 'y').replace(/(ing|ed|es|e|s)$/, (m, e, at) => at >= 3 && !/s$/.test(word.slice(0, at)) ? '' : m)
        : word;

    // What readers say, and what the book says. It counts where the book has not the reader's word.
    const SYNONYMS = {fp16: 'half', float16: 'half', f16: 'half', bf16: 'bfloat16', bfloat: 'bfloat16', macbook: 'mac', macos: 'mac', osx: 'mac', apple: 'mac',
        segfault: 'sanitizer', sigsegv: 'sanitizer', crash: 'sanitizer', vram: 'global memory', dram: 'global memory', oom: 'cudaMalloc',
        gpgpu: 'gpu', float32: 'float', fp64: 'double', float64: 'double', mutex: 'lock', semaphore: 'flag', prefix: 'scan', cumsum: 'scan',
        gemm: 'sgemm', simd: 'simt', wavefronts: 'wavefront', async: 'asynchronous', valgrind: 'sanitizer', memcheck: 'sanitizer', profiler: 'ncu'};

    const known = new Set(); // all words of the index
    const index = new window.MiniSearch({
        idField: 'at',
        fields: ['title', 'code', 'page', 'text'],
        tokenize: (text, field) => {
            const words = (text.match(NAME) || []).flatMap(raw => field === 'code' ? stem(raw.toLowerCase()) : parts(raw));
            words.forEach(word => known.add(word));
            return words;
        },
        processTerm: term => term,
    });
    index.addAll(sections.map((s, at) => ({at, title: s.title, code: s.code, page: titles.get(s.page) || '', text: s.text})));

    // The words that a query asks for; a name that stands nowhere is looked for by its parts.
    const asked = query => {
        const words = (query.match(NAME) || []).flatMap(raw => {
            const [whole, ...rest] = parts(raw);
            const ours = SYNONYMS[raw.toLowerCase()];
            if (ours && !known.has(whole)) return ours.split(' ').flatMap(parts);
            return known.has(whole) || !rest.length ? [whole] : rest;
        });
        const full = words.filter(word => !EMPTY.has(word));
        return [...new Set(full.length ? full : words)];
    };

    // What has the number that a query is: "3.6", "exercise 3-6", "lab 2b.1", "ch 3". A kind without a number finds nothing here.
    const KINDS = {ex: 'Exercise', exercise: 'Exercise', lab: 'Lab', laboratory: 'Lab', sec: 'Section', section: 'Section', ch: 'Section', chapter: 'Section',
        fig: 'Figure', figure: 'Figure', table: 'Table', tbl: 'Table', listing: 'Listing', lst: 'Listing'};
    const byNumber = query => {
        const [, kind, number] = /^([a-z]*)\s*(\d+b?(?:[.-]\d+)*)$/.exec(query.trim().toLowerCase()) || [];
        if (!number || kind && !KINDS[kind]) return [];
        const dotted = number.replaceAll('-', '.'), exercise = `ex${dotted.replace('.', '-')}`;
        return [
            ...sections.filter(s => s.page === 'exercises' && s.id === exercise).map(s => ['Exercise', s]),
            ...numbered.filter(s => s.number === dotted && s.kind === 'Lab').map(s => [s.kind, s]),
            ...sections.filter(s => s.number === dotted).map(s => ['Section', s]),
            ...numbered.filter(s => s.number === dotted && s.kind !== 'Lab').map(s => [s.kind, s]),
        ].filter(([is]) => !kind || is === KINDS[kind]).map(([, section]) => ({section, words: []}));
    };

    // The best sections for a query, best first, each {section, words}: words of the index that were found.
    window.searchBook = query => {
        const numbers = byNumber(query);
        if (numbers.length) return numbers;
        const words = asked(query);
        const phrase = query.trim().toLowerCase();
        const asAsked = s => s.title.toLowerCase() === phrase || words.length > 2 && s.text.toLowerCase().includes(phrase);
        const found = index.search(query, {
            tokenize: () => words,
            boost: BOOST,
            prefix: (term, i, terms) => i === terms.length - 1 && term.length > 1,
            fuzzy: term => !known.has(term) && term.length > 3 && (term.length > 8 ? 3 : term.length > 5 ? 2 : 1),
            weights: {fuzzy: 0.3, prefix: 0.35},
        });
        // What has more of the words comes first, more so if they stand there as asked; where something is explained
        // comes before where it is exercised.
        return found.map(hit => {
            const section = sections[hit.id];
            return {section, words: hit.terms, worth: hit.score * hit.queryTerms.length ** 2 * (asAsked(section) ? 2 : 1) *
                (section.page === 'exercises' ? 0.6 : 1)};
        }).sort((a, b) => b.worth - a.worth).slice(0, 12);
    };

    const escape = text => text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

    // A stretch of the section's text around the first of the words that were found, with all of them marked.
    const excerpt = (section, words) => {
        if (!section.text) return '';
        const wanted = new Set(words);
        const hits = [...section.text.matchAll(NAME)].filter(m => parts(m[0]).some(part => wanted.has(part)));
        const near = Math.max(0, (hits[0]?.index || 0) - 50);
        const from = near && section.text.indexOf(' ', near) + 1; // at a word's beginning
        let out = from > 0 ? '…' : '', last = from;
        for (const m of hits) {
            if (m.index >= last && m.index + m[0].length <= from + 170) {
                out += escape(section.text.slice(last, m.index)) + '<mark>' + escape(m[0]) + '</mark>';
                last = m.index + m[0].length;
            }
        }
        return out + escape(section.text.slice(last, from + 170)) + (from + 170 < section.text.length ? '…' : '');
    };

    const file = page => page === 'home' ? 'index.html' : `${page}.html`;
    const dialog = document.createElement('dialog');
    dialog.id = 'search';
    dialog.setAttribute('aria-label', 'Search the book');
    dialog.innerHTML = '<input type="search" aria-label="Search for" placeholder="Search: bank conflict, __shfl_down_sync, …" autocomplete="off" spellcheck="false">' +
        '<p role="status"></p><ol></ol>';
    document.body.append(dialog);
    const [input, status, list] = dialog.children;
    const show = () => {
        const query = input.value.trim();
        const results = query ? window.searchBook(query) : [];
        status.textContent = !query ? 'Names of functions, terms, or a few words.' : results.length ? '' : `Nothing about “${query}”.`;
        list.innerHTML = results.map(({section: s, words}) => `<li><a href="${file(s.page)}${s.id ? '#' + encodeURIComponent(s.id) : ''}">` +
            `${escape([s.kind, s.number, s.title].filter(Boolean).join(' '))}<span class="where">${escape(titles.get(s.page))}</span>` +
            `<span class="excerpt">${excerpt(s, words)}</span></a></li>`).join('');
        choose(0);
        if (results.length) status.textContent = `${results.length} found. ↓ and ↑ choose, Enter goes there.`;
    };
    let chosen = 0;
    const choose = i => {
        const links = list.querySelectorAll('a');
        chosen = Math.max(0, Math.min(i, links.length - 1));
        links.forEach((a, k) => a.classList.toggle('now', k === chosen));
        links[chosen]?.scrollIntoView({block: 'nearest'});
    };
    // The status is read aloud: the focus stays in the field, so that nobody else would tell which one is chosen.
    const move = by => {
        choose(chosen + by);
        const links = list.querySelectorAll('a');
        if (links.length) status.textContent = `${chosen + 1} of ${links.length}: ${links[chosen].firstChild.textContent}`;
    };
    input.addEventListener('input', show);
    dialog.addEventListener('keydown', e => {
        if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
            e.preventDefault();
            move(e.key === 'ArrowDown' ? 1 : -1);
        } else if (e.key === 'Enter' && e.target === input) {
            list.querySelectorAll('a')[chosen]?.click();
        }
    });
    dialog.addEventListener('click', e => {
        if (e.target === dialog || e.target.closest('a')) dialog.close();
    });
    window.openSearch = () => {
        if (!dialog.open) dialog.showModal();
        input.select();
        show();
    };
}

// Search over all sections of the book, from the index that make writes: scripts/search-index.js. Finding and ranking are
// MiniSearch's (scripts/minisearch.js, version 7.2.0 as npm has it, MIT licence); what a word is, is told here.
//
// A name of code is indexed whole and in its parts, so that __shfl_down_sync is found by itself, by shfl and by shflDown.
// The last word of a query may be unfinished, and a word that stands nowhere in the book is taken for a slip of the finger.
'use strict';
{
    const sections = window.searchIndex.filter(s => s.text !== undefined); // and terms, traps, labs
    const numbered = window.searchIndex.filter(s => s.kind).map(s => ({...s, title: s.title.split(/[.:] /)[0]})); // labs, figures, tables, listings
    const titles = new Map(sections.filter(s => !s.id).map(s => [s.page, s.title]));
    const BOOST = {title: 2, code: 6, page: 1, text: 1, shown: 0.4};
    const PASSAGE = 300; // letters that a passage has at least, if its section has so many
    const EMPTY = new Set(('a an and are be between can did do does each every for from get has have how i in is it my of on or per some the there ' +
        'to what when where which why with you').split(' '));

    // A text's names, as they stand there: what letters, digits and _ make.
    const NAME = /[\p{L}\p{N}_]+(?:\.[a-z]{2,}[\p{L}\p{N}_]*)*|<<<|>>>|#\w+/gu;
    // A name in lower case, then its parts (shfl, down and sync of __shfl_down_sync). Names come again and again.
    const taken = new Map();
    const parts = raw => {
        if (!taken.has(raw)) taken.set(raw, split(raw));
        return taken.get(raw);
    };
    const split = raw => {
        const whole = raw.toLowerCase();
        const pieces = raw.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase().split(/[_.\s]+/).filter(p => p && p !== whole);
        const joined = whole.replace(/_/g, '');
        return [whole, ...pieces, ...(joined && joined !== whole ? [joined] : [])].map(stem);
    };
    // The plural's s goes, and -ing, -ed and -e of longer words; names of code have none.
    const stem = word => /^[a-z]{4,}$/.test(word)
        ? word.replace(/ies$/, 'y').replace(/(ing|ed|es|e|s)$/, (m, e, at) => at >= 3 && !/s$/.test(word.slice(0, at)) ? '' : m)
        : word;

    // What readers say, and what the book says: a name for a thing that has another one here. Words that the book has, too, count as well.
    const SYNONYMS = {
        'out of bounds': 'outside past', 'out of range': 'outside bounds', 'off by one': 'bounds past guard missing', 'not run': 'failed silently', overflow: 'int negative',
        'threads per block': 'shape', 'why slow': 'kernel profiler timeline', big: 'large outside', slow: 'long limit waits', slower: 'long limit',
        debug: 'gdb stepper', debugger: 'gdb stepper',
        infinite: 'endless never ends hangs', hang: 'deadlock waits', freeze: 'hangs deadlock', stuck: 'hangs deadlock', forever: 'never ends hangs',
        zero: '0', zeros: '0.00 0', maximum: 'limit most', max: 'limit most', size: 'shape limit', id: 'number', index: 'number', print: 'printf',
        missing: 'left never', found: 'installs missing', install: 'installs package', submit: 'hand', transfer: 'copy', time: 'times run',
        random: 'order', different: 'another changes', unified: 'managed', gpu: 'device', card: 'gpu device',
        '2d': 'rows columns dimensions', '3d': 'dimensions', multiplication: 'product', multiply: 'product', precision: 'rounding', spill: 'spilling',
        segfault: 'sanitizer fault', sigsegv: 'sanitizer fault', segmentation: 'sanitizer fault', crash: 'sanitizer fault error', leak: 'sanitizer',
        fp16: 'half', float16: 'half', f16: 'half', bf16: 'bfloat16', bfloat: 'bfloat16', macbook: 'mac', macos: 'mac', osx: 'mac', apple: 'mac',
        vram: 'global memory', dram: 'global memory', oom: 'cudaMalloc', gpgpu: 'gpu', float32: 'float', fp64: 'double', float64: 'double',
        mutex: 'lock', semaphore: 'flag', prefix: 'scan', cumsum: 'scan', gemm: 'sgemm', simd: 'simt', async: 'asynchronous', valgrind: 'sanitizer',
        memcheck: 'sanitizer', profiler: 'ncu nsys',
    };

    const known = new Set(); // all words of the index
    const index = new window.MiniSearch({
        idField: 'at',
        fields: ['title', 'code', 'page', 'text', 'shown'],
        storeFields: ['section', 'title', 'text'],
        tokenize: (text, field) => {
            const words = (text.match(NAME) || []).flatMap(raw => field === 'code' ? stem(raw.toLowerCase()) : parts(raw));
            words.forEach(word => known.add(word));
            return words;
        },
        processTerm: term => term,
    });
    // A section is found as a whole, and by each of its passages: what stands together counts more than what is far apart.
    const passages = text => text.split('\n').reduce((out, line) => {
        if (out.length && out[out.length - 1].length < PASSAGE) out[out.length - 1] += `\n${line}`;
        else out.push(line);
        return out;
    }, []);
    index.addAll(sections.flatMap((s, at) => {
        const head = {section: at, title: s.title, code: s.code, page: titles.get(s.page) || ''};
        return [{...head, at: `${at}`, text: s.text, shown: s.shown}, ...passages(s.text).map((text, i) => ({...head, at: `${at}.${i}`, text}))];
    }));

    // Where something is explained comes first. What every chapter has, such as its summary or its quiz, repeats what other sections
    // explain; so do exercises; and a guide for instructors and authors is not for most. A thing is explained where it first comes.
    const pagesOf = id => new Set(sections.filter(s => s.id === id).map(s => s.page)).size;
    const often = new Set(sections.map(s => s.id).filter(id => id && !/-\d+$/.test(id) && pagesOf(id) > 4));
    const repeats = s => ['exercises', 'instructor', 'authors', 'colophon'].includes(s.page) || /^ex\d+-\d+$/.test(s.id) || often.has(s.id);
    const weights = sections.map((s, at) => (repeats(s) ? 0.6 : 1) * (1.5 - 0.5 * at / sections.length));

    // What a query asks for: a list of wishes, each a list of words of the index of which the first counts most. A name that stands
    // nowhere is looked for by its parts.
    const asked = query => {
        const ours = words => (words || '').split(' ').filter(Boolean).flatMap(word => parts(word)[0]);
        const wishes = [];
        let rest = query.toLowerCase().trim();
        for (const phrase of Object.keys(SYNONYMS).filter(phrase => phrase.includes(' ') && rest.includes(phrase))) {
            wishes.push([parts(phrase.split(' ').pop())[0], ...ours(SYNONYMS[phrase])]);
            query = query.replace(new RegExp(phrase, 'i'), ' ');
        }
        for (const raw of query.match(NAME) || []) {
            const [whole, ...pieces] = parts(raw), others = ours(SYNONYMS[raw.toLowerCase()] || SYNONYMS[whole]);
            if (others.length) wishes.push(known.has(whole) ? [whole, ...others] : others);
            else if (known.has(whole) || !pieces.length) wishes.push([whole]);
            else wishes.push(...pieces.map(word => [word]));
        }
        const full = wishes.filter(([word]) => !EMPTY.has(word));
        return full.length ? full : wishes;
    };

    // What has the number that a query is: "3.6", "exercise 3-6", "lab 2b.1", "ch 3". A kind without a number finds nothing here.
    const KINDS = {ex: 'Exercise', exercise: 'Exercise', lab: 'Lab', laboratory: 'Lab', sec: 'Section', section: 'Section', ch: 'Section', chapter: 'Section',
        fig: 'Figure', figure: 'Figure', table: 'Table', tbl: 'Table', listing: 'Listing', lst: 'Listing'};
    const byNumber = query => {
        const [, kind, number] = /^([a-z]*)\s*(\d+b?(?:[.-]\d+)*)$/.exec(query.trim().toLowerCase()) || [];
        if (!number || kind && !KINDS[kind]) return [];
        const dotted = number.replaceAll('-', '.'), exercise = `ex${dotted.replace('.', '-')}`;
        return [
            ...sections.filter(s => s.id === exercise).map(s => ['Exercise', s]),
            ...numbered.filter(s => s.number === dotted && s.kind === 'Lab').map(s => [s.kind, s]),
            ...sections.filter(s => s.number === dotted && !s.kind).map(s => ['Section', s]),
            ...numbered.filter(s => s.number === dotted && s.kind !== 'Lab').map(s => [s.kind, s]),
        ].filter(([is]) => !kind || is === KINDS[kind]).map(([, section]) => ({section, words: []}));
    };

    // The best sections for a query, best first, each {section, words, text}: words of the index that were found, and where most of them are.
    window.searchBook = query => {
        const numbers = byNumber(query);
        if (numbers.length) return numbers;
        const wishes = asked(query), words = [...new Set(wishes.flat())], first = new Set(wishes.map(([word]) => word));
        const last = wishes.length ? wishes[wishes.length - 1][0] : '';
        const phrase = query.trim().toLowerCase();
        const asAsked = hit => hit.title.toLowerCase() === phrase || / /.test(phrase) && (hit.text || '').toLowerCase().includes(phrase);
        const best = new Map();
        for (const hit of index.search(query, {
            tokenize: () => words,
            boost: {...BOOST, shown: /^\S*(_|[a-z][A-Z])\S*$/.test(query) ? 1 : BOOST.shown}, // a name of code is looked for in code
            boostTerm: term => first.has(term) ? 1 : 0.5,
            prefix: term => term === last && term.length > 1,
            fuzzy: term => !known.has(term) && term.length > 3 && (term.length > 8 ? 3 : term.length > 5 ? 2 : 1),
            weights: {fuzzy: 0.3, prefix: 0.35},
        })) {
            // What grants more of the wishes comes first, more so if the words stand there as asked.
            const has = word => hit.queryTerms.includes(word);
            const granted = wishes.reduce((sum, wish) => sum + (has(wish[0]) ? 1 : wish.some(has) ? 0.7 : 0), 0);
            const worth = hit.score * granted ** 2 * (asAsked(hit) ? 3 : 1) * (hit.id.includes('.') ? 1 : 0.5) * weights[hit.section];
            const found = best.get(hit.section) || {section: sections[hit.section], words: [], worth: 0};
            if (worth > found.worth) Object.assign(found, {worth, text: hit.text});
            found.words = [...new Set([...found.words, ...hit.terms])];
            best.set(hit.section, found);
        }
        return [...best.values()].sort((a, b) => b.worth - a.worth).slice(0, 12);
    };

    const escape = text => text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

    // A stretch of a text around the first of the words that were found, with all of them marked.
    const excerpt = (text, words) => {
        if (!text) return '';
        const wanted = new Set(words);
        const hits = [...text.matchAll(NAME)].filter(m => parts(m[0]).some(part => wanted.has(part)));
        const near = Math.max(0, (hits[0]?.index || 0) - 50);
        const from = near && text.indexOf(' ', near) + 1; // at a word's beginning
        let out = from > 0 ? '…' : '', last = from;
        for (const m of hits) {
            if (m.index >= last && m.index + m[0].length <= from + 170) {
                out += escape(text.slice(last, m.index)) + '<mark>' + escape(m[0]) + '</mark>';
                last = m.index + m[0].length;
            }
        }
        return out + escape(text.slice(last, from + 170)) + (from + 170 < text.length ? '…' : '');
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
        list.innerHTML = results.map(({section: s, words, text}) => `<li><a href="${file(s.page)}${s.id ? '#' + encodeURIComponent(s.id) : ''}">` +
            `${escape([s.kind, s.number, s.title].filter(Boolean).join(' '))}<span class="where">${escape(titles.get(s.page))}</span>` +
            `<span class="excerpt">${excerpt(text || s.text, words)}</span></a></li>`).join('');
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

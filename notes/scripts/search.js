// Search over all sections of the book, from the index that make writes: scripts/search-index.js.
//
// A section's score is BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009)
// over its text, with words of the title, and names of the code that it shows, counted as if the text
// had them many times. The last word of a query may be unfinished. Names of code are indexed whole and in their parts, so that
// __shfl_down_sync is found by itself, by shfl and by shflDown.
'use strict';
{
    const sections = window.searchIndex;
    const K = 1.2, B = 0.6, TITLE = 9, CODE = 9, PAGE = 3;

    // Words of a text: what letters, digits and _ make, in lower case. Each name is a list: itself, then
    // its parts (shfl, down and sync of __shfl_down_sync).
    const names = text => (text.match(/[\p{L}\p{N}_]+(?:\.[a-z]{2,}[\p{L}\p{N}_]*)*|<<<|>>>|#\w+/gu) || []).map(raw => {
        const whole = raw.toLowerCase();
        const parts = raw.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase().split(/[_.\s]+/).filter(p => p && p !== whole);
        const joined = whole.replace(/_/g, '');
        return [whole, ...parts, ...(joined && joined !== whole ? [joined] : [])].map(stem);
    });
    // The plural's s goes, and -ing, -ed and -e of longer words; names of code have none.
    const stem = word => /^[a-z]{4,}$/.test(word)
        ? word.replace(/ies$/, 'y').replace(/(ing|ed|es|e|s)$/, (m, e, at) => at >= 3 && !/s$/.test(word.slice(0, at)) ? '' : m)
        : word;

    const postings = new Map(); // word -> Map(section number -> count)
    const lengths = [];
    const titles = new Map(sections.filter(s => !s.id).map(s => [s.page, s.title]));
    sections.forEach((section, i) => {
        const count = (word, weight) => {
            if (!postings.has(word)) postings.set(word, new Map());
            const p = postings.get(word);
            p.set(i, (p.get(i) || 0) + weight);
        };
        const body = names(section.text).flat();
        body.forEach(w => count(w, 1));
        names(section.title).flat().forEach(w => count(w, TITLE));
        names(section.code).forEach(([whole]) => count(whole, CODE));
        names(titles.get(section.page) || '').flat().forEach(w => count(w, PAGE));
        lengths.push(body.length + 1);
    });
    const mean = lengths.reduce((a, b) => a + b, 0) / lengths.length;

    // The best sections for a query, best first.
    window.searchBook = query => {
        // a name that stands nowhere is looked for by its parts
        const asked = [...new Set(names(query).flatMap(([whole, ...parts]) => postings.has(whole) || !parts.length ? [whole] : parts))];
        const scores = new Map();
        const found = new Map();
        asked.forEach((word, nth) => {
            const hits = new Map();
            const take = (w, part) => postings.get(w)?.forEach((n, i) => hits.set(i, Math.max(hits.get(i) || 0, n * part)));
            take(word, 1);
            if (nth === asked.length - 1 && word.length > 1) {
                for (const w of postings.keys()) if (w !== word && w.startsWith(word)) take(w, 0.5);
            }
            const rare = Math.log(1 + (sections.length - hits.size + 0.5) / (hits.size + 0.5));
            hits.forEach((n, i) => {
                const s = rare * n * (K + 1) / (n + K * (1 - B + B * lengths[i] / mean));
                scores.set(i, (scores.get(i) || 0) + s);
                found.set(i, (found.get(i) || 0) + 1);
            });
        });
        // What has more of the words comes first, more so if they stand there as asked; where something is explained
        // comes before where it is exercised.
        const phrase = query.trim().toLowerCase();
        const asAsked = s => s.title.toLowerCase() === phrase || asked.length > 2 && s.text.toLowerCase().includes(phrase);
        const worth = new Map([...scores].map(([i, score]) => [i, score * found.get(i) ** 2 *
            (asAsked(sections[i]) ? 2 : 1) * (sections[i].page === 'exercises' ? 0.6 : 1)]));
        const order = [...worth.keys()].sort((a, b) => worth.get(b) - worth.get(a) || a - b);
        return order.slice(0, 12).map(i => sections[i]);
    };

    const escape = text => text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

    // A stretch of the section's text around the first word that was asked for, with all of them marked.
    const excerpt = (section, query) => {
        const asked = query.split(/\s+/).filter(Boolean).map(w => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        const any = new RegExp(asked.join('|') || '$^', 'gi');
        const near = Math.max(0, section.text.search(any) - 50);
        const at = near && section.text.indexOf(' ', near) + 1; // at a word's beginning
        const piece = (at > 0 ? '…' : '') + section.text.slice(at, at + 170) + (at + 170 < section.text.length ? '…' : '');
        let out = '', last = 0;
        for (const m of piece.matchAll(any)) {
            out += escape(piece.slice(last, m.index)) + '<mark>' + escape(m[0]) + '</mark>';
            last = m.index + m[0].length;
        }
        return out + escape(piece.slice(last));
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
        status.hidden = query && results.length > 0;
        list.innerHTML = results.map(s => `<li><a href="${file(s.page)}${s.id ? '#' + encodeURIComponent(s.id) : ''}">` +
            `${escape((s.number ? s.number + ' ' : '') + s.title)}<span class="where">${escape(titles.get(s.page))}</span>` +
            `<span class="excerpt">${excerpt(s, query)}</span></a></li>`).join('');
        choose(0);
    };
    let chosen = 0;
    const choose = i => {
        const links = list.querySelectorAll('a');
        chosen = Math.max(0, Math.min(i, links.length - 1));
        links.forEach((a, k) => a.classList.toggle('now', k === chosen));
        links[chosen]?.scrollIntoView({block: 'nearest'});
    };
    input.addEventListener('input', show);
    dialog.addEventListener('keydown', e => {
        if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
            e.preventDefault();
            choose(chosen + (e.key === 'ArrowDown' ? 1 : -1));
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

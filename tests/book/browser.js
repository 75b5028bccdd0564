// browser.js SITE: looks at the pages of the book in headless Chromium, from file://, a third of them each day, and prints a line
// "pass WHAT" or "FAIL WHAT: why" for each thing that must hold. tests/book/book.t makes checks of them.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium, how } = require('../harness/chromium.js');
const { violations } = require('../harness/axe.js');
const today = require('../harness/today.js');
const queries = require('./queries.js');
const tornRows = require('./rows.js');

const site = path.resolve(process.argv[2]);
const pages = fs.readdirSync(site).filter(f => f.endsWith('.html')).sort();
const url = page => `file://${site}/${page}`;

// check(WHAT, WRONG): prints a verdict. WRONG lists what is wrong; an empty list is a pass.
const check = (what, wrong) => console.log(wrong.length ? `FAIL ${what}: ${[...wrong].slice(0, 4).join('; ')}` : `pass ${what}`);

// ---- Without a browser: every link leads somewhere ----------------------------------------------

const ids = new Map(); // page -> identifiers in it
const html = new Map(pages.map(p => [p, fs.readFileSync(path.join(site, p), 'utf8')]));
for (const [page, text] of html) {
    const seen = [...text.matchAll(/\sid="([^"]*)"/g)].map(m => m[1]);
    check(`${page}: no identifier twice`, seen.filter((id, i) => seen.indexOf(id) !== i));
    ids.set(page, new Set(seen));
}
for (const [page, text] of html) {
    const broken = [];
    for (const [, to] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (/^(https?|mailto):/.test(to)) continue;
        const [file, id] = to.split('#');
        const where = file || page;
        if (!fs.existsSync(path.join(site, where))) broken.push(to);
        else if (id && ids.has(where) && !ids.get(where).has(decodeURIComponent(id))) broken.push(to);
    }
    check(`${page}: every link leads somewhere`, broken);
    const links = [...text.matchAll(/<a class="anchor"[^>]* aria-label="([^"]*)"/g)].map(m => m[1]);
    check(`${page}: links to sections have names of their own`, links.filter((name, i) => links.indexOf(name) !== i));
    check(`${page}: what scrolls has a role and a name`, [...text.matchAll(/<(div|figure)[^>]*class="(scroll|lab)"[^>]*>/g)].map(m => m[0])
        .filter(tag => !/aria-label="[^"]/.test(tag) || !/^<figure|role="/.test(tag)));
}

const order = ['index.html'];
for (let next; order.length <= pages.length && (next = /<a rel="next" href="([^"]*)">/.exec(html.get(order.at(-1))));) order.push(next[1]);
check('next leads through all pages', pages.filter(page => !order.includes(page)));
const narrow = [...html.values()].join('').match(/class="[^"]*narrow-form/g);
check('drawings have a narrow form', narrow.length > 90 ? [] : [`${narrow.length} have`]);

// What is wrong with the drawings that a window shows: letters too small to read, letters on others, parts outside. Run in the page.
const drawings = all => all.filter(svg => svg.checkVisibility()).flatMap(svg => {
    const frame = svg.getBoundingClientRect(), scale = frame.width / svg.viewBox.baseVal.width, wrong = [];
    const letters = [...svg.querySelectorAll('text')].map(e => ({ e, box: e.getBoundingClientRect(), size: parseFloat(getComputedStyle(e).fontSize) * scale }));
    const small = letters.find(l => l.size < 10);
    if (small) wrong.push(`“${small.e.textContent}” has ${small.size.toFixed(1)} pixels`);
    for (const e of svg.querySelectorAll('rect, path, text')) {
        const box = e.getBoundingClientRect();
        if ((box.width || box.height) && (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 3 || box.bottom > frame.bottom + 3)) wrong.push(`${e.tagName} “${e.textContent}” stands out`);
    }
    letters.forEach(({ e, box }, i) => letters.slice(i + 1).forEach(other => {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        if (across > 1 && Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 4) wrong.push(`“${e.textContent}” on “${other.e.textContent}”`);
    }));
    return wrong.map(what => `${svg.closest('figure').id}: ${what}`);
});

// What scrolls sideways in a window, but for code. Run in the page.
const scrolling = all => all.filter(e => e.tagName !== 'PRE' && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'auto' && e.checkVisibility())
    .map(e => `${e.closest('[id]').id} ${e.textContent.trim().slice(0, 40)}`);

// What does not fit a telephone: code that scrolls sideways, a word or name torn in a table. Run in the page.
const unfit = all => all.flatMap(e => {
    if (!e.checkVisibility()) return [];
    const range = document.createRange(), wrong = [];
    const heights = (text, from, to) => {
        range.setStart(text, from);
        range.setEnd(text, to);
        return [...range.getClientRects()].map(r => Math.round(r.top));
    };
    if (e.tagName === 'PRE') {
        if (e.scrollWidth > e.clientWidth + 1) wrong.push('code scrolls');
    } else {
        const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
        for (let text; (text = walker.nextNode());) {
            if (text.parentElement.closest('math')) continue;
            for (const word of text.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
                if (new Set(heights(text, word.index, word.index + word[0].length)).size > 1) wrong.push(`torn: ${word[0]}`);
            }
        }
    }
    return wrong;
});

(async () => {
    const browser = await chromium.launch(how);

    // Opens a page. Script errors and requests to other hosts are added to page.wrong.
    const open = async (name, options = {}) => {
        const context = await browser.newContext({ viewport: { width: options.width || 1280, height: 900 }, ...options });
        const page = await context.newPage();
        page.setDefaultTimeout(600000); // so long that a busy machine does no harm
        page.wrong = [];
        page.on('pageerror', e => page.wrong.push(e.message));
        page.on('console', m => { if (m.type() === 'error') page.wrong.push(m.text()); });
        page.on('request', r => { if (!/^(file|data|blob):/.test(r.url())) page.wrong.push(`asks ${r.url()}`); });
        if (name) await page.goto(url(name));
        return page;
    };

    // ---- Every page is accessible, quiet, and no wider than the window ----------------------------------

    const page = await open(), beyond = [], unclear = [], torn = [];
    let pictures = 0;
    for (const name of today(order)) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(url(name));
        await page.evaluate(() => { document.querySelectorAll('details').forEach(d => { d.open = true; }); });
        for (const width of [1280, 390]) {
            await page.setViewportSize({ width, height: 900 });
            await page.evaluate(() => document.fonts.ready.then(() => new Promise(done => { requestAnimationFrame(() => requestAnimationFrame(done)); })));
            unclear.push(...(await page.$$eval('.drawn svg', drawings)).map(what => `${name}, ${width} pixels: ${what}`));
            beyond.push(...(await page.$$eval('article *', scrolling)).map(what => `${name}, ${width} pixels: ${what}`));
        }
        torn.push(...(await page.$$eval('article pre, article table', unfit)).map(what => `${name}: ${what}`));
        torn.push(...(await page.$$eval('pre.aligned', tornRows)).map(row => `${name}: ${row}`));
        pictures += await page.locator('.narrow-form svg:visible').count();
        // axe asks of a drawing only that it has a name. Looking at its thousands of parts would take half of the time; and half of
        // the rest went to words of code that are coloured alike, of which one is left for each place in which it can stand.
        await page.evaluate(() => {
            document.querySelectorAll('svg[role=img]').forEach(drawing => drawing.replaceChildren());
            const seen = new Set();
            document.querySelectorAll('code span[class]:not(:has(*))').forEach(word => {
                let like = '';
                for (let e = word; e !== document.body; e = e.parentElement) like += `${e.tagName} ${e.className}/`;
                if (seen.has(like)) word.replaceWith(word.textContent);
                seen.add(like);
            });
        });
        for (const [width, theme] of [[1280, 'light'], [1280, 'dark'], [390, 'light'], [390, 'dark']]) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme: theme });
            await page.evaluate(() => new Promise(done => { requestAnimationFrame(() => requestAnimationFrame(done)); })); // now it has its size
            check(`${name}, ${theme}, ${width} pixels: axe finds nothing`,
                await violations(page, theme === 'dark' ? { only: ['color-contrast', 'link-in-text-block'] } : {})); // a theme changes colours alone
        }
        await page.setViewportSize({ width: 320, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        check(`${name}: does not scroll sideways at 320 pixels`, wide > 320 ? [`${wide} pixels wide`] : []);
        check(`${name}: no script error, no request elsewhere`, page.wrong.splice(0));
    }
    check('nothing but code scrolls sideways, neither on a telephone nor on a laptop', beyond);
    check('a telephone tears no word of a table and no row in columns, and its code does not scroll', torn);
    check('drawings can be read, on a telephone in their narrow form', pictures ? unclear : ['there are none']);
    await page.context().close();

    // ---- Theme, copy, answers, choices ---------------------------------------------------------------

    {
        const page = await open('ch3.html', { colorScheme: 'light' });
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const light = await paper();
        await page.click('.theme');
        await page.click('.theme'); // auto, light, dark
        const dark = await paper();
        check('theme: dark is another colour', light === dark ? [light] : []);
        await page.goto(url('ch4.html'));
        check('theme: the next page remembers it', await paper() === dark ? [] : [await paper()]);
        await page.click('.theme');

        await page.goto(url('ch3.html'));
        await page.evaluate(() => { navigator.clipboard.writeText = async text => { window.copied = text; }; });
        await page.locator('.listing .copy').first().click();
        const copied = await page.evaluate(() => window.copied);
        const named = await page.$$eval('.listing .copy', all => all.map(b => b.getAttribute('aria-label')));
        check('copy: each button names its listing', named.filter((n, i) => !/^Copy Listing 3\.\d+/.test(n) || named.indexOf(n) !== i));
        check('copy: it is said', await page.locator('.bar .said[role=status]').textContent() === named[0].replace('Copy', 'Copied') ? [] : ['it is not']);
        check('copy: the code, without line numbers', /^static int64_t sum_loop\(/.test(copied) && /\n}\n$/.test(copied) ? [] : [copied]);

        const answer = page.locator('.predict .answer').first();
        check('prediction: its answer is covered', await answer.locator('> div').isVisible() ? ['it is shown'] : []);
        await answer.locator('summary').click();
        check('prediction: a click uncovers it', await answer.locator('> div').isVisible() ? [] : ['still covered']);
        check('chapter 3: no script error', page.wrong);
        await page.context().close();
    }
    {
        const page = await open();
        const withChoices = [...html].find(([, text]) => text.includes('class="choices"'));
        check('some quiz has choices', withChoices ? [] : ['none has']);
        if (withChoices) {
            await page.goto(url(withChoices[0]));
            const question = page.locator('.quiz li:has(> .choices), .quiz li:has(.choices)').first();
            await question.locator('input:not([data-right])').first().click();
            check('quiz: a wrong choice says so', await question.locator('.wrong').count() ? [] : ['no mark']);
            check('quiz: also to those who hear it', await page.locator('.said').textContent() === 'Not this one' ? [] : [await page.locator('.said').textContent()]);
            for (const right of await question.locator('input[data-right]').all()) await right.check();
            for (const wrong of await question.locator('input[type=checkbox]:not([data-right])').all()) await wrong.uncheck();
            check('quiz: the right choice says so', await question.locator('.right').count() ? [] : ['no mark']);
            check('quiz: and uncovers the answer', await question.locator('.answer[open]').count() ? [] : ['covered']);
        }
        await page.context().close();
    }

    // ---- Exercises --------------------------------------------------------------------------------------

    {
        const page = await open('exercises.html');
        const rows = await page.$$eval('tr[id^="ex"]', all => all.map(row => [row.id, row.querySelector('a').getAttribute('href')]));
        const given = fs.readdirSync(path.resolve(site, '../../../exercises')).filter(f => /^ex\d/.test(f)).map(f => /^ex\d+-\d+/.exec(f)[0]);
        check('the page of exercises lists all of them', given.filter(name => !rows.some(([id]) => id === name)));
        check('and leads to a fold-out in a chapter', rows.filter(([id, to]) =>
            !(html.get(to.split('#')[0]) || '').includes(`<details class="exercise" id="${id}"`) || to.split('#')[1] !== id).map(([id]) => id));
        const last = rows[rows.length - 1][1];
        await page.goto(url('exercises.html') + `#${rows[0][0]}`);
        await page.waitForURL(`${url(rows[0][1].split('#')[0])}#${rows[0][0]}`);
        const fold = page.locator(`#${rows[0][0]}`);
        check('an exercise’s old address leads to it, and opens it', await fold.locator('.task').isVisible() ? [] : ['closed']);
        await page.goto(url('exercises.html') + `#${last.split('#')[1]}?source=x`);
        await page.waitForURL(`${url(last.split('#')[0])}#${last.split('#')[1]}?source=x`);
        check('with what follows in the address', []);
        await page.goto(url('ch3.html'));
        const closed = page.locator('#ex3-1');
        check('a closed exercise says why it is worth doing', await closed.locator('.why').isVisible() && !await closed.locator('.task').isVisible() ? [] : ['it does not']);
        await closed.locator('summary').first().click();
        check('an open one says it once', !await closed.locator('.why').isVisible() && await closed.locator('.task').isVisible() ? [] : ['twice']);
        check('exercises: no script error', page.wrong);
        await page.context().close();
    }

    // ---- Search ---------------------------------------------------------------------------------------

    {
        const page = await open('index.html');
        await page.click('button.search');
        await page.waitForSelector('#search input');
        const missed = [];
        for (const [query, ...wanted] of queries) {
            await page.fill('#search input', query);
            const found = await page.$$eval('#search li a', links => links.slice(0, 3).map(a => a.getAttribute('href')));
            if (!found.some(f => wanted.includes(decodeURIComponent(f)))) missed.push(`${query} gives ${found.join(' ')}`);
        }
        check(`search: ${queries.length - missed.length} of ${queries.length} queries find their section among the first three, ${queries.length - 3} wanted`,
            missed.length > 3 || queries.length < 30 ? [`${queries.length} queries`, ...missed] : []);
        for (const miss of missed) console.log(`note search misses ${miss}`);
        const said = page.locator('#search [role=status]');
        await page.fill('#search input', 'bank conflict');
        check('search: how much was found is said', /^\d+ found/.test(await said.textContent()) && await said.isVisible() ? [] : [await said.textContent()]);
        await page.keyboard.press('ArrowDown');
        const second = await page.locator('#search li a').nth(1).evaluate(a => a.firstChild.textContent);
        check('search: and which is chosen', (await said.textContent()).endsWith(`: ${second}`) ? [] : [await said.textContent(), second]);
        await page.fill('#search input', queries[0][0]);
        await page.keyboard.press('Enter');
        await page.waitForURL(u => !u.pathname.endsWith('index.html'));
        check('search: Enter goes there', decodeURIComponent(page.url()).endsWith(queries[0][1]) ? [] : [page.url()]);
        await page.keyboard.press('/');
        await page.waitForSelector('#search[open]');
        await page.keyboard.press('Escape');
        check('search: / opens it, Escape closes it', await page.locator('#search[open]').count() ? ['open'] : []);
        check('search: no script error', page.wrong);
        await page.context().close();
    }

    // ---- What scrolls takes the focus -------------------------------------------------------------------

    {
        const page = await open(), wrong = [];
        let scrolling = 0;
        // (A listing fits a laptop's page. In a window of 700 pixels it scrolls, and on a telephone its lines are broken.)
        for (const [name, width] of [['ch3.html', 700], ['ch6.html', 1280], ['ch6.html', 700], ['ch6.html', 390]]) {
            if (page.url() !== url(name)) await page.goto(url(name));
            await page.evaluate(() => document.querySelectorAll('details').forEach(d => { d.open = true; }));
            await page.setViewportSize({ width, height: 900 });
            await page.evaluate(() => document.fonts.ready.then(() => new Promise(done => { requestAnimationFrame(() => requestAnimationFrame(done)); })));
            const boxes = await page.$$eval('article pre, .formula', all => all.map(box => ({
                what: box.textContent.trim().slice(0, 30), scrolls: box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'auto',
                focus: box.tabIndex === 0, name: box.getAttribute('role') === 'group' && box.getAttribute('aria-label') || '' })));
            wrong.push(...boxes.filter(b => b.focus !== b.scrolls || !!b.name !== b.scrolls).map(b => `${name}, ${width}: ${JSON.stringify(b)}`));
            scrolling += boxes.filter(b => b.scrolls).length;
        }
        check('code and formulas take the focus, and have a name, where they scroll', scrolling ? wrong : ['nothing scrolls']);
        await page.context().close();
    }

    // ---- Counters, sidenotes, code on a telephone ------------------------------------------------------

    {
        const page = await open('ch1.html', { width: 1600 });
        const counter = page.locator('.counter').first();
        check('counter: its full name is hidden', await counter.locator('.full').isVisible() ? ['it is shown'] : []);
        await counter.hover();
        check('counter: the pointer shows it', await counter.locator('.full').isVisible() ? [] : ['still hidden']);
        const [note, text] = await page.evaluate(() => {
            const note = document.querySelector('article > p .sidenote');
            return [note.getBoundingClientRect().left, note.closest('p').getBoundingClientRect().right];
        });
        check('a sidenote is in the right margin of a wide window', note > text ? [] : [`${note} px, the text ends at ${text}`]);
        await page.setViewportSize({ width: 390, height: 900 });
        await page.mouse.move(0, 0);
        await counter.focus();
        check('counter: so does the focus, which a tap gives', await counter.locator('.full').isVisible() ? [] : ['still hidden']);
        await page.goto(url('ch2.html'));
        const arrows = await page.$$eval('.sourceCode .op', all => all.filter(op => op.textContent.includes('->')).map(op => op.getClientRects().length));
        check('no arrow of C is broken', arrows.length && arrows.every(lines => lines === 1) ? [] : [arrows.join(' ')]);
        await page.goto(url('ch3.html'));
        const columns = await page.$$eval('pre.aligned[style] code', all => all.map(code => {
            const across = +code.parentElement.style.getPropertyValue('--across'), size = parseFloat(getComputedStyle(code).fontSize);
            return { across, size, fits: size > 8 && across * size * 0.6 <= code.getBoundingClientRect().width };
        }));
        check('what stands in columns fits', columns.length > 3 ? columns.filter(c => !c.fits).map(c => JSON.stringify(c)) : [`${columns.length} blocks`]);
        const broken = await page.$$eval('td code', all => all.filter(c => /^\w+$/.test(c.textContent) && c.getClientRects().length > 1).map(c => c.textContent));
        check('no name is broken in a table', broken);
        await page.goto(url('ch0.html'));
        const errors = await page.evaluate(() => document.getElementById('tbl:errors').querySelector('td').getBoundingClientRect().width);
        check('what an error says leaves room for what it means', errors > 200 ? [`${errors} px`] : []);
        await page.context().close();
    }

    {
        const page = await open('ch0.html', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const covered = await page.$$eval('div.sourceCode', all => all.filter(block => {
            const button = block.querySelector('.copy').getBoundingClientRect(), words = document.createRange();
            words.selectNodeContents(block.querySelector('code'));
            return [...words.getClientRects()].some(r => r.width > 1 && r.right > button.left && r.top < button.bottom && r.bottom > button.top);
        }).map(block => block.textContent.trim().slice(0, 30)));
        check('on a telephone the button Copy covers no code', covered);
        const level = await page.$$eval('div.sourceCode code > span[style]', all => {
            const deep = line => +line.style.getPropertyValue('--in'), range = document.createRange();
            const left = line => {
                const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
                while (!/\S/.test(walker.nextNode().data));
                range.setStart(walker.currentNode, walker.currentNode.data.search(/\S/));
                range.setEnd(walker.currentNode, range.startOffset + 1);
                return range.getBoundingClientRect().left;
            };
            return all.filter(line => {
                const before = line.previousElementSibling;
                return before?.style.length && deep(before) < deep(line) && deep(before) < 24 && left(before) >= left(line);
            }).map(line => line.textContent);
        });
        check('and code that is deeper begins further in', level);
        await page.context().close();
    }

    // ---- Without JavaScript -----------------------------------------------------------------------------

    {
        const page = await open('index.html', { javaScriptEnabled: false, width: 390 });
        await page.click('.menu');
        await page.locator('#contents a', { hasText: 'Reduction' }).first().click();
        await page.waitForURL(url('ch3.html'));
        check('without JavaScript: the contents lead on', page.url().endsWith('ch3.html') ? [] : [page.url()]);
        const summary = page.locator('.answer summary').first();
        await summary.click();
        check('without JavaScript: an answer opens', await page.locator('.answer[open]').count() ? [] : ['closed']);
        check('without JavaScript: code is highlighted', await page.locator('.sourceCode .at').count() ? [] : ['plain']);
        await page.click('a[rel=next]');
        await page.waitForURL(url('ch3b.html'));
        check('without JavaScript: next leads on', page.url().endsWith('ch3b.html') ? [] : [page.url()]);
        await page.context().close();
    }
    await browser.close();
})().catch(e => {
    console.log(`FAIL the browser test itself: ${e.message.split('\n')[0]}`);
    process.exit(1);
});

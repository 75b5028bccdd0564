// draw.js: shows a lab's state (core/state.c) as elements of the page. Cells stay where they are from one moment to the next; only
// what has changed is written.

import { make } from './elements.js';

// Gives a box `count` cells, and each cell the class and text that `look` returns.
function fillCells(box, count, look) {
    while (box.children.length > count) box.lastChild.remove();
    while (box.children.length < count) box.append(document.createElement('u'));
    for (let i = 0; i < count; i++) {
        const cell = box.children[i];
        const [name, text = ''] = look(i);
        if (cell.className !== name) cell.className = name;
        if (cell.textContent !== text) cell.textContent = text;
    }
}

const many = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
const bit = (mask, lane) => (mask >>> lane) & 1;
const bits = mask => {
    let count = 0;
    for (let left = mask >>> 0; left; left &= left - 1) count++;
    return count;
};

// Returns a number that fits into a cell: 1.2346 or 0.001235.
export function short(value) {
    if (typeof value !== 'number' || Number.isInteger(value)) return String(value).replace('-', '−');
    const text = Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
    return text.replace('-', '−');
}

// ---- Source ----------------------------------------------------------------------------------------------------------

const WORDS = /\/\/.*|"[^"]*"|\b(?:__\w+|auto|bool|break|case|char|const|constexpr|continue|double|else|extern|float|for|if|int|long|return|short|sizeof|size_t|static|struct|template|typename|unsigned|using|void|while)\b|\b\d[\w.]*/g;

// Returns a line of CUDA C with its words marked.
function colour(text) {
    const line = document.createDocumentFragment();
    let at = 0;
    for (const match of text.matchAll(WORDS)) {
        line.append(text.slice(at, match.index));
        const kind = match[0].startsWith('//') ? 'co' : /^["\d]/.test(match[0]) ? 'dv' : 'kw';
        line.append(make(`span.${kind}`, {}, match[0]));
        at = match.index + match[0].length;
    }
    line.append(text.slice(at));
    return line;
}

// Scrolls a box, never the page, so that a child of it can be seen. The box is positioned.
function reveal(box, child) {
    const { offsetTop: top, offsetHeight: height } = child;
    const from = box.scrollTop, room = box.clientHeight;
    if (top < from + height || top + 2 * height > from + room) box.scrollTop = top - room / 2;
}

// The source. How many lanes run the line stands above it: beside a long line there is no room, and below it the label would move code.
export class SourceView {
    constructor(sections) {
        this.lines = new Map();
        this.sections = sections.map(section => {
            const list = make('div');
            section.text.replace(/\n$/, '').split('\n').forEach((text, i) => {
                const line = make('div', {}, make('i', {}, String(section.line + i)), make('code', {}, colour(text)));
                this.lines.set(`${section.file}:${section.line + i}`, line);
                list.append(line);
            });
            return list;
        });
        this.title = make('p.lab-h');
        this.code = make('div.lab-source', { tabindex: 0, role: 'group', 'aria-label': 'Source' }, ...this.sections);
        this.box = make('div.lab-listing', {}, this.title, this.code);
    }

    show(state) {
        this.sections.forEach((list, i) => { list.hidden = !state.shown.includes(i); });
        if (this.now) {
            this.now.classList.remove('now');
            this.now.removeAttribute('aria-current');
        }
        this.title.textContent = !state.line ? 'Source' : state.moment ? `Line ${state.line}: ${many(bits(state.enabled), 'lane')}` : `Line ${state.line} comes first`;
        this.now = this.lines.get(`${state.file}:${state.line}`);
        if (!this.now) return;
        this.now.parentElement.hidden = false;
        this.now.classList.add('now');
        this.now.setAttribute('aria-current', 'step');
        reveal(this.code, this.now);
    }
}

// Returns the values of the lanes in the mask; one value if all agree.
function byLane(values, lanes, text = short) {
    const first = values[Math.max(0, 31 - Math.clz32(lanes & -lanes))]; // of the lowest lane
    return values.every((v, l) => !bit(lanes, l) || v === first) ? `${text(first)} in ${lanes === -1 || lanes === 2 ** 32 - 1 ? 'all lanes' : many(bits(lanes), 'lane')}`
        : values.map((v, l) => bit(lanes, l) ? text(v) : '·').join(' ');
}

// The variables of the lanes that have just run, if the compiler has told where they are: it does so for edited kernels.
export class VariablesView {
    constructor() {
        this.rows = make('div.lab-registers', { tabindex: 0, role: 'group', 'aria-label': 'Variables' });
        this.box = make('section.lab-variables', {}, make('p.lab-h', {}, 'Variables'), this.rows);
    }

    show(state) {
        this.box.hidden = !state.variables.length;
        this.rows.replaceChildren(...state.variables.map(v => make('p', {}, make('b', {}, v.name), ' = ',
            byLane(v.values, state.holders, v.pointer ? n => `0x${n.toString(16)}` : short))));
    }
}

// The PTX with the line of the last instruction, and the registers that it names.
export class PtxView {
    constructor(ptx) {
        this.all = ptx.split('\n');
        this.code = make('div.lab-source', { tabindex: 0, role: 'group', 'aria-label': 'PTX' });
        this.registers = make('div.lab-registers', { tabindex: 0, role: 'group', 'aria-label': 'Registers' });
        this.box = make('section.lab-ptx', { 'aria-label': 'PTX and registers' }, make('p.lab-h', {}, 'PTX'), this.code,
            make('p.lab-h', {}, 'Registers of this instruction'), this.registers);
    }

    show(state) {
        const lines = [];
        const inside = i => /\S/.test(this.all[i] || '') && !/^\s*(\.(loc|file)|\/\/ variable)/.test(this.all[i]);
        for (let i = state.ptxLine - 1, left = 6; left && i >= 0; i--) if (inside(i)) { lines.unshift(i); left--; }
        for (let i = state.ptxLine, left = 6; left && i < this.all.length; i++) if (inside(i)) { lines.push(i); left--; }
        this.code.replaceChildren(...lines.map(i => make(i === state.ptxLine - 1 ? 'div.now' : 'div', i === state.ptxLine - 1 ? { 'aria-current': 'step' } : {},
            make('i', {}, String(i + 1)), make('code', {}, this.all[i].replace(/^\t/, '').replaceAll('\t', ' ')))));
        this.registers.replaceChildren(...state.registers.map(r =>
            make('p', {}, make('b', {}, r.written ? `${r.name} ←` : r.name), ' ', byLane(r.values, state.lanes))));
    }
}

// ---- Lanes -----------------------------------------------------------------------------------------------------------

// Returns the class of a lane's cell, which says what the lane does.
function laneClass(warp, lane, isNow, enabled) {
    if (!bit(warp.lanes, lane)) return 'none';
    const group = warp.groups.find(g => bit(g.lanes, lane));
    if (isNow && bit(enabled, lane)) return 'on';
    if (!group) return 'gone';
    return group.state === 'run' ? 'ready' : group.state;
}

const LANE_WORDS = { on: 'run this line', ready: 'wait for their turn', barrier: 'wait at the barrier', mbarrier: 'wait at an mbarrier', sync: 'wait for lanes of the warp',
    meet: 'wait to meet the others', gone: 'have ended' };

export class LanesView {
    constructor(turn) {
        this.title = make('p.lab-h');
        this.rows = make('div.lab-warps', { role: 'img', tabindex: 0 });
        this.key = make('p.lab-key', {}, ...Object.entries(LANE_WORDS).map(([name, words]) =>
            make('span', { 'data-kind': name }, make('u.' + name), words)));
        this.cluster = make('div.lab-cluster', { role: 'group', 'aria-label': 'Blocks of the cluster' });
        this.box = make('section', {}, this.title, this.cluster, this.rows, this.key);
        this.turn = turn;
    }

    // The blocks of the cluster side by side, each with a cell for each warp. A press shows that block's lanes.
    showCluster(state) {
        while (this.cluster.children.length > state.cluster.length) this.cluster.lastChild.remove();
        while (this.cluster.children.length < state.cluster.length)
            this.cluster.append(make('button', { type: 'button', onclick: e => this.turn(Number(e.currentTarget.dataset.block)) }, make('span'), make('div.lab-strip')));
        this.cluster.hidden = !state.cluster.length;
        state.cluster.forEach(({ block, warps }, i) => {
            const button = this.cluster.children[i], [name, strip] = button.children;
            button.dataset.block = block;
            button.setAttribute('aria-pressed', String(block === state.block));
            name.textContent = `block ${block}`;
            fillCells(strip, warps.length, w => [warps[w]]);
        });
    }

    show(state) {
        this.showCluster(state);
        const [x, y, z] = state.grid;
        const b = state.block;
        const name = y * z === 1 ? b : `(${b % x},${Math.floor(b / x) % y},${Math.floor(b / x / y)})`;
        this.title.textContent = `Block ${name} of ${x * y * z}: lanes`;
        while (this.rows.children.length > state.warps.length) this.rows.lastChild.remove();
        while (this.rows.children.length < state.warps.length)
            this.rows.append(make('div', {}, make('span', {}, `warp ${this.rows.children.length}`), make('div.lab-lanes')));
        const words = [], kinds = new Set();
        state.warps.forEach((warp, w) => {
            const row = this.rows.children[w];
            const isNow = state.moment > 0 && w === state.warp && !state.elsewhere;
            const counts = {};
            row.classList.toggle('now', isNow);
            fillCells(row.lastChild, 32, lane => {
                const kind = laneClass(warp, lane, isNow, state.enabled);
                counts[kind] = (counts[kind] || 0) + 1;
                kinds.add(kind);
                return [kind];
            });
            words.push(`Warp ${w}: ${Object.entries(counts).filter(([k]) => k !== 'none').map(([k, n]) => `${n} ${LANE_WORDS[k]}`).join(', ')}.`);
        });
        if (state.moment) reveal(this.rows, this.rows.children[state.warp]);
        this.rows.setAttribute('aria-label', words.slice(0, 8).join(' '));
        for (const item of this.key.children) item.hidden = !kinds.has(item.dataset.kind);
    }
}

// ---- The last access -------------------------------------------------------------------------------------------------

export class AccessView {
    constructor() {
        this.title = make('p.lab-h');
        this.picture = make('div.lab-access', { role: 'img', tabindex: 0 });
        this.words = make('p.lab-words');
        this.box = make('section', {}, this.title, this.picture, this.words);
    }

    show(state) {
        const a = state.access;
        if (!a) {
            this.title.textContent = 'The last access to memory';
            this.words.textContent = 'None yet.';
            this.picture.replaceChildren();
            this.picture.hidden = true;
            return;
        }
        this.picture.hidden = false;
        const what = a.array ? `${a.kind} of ${a.array}` : a.kind;
        this.title.textContent = `${a.now ? 'The' : 'The last'} ${what}: line ${a.line}, warp ${a.warp}`;
        const lanes = bits(a.lanes), wanted = many(a.wanted, 'byte');
        this.words.textContent = a.banks
            ? `${many(lanes, 'lane')}, ${many(a.cost, 'wavefront')}${a.cost > a.ideal ? `; ${a.ideal} would do: ${many(a.cost - a.ideal, 'bank conflict')}` : ', no bank conflict'}.`
            : `${many(lanes, 'lane')} ${lanes === 1 ? 'needs' : 'need'} ${wanted} and ${lanes === 1 ? 'moves' : 'move'} ${many(a.cost, 'sector')}, ${a.cost * 32} bytes: ${Math.floor(100 * a.wanted / (32 * a.cost))} % of them are used.`;
        this.picture.setAttribute('aria-label', this.words.textContent);
        this.picture.className = `lab-access ${a.banks ? 'banks' : 'sectors'}`;
        const rows = a.banks ? [Array.from({ length: 32 }, (_, i) => i), ...a.banks] : a.sectors;
        // A wavefront comes late if one before it serves the same lanes: wide accesses go part by part, some lanes in each.
        const part = r => Math.floor(Math.max(...rows[r]) / a.phase);
        const isLate = r => Boolean(a.banks) && r > 1 && part(r) === part(r - 1);
        while (this.picture.children.length > rows.length) this.picture.lastChild.remove();
        while (this.picture.children.length < rows.length) this.picture.append(make('div', {}, make('span'), make('div.lab-lanes')));
        rows.forEach((row, r) => {
            const [label, cells] = this.picture.children[r].children;
            const head = a.banks && r === 0;
            const numbers = a.banks ? row : row.slice(1);
            label.textContent = a.banks ? (r ? `${r}` : 'bank') : `${row[0]}`;
            fillCells(cells, numbers.length, i => head ? ['head', i % 4 ? '' : String(i)]
                : numbers[i] < 0 ? [''] : [isLate(r) ? 'late' : a.kind === 'load' ? 'load' : 'store', String(numbers[i])]);
        });
    }
}

// ---- What moves by itself --------------------------------------------------------------------------------------------

// The copies in flight, those that this step has brought to their end, and the mbarriers with what they lack and who waits.
export class AsyncView {
    constructor() {
        this.flights = make('div.lab-flights');
        this.mbarriers = make('div.lab-mbarriers');
        this.inner = make('section', {}, make('p.lab-h', {}, 'Copies in flight, and mbarriers'), this.flights, this.mbarriers);
        this.box = make('div.lab-async', { tabindex: 0, role: 'group', 'aria-label': 'Copies and mbarriers' }, this.inner);
    }

    show(state) {
        this.inner.hidden = !state.flights.length && !state.landed.length && !state.mbarriers.length;
        const flight = (f, landed) => make(`p${landed ? '.landed' : ''}`, {}, make('b', {}, many(f.bytes, 'byte')), ` ${f.from} → ${f.to} `,
            make('span', {}, landed ? 'has landed' : 'in flight', `, ${f.mbarrier ? `for ${f.mbarrier}` : `group ${f.group}`}, by ${many(bits(f.lanes), 'lane')} of warp ${f.warp}, line ${f.line}`));
        const all = [...state.landed.map(f => flight(f, true)), ...state.flights.map(f => flight(f, false))];
        this.flights.replaceChildren(...all.length ? all : [make('p', {}, make('span', {}, 'No copy is in flight.'))]);
        const several = state.cluster.length > 1;
        this.mbarriers.replaceChildren(...state.mbarriers.map(m => {
            const lacks = [`${m.lacks} of ${many(m.each, 'arrival')}`, m.bytes > 0 ? many(m.bytes, 'byte') : ''].filter(Boolean).join(' and ');
            const waiting = m.waiting.map(([block, warp]) => several ? `${block}.${warp}` : warp);
            return make('p', {}, make('b', {}, m.name), ` phase ${m.phase}, lacks ${lacks}${m.bytes < 0 ? `; ${many(-m.bytes, 'byte')} came before they were expected` : ''} `,
                waiting.length ? make('u.mbarrier', {}, `${several ? 'block.warp' : waiting.length === 1 ? 'warp' : 'warps'} ${waiting.join(', ')} wait${waiting.length === 1 ? 's' : ''}`) : '');
        }));
    }
}

// The tiles of the last ldmatrix, wgmma or copy of a tensor, as they lie in shared memory: a row is 128 bytes, a word of each bank,
// and a cell is a piece of 16 bytes, which says the tile's row and the piece in that row. Its colour is the piece's.
const TILE_LINES = 64; // that are shown

export class TilesView {
    constructor() {
        this.title = make('p.lab-h');
        this.list = make('div.lab-tiles');
        this.inner = make('section', {}, this.title, this.list);
        this.box = make('div.lab-tilebox', { tabindex: 0, role: 'group', 'aria-label': 'Tiles in shared memory' }, this.inner);
    }

    show(state) {
        const { tiles } = state;
        this.inner.hidden = !tiles;
        if (!tiles) return;
        this.title.textContent = `${tiles.now ? 'The tile' : 'The last tile'}${tiles.list.length > 1 ? 's' : ''} in shared memory: ${tiles.by.split('.')[0]}, line ${tiles.line}, warp ${tiles.warp}`;
        while (this.list.children.length > tiles.list.length) this.list.lastChild.remove();
        while (this.list.children.length < tiles.list.length) this.list.append(make('div', {}, make('p.lab-words'), make('div.lab-tile', { role: 'img' })));
        tiles.list.forEach((t, i) => {
            const [words, grid] = this.list.children[i].children, lines = t.lines.slice(0, TILE_LINES);
            const swizzle = t.swizzle > 0 ? `, swizzle of ${t.swizzle} bytes` : t.swizzle === 0 ? ', no swizzle' : '';
            words.textContent = `${t.name}: ${many(t.rows, 'row')} of ${many(t.pieces, 'piece')} of 16 bytes${swizzle}. The first ${Math.min(8, t.rows)} pieces of a column lie in ${t.spread} of the 8 groups of four banks.${t.lines.length > TILE_LINES ? ` The first ${TILE_LINES} of ${t.lines.length} lines are shown.` : ''}`;
            grid.setAttribute('aria-label', words.textContent);
            fillCells(grid, 9 * (lines.length + 1), k => {
                const row = Math.floor(k / 9) - 1, at = k % 9 - 1;
                if (at < 0) return ['head', row < 0 ? 'banks' : String(lines[row][0])];
                if (row < 0) return ['head', `${4 * at}–${4 * at + 3}`];
                const piece = lines[row][1 + at];
                return piece < 0 ? [''] : [`by${piece % t.pieces % 6}`, `${Math.floor(piece / t.pieces)}.${piece % t.pieces}`];
            });
        });
    }
}

// ---- Arrays ----------------------------------------------------------------------------------------------------------

const TYPES = { uchar: 'unsigned char', ushort: 'unsigned short' }; // what a lab's text calls otherwise than CUDA C
const UNFOLDED = 3; // arrays that are open at first; a reader folds and unfolds them

export class ArraysView {
    constructor() {
        this.box = make('div.lab-arrays');
    }

    show(state) {
        while (this.box.children.length > state.arrays.length) this.box.lastChild.remove();
        while (this.box.children.length < state.arrays.length)
            this.box.append(make('details', { open: this.box.children.length < UNFOLDED }, make('summary.lab-h'),
                make('div.lab-cells', { role: 'img', tabindex: 0 }), make('ul.lab-heard')));
        state.arrays.forEach((a, i) => {
            const [title, cells, heard] = this.box.children[i].children;
            const size = a.rows ? `${a.rows} × ${a.columns}` : `${a.columns}`;
            const part = a.values.length < (a.rows || 1) * a.columns && a.values.length
                ? `, shown from ${a.from} to ${a.from + a.values.length - 1}` : '';
            const where = a.place === 'shared' ? a.values.length ? 'shared' : 'shared, there while the block runs' : a.place === 'symbol' ? 'a variable' : 'global memory';
            title.textContent = `${a.name}: ${size} ${TYPES[a.type] || a.type}, ${where}${part}`;
            const stored = new Set(a.stored), loaded = new Set(a.loaded);
            const columns = a.rows && !part ? a.columns : 0;
            cells.style.setProperty('--columns', columns || 1);
            cells.classList.toggle('matrix', Boolean(columns));
            const longest = Math.max(0, ...a.values.map(v => short(v).length));
            cells.classList.toggle('huge', longest > 7);
            cells.classList.toggle('wide', longest > (columns ? 4 : 3));
            cells.classList.toggle('long', longest > 2);
            fillCells(cells, a.values.length, k => {
                // The colour, one of six, shows the warp that wrote the element last.
                const writer = a.writers[k];
                const kind = stored.has(k) ? 'stored' : loaded.has(k) ? 'loaded' : writer ? `by${Math.floor((writer - 1) / 32) % 6}` : '';
                return [kind, short(a.values[k])];
            });
            const told = [];
            if (stored.size) told.push(`Stored now: ${[...stored].slice(0, 8).map(k => `${a.name}[${k + a.from}] is ${a.values[k]}`).join(', ')}.`);
            if (loaded.size) told.push(`Loaded now: ${many(loaded.size, 'element')}.`);
            cells.setAttribute('aria-label', told.join(' ') || `${a.name}, ${many(a.values.length, 'element')}`);
            heard.setAttribute('aria-label', `values of ${a.name}`);
            this.write(heard, a, columns);
        });
    }

    // Writes the values as a list for readers who hear the page, a row in each item: "part[8] to part[15]: 3, 1, …".
    write(list, a, columns) {
        const wide = columns || (a.values.length > 128 ? 32 : 8), rows = Math.ceil(a.values.length / wide);
        while (list.children.length > rows) list.lastChild.remove();
        while (list.children.length < rows) list.append(document.createElement('li'));
        for (let r = 0; r < rows; r++) {
            const values = a.values.slice(r * wide, (r + 1) * wide), from = a.from + r * wide, to = from + values.length - 1;
            const name = columns ? `${a.name}[${r}]` : from === to ? `${a.name}[${from}]` : `${a.name}[${from}] to ${a.name}[${to}]`;
            const text = `${name}: ${values.map(short).join(', ')}`;
            if (list.children[r].textContent !== text) list.children[r].textContent = text;
        }
    }
}

// ---- Numbers ---------------------------------------------------------------------------------------------------------

// The figures under a lab: [label, how the value follows from the state].
const FIGURES = [
    ['instructions', s => s.moment.toLocaleString('en')],
    ['lanes each', s => s.moment ? s.each.toFixed(1) : '–'],
    ['sectors a load', s => s.metrics['sectors per load request'], v => v.toFixed(1)],
    ['bytes used', s => s.metrics['load efficiency'], v => `${v.toFixed(0)} %`],
    ['bank conflicts', s => s.metrics['load bank conflicts'] + s.metrics['store bank conflicts'], v => String(v)],
    ['barriers', s => s.metrics.barriers, v => String(v)],
];

export class NumbersView {
    constructor() {
        this.values = FIGURES.map(() => make('b'));
        this.time = make('b');
        this.timeWords = make('span', {}, 'modelled, in all');
        this.box = make('div.lab-numbers', {}, ...FIGURES.map(([name], i) => make('div', {}, this.values[i], make('span', {}, name))),
            make('div', {}, this.time, this.timeWords));
    }

    show(state, survey) {
        FIGURES.forEach(([, of, format = String], i) => {
            const value = of(state);
            this.values[i].textContent = value === undefined || Number.isNaN(value) ? '–' : format(value);
        });
        const time = survey && survey.result.metrics['modelled time'];
        this.time.textContent = time ? `${time.toFixed(2)} µs` : '–';
    }
}

// Shows the block's warps along modelled cycles: work, waiting for DRAM, waiting at a barrier.
export class TimeView {
    constructor() {
        this.title = make('p.lab-h', {}, 'This block’s warps, in modelled cycles');
        this.rows = make('div.lab-time', { role: 'img' });
        this.key = make('p.lab-key', {}, ...[['work', 'work'], ['dram', 'wait for DRAM'], ['barrier', 'wait at a barrier or for a copy']].map(([name, words]) =>
            make('span', {}, make('u.' + name), words)));
        this.box = make('section', {}, this.title, this.rows, this.key);
    }

    show(state) {
        const end = Math.max(100, ...state.spans.map(s => s[2]));
        const rows = state.warps.map(() => []);
        const waits = state.warps.map(() => 0);
        for (const [warp, from, to, dram, barrier] of state.spans) {
            const add = (kind, a, b) => {
                const last = rows[warp][rows[warp].length - 1];
                if (b <= a) return;
                if (last && last[0] === kind && last[2] === a) last[2] = b;
                else rows[warp].push([kind, a, b]);
            };
            add(barrier ? 'barrier' : 'work', from, to - dram);
            add('dram', to - dram, to);
            waits[warp] += dram;
        }
        this.rows.replaceChildren(...rows.map((parts, w) => make('div', {}, make('span', {}, `warp ${w}`),
            make('div', {}, ...parts.map(([kind, a, b]) => make('u.' + kind, { style: `left:${100 * a / end}%;width:${100 * (b - a) / end}%` }))))));
        this.rows.setAttribute('aria-label', `${end} cycles so far. ${waits.slice(0, 8).map((n, w) => `Warp ${w} waited ${n} for DRAM.`).join(' ')}`);
        this.title.textContent = `This block’s warps: ${end.toLocaleString('en')} modelled cycles`;
    }
}

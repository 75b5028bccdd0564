// async.js CORE.wasm LABS: walks through the labs of chapter 7 and looks at what a page shows of copies in flight, mbarriers, tiles and
// clusters. Prints "pass WHAT" or "FAIL WHAT: why".
'use strict';
const { bundles, open, compile, check } = require('./core.js');

const [wasm, folder] = process.argv.slice(2);
const module_ = compile(wasm), all = bundles(folder);

// Begins a lab with some choices, and returns a function that goes to a moment and returns the state, the number of moments, and the core.
function walk(name, choices = {}) {
    const lab = open(module_);
    lab.load(all[name]);
    for (const [choice, value] of Object.entries(choices)) lab.choose(choice, String(value));
    lab.begin();
    const { total, first } = lab.survey(1e9);
    const at = moment => {
        lab.go(moment, 1e9);
        return lab.state();
    };
    return { at, total, first, lab };
}
const unless = (good, words) => good ? [] : [words];
const array = (state, name) => state.arrays.find(a => a.name === name).values;

for (const [kernel, spread, wavefronts] of [['tilePlain', 1, 32], ['tilePadded', 8, 4], ['tileSwizzled', 8, 4]]) {
    const { at, first } = walk('lab-swizzle', { kernel }), state = at(first), rows = state.tiles.list[0];
    const pieces = rows.lines.flatMap(line => line.slice(1)).filter(p => p >= 0).sort((a, b) => a - b);
    check(`${kernel}: a column lies in ${spread} of 8 groups of banks, and takes ${wavefronts} wavefronts`, [
        ...unless(state.tiles.now && rows.name === 'rows', 'ldmatrix shows no tile'),
        ...unless(rows.spread === spread, `it lies in ${rows.spread}`),
        ...unless(state.access.cost === wavefronts, `it takes ${state.access.cost}`),
        ...unless(pieces.join() === Array.from({ length: 32 }, (_, i) => i).join(), `its pieces are ${pieces.join()}`)]);
}

{
    const { at, first, total } = walk('lab-bulk'), state = at(first), [flight] = state.flights, [full] = state.mbarriers;
    check('a bulk copy in flight, its place, and the bytes that its mbarrier lacks', [
        ...unless(state.flights.length === 1 && flight.bytes === 1024 && flight.to === 'tile[0]' && flight.mbarrier === 'full', JSON.stringify(state.flights)),
        ...unless(full.phase === 0 && full.lacks === 0 && full.bytes === 1024, JSON.stringify(full)),
        ...unless(array(state, 'tile').every(x => x === 0), 'its bytes are there already')]);
    let landing = first;
    while (landing < total && !at(landing).landed.length) landing++;
    const before = at(landing - 1), after = at(landing);
    check('it lands at one step, and a step back takes it off', [
        ...unless(after.landed.length === 1 && !after.flights.length && after.mbarriers[0].phase === 1, JSON.stringify(after.mbarriers)),
        ...unless(array(after, 'tile').every((x, i) => x === i), 'not all of its bytes are there'),
        ...unless(before.flights.length === 1 && array(before, 'tile').every(x => x === 0), 'the step before has some'),
        ...unless(JSON.stringify(at(landing)) === JSON.stringify(after), 'the way forth again shows something else')]);
}

{
    const { at, total } = walk('lab-roles'), waits = new Set(), most = { flights: 0 };
    for (let moment = 0; moment <= total; moment += 7) {
        const state = at(moment);
        most.flights = Math.max(most.flights, state.flights.length);
        for (const m of state.mbarriers) for (const [, warp] of m.waiting) waits.add(`${warp} ${m.name.replace(/\[.*/, '')}`);
    }
    check('the copying warp waits for empty stages, the others for full ones', [
        ...unless([...waits].sort().join() === '0 empty,1 full,2 full', [...waits].sort().join()),
        ...unless(most.flights === 2, `${most.flights} copies at a time`),
        ...unless(!at(total).flights.length, 'one never lands')]);
}

for (const [kernel, expected] of [['copyThenUse', 1], ['copyAhead', 2]]) {
    const { at, total } = walk('lab-copies', { kernel });
    let most = 0;
    for (let moment = 0; moment <= total; moment++) most = Math.max(most, at(moment).flights.filter(f => f.warp === 0).length);
    check(`${kernel}: copies of a warp that are in flight at a time`, unless(most === expected, `${most}, not ${expected}`));
}

{
    const { at, first, total, lab } = walk('lab-cluster'), state = at(first), turned = lab.turn(2), refused = lab.turn(9);
    check('blocks of a cluster side by side, and any of them to look at', [
        ...unless(state.cluster.map(c => c.block).join() === '0,1,2,3' && state.block === 0 && state.cluster[0].warps[0] === 'on', JSON.stringify(state.cluster)),
        ...unless(turned.block === 2 && turned.elsewhere && turned.moment === first, `turned to block ${turned.block}`),
        ...unless(/does not run now/.test(refused.refused), `block 9: ${JSON.stringify(refused).slice(0, 60)}`),
        ...unless(at(first + 1).elsewhere === false, 'a step does not show its own block'),
        ...unless(array(at(total), 'out').join() === '8128,24512', array(at(total), 'out').join())]);
}

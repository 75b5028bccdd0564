// today.js: what a test takes today of things that take turns: a third, each day another, and all with SWEEPS=all, as `daily` in lib.sh.
'use strict';
const turn = Number(process.env.TURN || Math.floor(Date.now() / 86400000)), all = process.env.SWEEPS === 'all';
if (!all) console.log(`# TURN=${turn} takes the same again`);

module.exports = things => all ? things : things.filter((_, i) => i % 3 === turn % 3);

-- Chapter 2: what happens inside an SM.
dofile('notes/figures/chip.lua').draw {lit = 'warp schedulers registers lanes'}

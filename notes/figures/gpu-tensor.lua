-- Chapter 7: tensor cores multiply, and everything else is there to feed them.
dofile('notes/figures/chip.lua').draw {lit = 'tensor registers shared l2 dram'}

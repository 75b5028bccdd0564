-- Chapter 1: where data can be.
dofile('notes/figures/chip.lua').draw {lit = 'registers shared l1 l2 dram link host'}

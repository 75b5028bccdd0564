-- Chapter 3: a block adds in shared memory what comes from DRAM.
dofile('notes/figures/chip.lua').draw {lit = 'warp lanes shared l2 dram'}

-- Chapter 4: loads in flight, from registers to DRAM.
dofile('notes/figures/chip.lua').draw {lit = 'registers l2 dram'}

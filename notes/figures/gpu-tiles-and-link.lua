-- Chapter 1b: shared memory, where a block turns a tile, and the link to the host.
dofile('notes/figures/chip.lua').draw {lit = 'shared dram link host'}

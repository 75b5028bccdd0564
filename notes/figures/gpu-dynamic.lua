-- Chapter 5: who starts blocks.
dofile('notes/figures/chip.lua').draw {lit = 'blocks host link'}

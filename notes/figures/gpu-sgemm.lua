-- Chapter 6: a product keeps its tiles in shared memory and its sums in registers.
dofile('notes/figures/chip.lua').draw {lit = 'lanes registers shared l2'}

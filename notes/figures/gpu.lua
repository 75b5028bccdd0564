-- The whole GPU, before any chapter.
dofile('notes/figures/chip.lua').draw {lit = 'blocks warp schedulers registers lanes tensor shared l1 l2 dram link host'}

-- Frame 4 of 4: a load on its way.
dofile('notes/figures/chip.lua').draw {lit = 'warp l1 l2', path = {'dram', 'l2', 'l1', 'warp'}, words = '4. The data comes back, and both caches keep a copy on the way.'}

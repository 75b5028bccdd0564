-- Frame 3 of 4: a load on its way.
dofile('notes/figures/chip.lua').draw {lit = 'l2 dram', path = {'warp', 'l1', 'l2', 'dram'}, words = '3. What L2 lacks comes from a stack of memory.'}

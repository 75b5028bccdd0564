-- Frame 3 of 4: a load on its way.
dofile('notes/figures/chip.lua').draw {lit = 'l2 dram', path = {'warp', 'l1', 'l2', 'dram'}, words = '3. If it is not in L2 either, a stack of memory has to be read.'}

-- Frame 4 of 4: a load on its way.
dofile('notes/figures/chip.lua').draw {lit = 'warp l1 l2', path = {'dram', 'l2', 'l1', 'warp'}, words = '4. On the way back the sectors stay in L2 and in L1.'}

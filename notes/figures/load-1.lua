-- Frame 1 of 4: a load on its way.
dofile('notes/figures/chip.lua').draw {lit = 'warp l1', path = {'warp', 'l1'}, words = '1. A load leaves its warp, and L1 is the first place to look.'}

-- Frame 2 of 4: a load on its way.
dofile('notes/figures/chip.lua').draw {lit = 'l1 l2', path = {'warp', 'l1', 'l2'}, words = '2. If the data is not in L1, the request goes on to L2.'}

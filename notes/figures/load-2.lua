-- Frame 2 of 4: a load on its way.
dofile('notes/figures/chip.lua').draw {lit = 'l1 l2', path = {'warp', 'l1', 'l2'}, words = '2. What L1 lacks is asked of L2, sector by sector.'}

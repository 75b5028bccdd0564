-- Chapter 0: blocks go to SMs, and the host starts it all.
dofile('notes/figures/chip.lua').draw {lit = 'blocks warp host link'}

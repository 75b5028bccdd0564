// What readers look for and where it stands: a query, then the addresses that are right.
// The first half are names of code.
'use strict';
module.exports = [
    ['__shfl_down_sync', 'ch3.html#rung-6-shuffles'],
    ['reduceInterleaved', 'ch3.html#rung-3-interleaved-pairs'],
    ['__syncwarp', 'ch4.html#rung-4-unrolled', 'ch3.html#rung-5-the-last-warp-unrolled'],
    ['smsp__thread_inst_executed_per_inst_executed', 'ch3.html#rung-1-neighbours'],
    ['bank_conflicts', 'ch3.html#the-ladder-in-shared-memory'],
    ['cudaStreamTailLaunch', 'traps.html#an-interface-that-moved-on'],
    ['reduceUnroll8', 'ch4.html#rungs-1-to-3-two-four-eight'],
    ['addEnd', 'ch4.html#rungs-1-to-3-two-four-eight'],
    ['sum_recursive', 'ch3.html#the-problem'],
    ['bank conflict', 'glossary.html#term-bank-conflict', 'ch3.html#rung-3-no-bank-conflict'],
    ['tail launch', 'glossary.html#term-tail-launch'],
    ['template parameter', 'ch4.html#rung-6-the-blocks-size-as-a-template-parameter'],
    ['is a float sum right', 'ch3.html#is-a-float-sum-right'],
    ['how does the simulator count sectors', 'simulator.html#counting'],
    ['syllabus', 'instructor.html#a-syllabus-of-six-weeks'],
];

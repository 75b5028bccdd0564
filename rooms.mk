# rooms.mk: every folder of C and of JavaScript, from the lowest to the highest: what it may use, and how it is compiled. There is no
# other such list. The Makefile builds the simulator by it; tests/house/rooms.t holds all of it.
#
#   uses.FOLDER     the folders above it in this list that its files may include, import and call
#   uncalled.FOLDER files of it whose calls are not looked at: not every machine can compile them
#   circle.FOLDER   files of it that may call each other in a circle; a comment above says why
#
# FOLDER/* stands for all folders below FOLDER, too. A folder that uses `simulator`, the core's outside, may call the core's sim_*
# functions besides, wherever in the core they are.
#
# The simulator's rooms are compiled in a few pieces, each as one file, since starting a compiler and reading headers takes more time
# than most files. So a name that is static in one file of a piece must not be another's in the same piece: the compiler says so.
#
#   piece.FOLDER    the piece of its files, which is not optimized: that halves the time to compile it
#   hot.FOLDER      the piece, optimized, of the files in which instructions run and a program spends its time: all but
#   cold.FOLDER     these, which are of piece.FOLDER. A new file of the folder is hot until it is named here
#   alone.FOLDER    files that are compiled each for itself

ROOMS += common
uses.common :=

# ---- The simulator's core: no stdio, no threads, no globals ---------------------------------------

# The core's outside: warpsim.h and its parts.
ROOMS += simulator
uses.simulator :=

ROOMS += simulator/base
uses.simulator/base := simulator
piece.simulator/base := front

ROOMS += simulator/memory
uses.simulator/memory := simulator simulator/base
hot.simulator/memory := memory

ROOMS += simulator/ptx
uses.simulator/ptx := simulator/base simulator/memory
piece.simulator/ptx := front
hot.simulator/ptx := machine
cold.simulator/ptx := assembled cubin fatbin flow hoisted lex module parse uniform wide writers

ROOMS += simulator/ptx/lower
uses.simulator/ptx/lower := simulator/base simulator/ptx
piece.simulator/ptx/lower := front

# The long tables of operations take longest to compile.
ROOMS += simulator/machine/alu
uses.simulator/machine/alu := simulator/ptx
piece.simulator/machine/alu := core
hot.simulator/machine/alu := machine
cold.simulator/machine/alu := find video
alone.simulator/machine/alu := int convert float special compare half

ROOMS += simulator/link
uses.simulator/link := simulator simulator/base simulator/ptx simulator/ptx/lower simulator/machine/alu
piece.simulator/link := core

# What a compiled segment is made of is compiled at run time: segment.h.
ROOMS += simulator/native
uses.simulator/native := simulator simulator/base simulator/memory simulator/ptx simulator/machine/alu
piece.simulator/native := core

ROOMS += simulator/machine
uses.simulator/machine := simulator simulator/base simulator/memory simulator/ptx simulator/machine/alu simulator/link simulator/native
piece.simulator/machine := core
hot.simulator/machine := machine
cold.simulator/machine := builtin child child_copy deadlock device element engines fault launch limits meant pause pipeline show step warpgroup

ROOMS += simulator/check
uses.simulator/check := simulator simulator/base simulator/memory simulator/ptx simulator/machine
piece.simulator/check := core
hot.simulator/check := check
cold.simulator/check := findings nested

ROOMS += simulator/model
uses.simulator/model := simulator simulator/memory simulator/machine
piece.simulator/model := core

# What every object of warpcc is compiled with.
ROOMS += compile
uses.compile :=

# Headers for clang, where there is no CUDA toolkit.
ROOMS += compile/toolkit/*
uses.compile/toolkit/* :=

# ---- Around the core ------------------------------------------------------------------------------

ROOMS += simulator/walk
uses.simulator/walk := simulator simulator/base
piece.simulator/walk := walk

ROOMS += simulator/host
uses.simulator/host := simulator simulator/base
piece.simulator/host := host

ROOMS += simulator/order
uses.simulator/order := simulator simulator/base simulator/host
hot.simulator/order := order

ROOMS += simulator/views
uses.simulator/views := simulator simulator/base simulator/walk simulator/host
piece.simulator/views := host

ROOMS += simulator/runtime/state
uses.simulator/runtime/state := simulator simulator/base compile/toolkit/* simulator/host simulator/order simulator/views
piece.simulator/runtime/state := runtime

ROOMS += simulator/runtime/graph
uses.simulator/runtime/graph := simulator simulator/host simulator/order simulator/runtime/state
piece.simulator/runtime/graph := runtime

ROOMS += simulator/runtime/cuda
uses.simulator/runtime/cuda := simulator simulator/walk simulator/host simulator/order simulator/views simulator/runtime/state simulator/runtime/graph
piece.simulator/runtime/cuda := runtime

# Calls that the driver API lacks are compiled alone, so that the linker can choose between them and those that it has.
ROOMS += simulator/runtime/driver
uses.simulator/runtime/driver := simulator simulator/host simulator/runtime/state simulator/runtime/graph simulator/runtime/cuda
piece.simulator/runtime/driver := runtime
alone.simulator/runtime/driver := lacks

# ---- What no chapter uses -------------------------------------------------------------------------

ROOMS += beyond/common
uses.beyond/common :=

ROOMS += beyond/toolkit
uses.beyond/toolkit :=

ROOMS += beyond/blas
uses.beyond/blas := beyond/common simulator/runtime/state simulator/runtime/cuda

ROOMS += beyond/solver
uses.beyond/solver := beyond/common simulator/runtime/cuda

ROOMS += beyond/sparse
uses.beyond/sparse := beyond/common simulator/runtime/state simulator/runtime/cuda

ROOMS += beyond/fft
uses.beyond/fft := simulator/runtime/cuda

ROOMS += beyond/rand
uses.beyond/rand := simulator/runtime/cuda

# ---- Judging --------------------------------------------------------------------------------------

# What a verdict is. It is given its device and its host as functions.
ROOMS += judge/core
uses.judge/core := simulator

# What runs the kernels.
ROOMS += judge/device
uses.judge/device := simulator simulator/walk simulator/host simulator/order simulator/views simulator/runtime/state simulator/runtime/cuda judge/core

# A process around the core, for which the devices are programs.
ROOMS += judge/native
uses.judge/native := simulator/host judge/core
uncalled.judge/native := nvrtc

# ---- The laboratory -------------------------------------------------------------------------------

ROOMS += lab/core
uses.lab/core := simulator simulator/base simulator/walk

ROOMS += lab/build
uses.lab/build := simulator simulator/base simulator/walk lab/core

ROOMS += judge/page/one_thread/*
uses.judge/page/one_thread/* :=

# Compiled for the page alone, so that its calls are not looked at.
ROOMS += judge/page
uses.judge/page := simulator judge/core judge/device lab/core
uncalled.judge/page := page last_launch

ROOMS += lab/compiler/headers/*
uses.lab/compiler/headers/* :=

# The lowering's outside: compiler.h.
ROOMS += lab/compiler
uses.lab/compiler :=

ROOMS += lab/compiler/ir
uses.lab/compiler/ir := simulator/base lab/compiler

ROOMS += lab/compiler/lower
uses.lab/compiler/lower := lab/compiler/ir

ROOMS += lab/compiler/hosts
uses.lab/compiler/hosts := simulator/base lab/compiler lab/compiler/lower

ROOMS += lab/compiler/page
uses.lab/compiler/page := judge/page

# Calls of the driver are those of the simulator, or of a GPU's.
ROOMS += model
uses.model := simulator/runtime/driver

# Two files have the functions of a device for the model: this one's are not looked at.
ROOMS += model/page
uses.model/page := simulator lab/core model
uncalled.model/page := device

ROOMS += lab/page
uses.lab/page := model/page

# ---- The course, and what stands beside it --------------------------------------------------------

ROOMS += chapters/*
uses.chapters/* := common chapters/*

# Those that ask for compute capability 9.0 are given chapter 7's instructions.
ROOMS += exercises/*
uses.exercises/* := common judge/core chapters/*

ROOMS += solutions/*
uses.solutions/* := common chapters/*

ROOMS += tools/measure
uses.tools/measure := common

ROOMS += notes/*
uses.notes/* :=

# Tests may use anything.
ROOMS += tests/*
uses.tests/* := *

// warpsim_metrics.h: the figures of a launch, under the names that Nsight Compute (ncu) gives them. Part of warpsim.h.

#ifndef WARPSIM_METRICS_H
#define WARPSIM_METRICS_H

#include <stdbool.h>

// Each figure has a name in the code, ncu's name, a label for tables, and a unit. ncu has no metrics that begin with ptx__ or
// model__. sass__inst_executed.sum, sass__thread_… and sass__data_pipe_… are not ncu's either: they are figures of machine code whose counterparts
// here are the PTX's. Those of launch__ have ncu's section and label. metrics.c tells how they are computed.
// clang-format off
#define SIM_METRICS_OF_INSTRUCTIONS(X)                                                                                     \
    X(M_LOAD_EFFICIENCY,      "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "load efficiency", "%") \
    X(M_STORE_EFFICIENCY,     "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", "store efficiency", "%") \
    X(M_LOAD_REQUESTS,        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "load requests", "request") \
    X(M_STORE_REQUESTS,       "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "store requests", "request") \
    X(M_LOAD_SECTORS,         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "load sectors", "sector") \
    X(M_STORE_SECTORS,        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "store sectors", "sector") \
    X(M_LOAD_SECTORS_EACH,    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "sectors per load request", "sector/request") \
    X(M_STORE_SECTORS_EACH,   "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", "sectors per store request", "sector/request") \
    X(M_LOAD_WAVEFRONTS,      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared load wavefronts", "wavefront") \
    X(M_STORE_WAVEFRONTS,     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared store wavefronts", "wavefront") \
    X(M_LOAD_BANK_CONFLICTS,  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "load bank conflicts", "conflict") \
    X(M_STORE_BANK_CONFLICTS, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "store bank conflicts", "conflict") \
    X(M_SHARED_EFFICIENCY,    "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct", "shared efficiency", "%") \
    X(M_UNIFORM_ESTIMATED,    "smsp__sass_average_branch_targets_threads_uniform.pct", "uniform branches, estimated", "%") \
    X(M_UNIFORM,              "ptx__average_branch_targets_threads_uniform.pct", "uniform branches in PTX", "%") \
    X(M_INSTRUCTIONS,         "smsp__inst_executed.sum", "warp instructions", "inst") \
    X(M_LANES_EACH,           "smsp__thread_inst_executed_per_inst_executed.ratio", "threads per instruction", "thread/inst") \
    X(M_BARRIERS,             "sass__inst_executed_per_opcode[BAR]", "barriers", "inst") \
    X(M_GROUP_PRODUCTS,       "sm__inst_executed_pipe_tensor_op_gmma.sum", "products of warpgroups", "inst") \
    X(M_GROUP_WAVEFRONTS,     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma.sum", "wavefronts of warpgroups' products", "wavefront") \
    X(M_MATRIX_LOADS,         "sm__sass_inst_executed_op_ldsm.sum", "loads of matrices", "inst") \
    X(M_BULK_LOADS,           "sm__sass_inst_executed_op_tma_ld.sum", "bulk loads", "inst") \
    X(M_BULK_STORES,          "sm__sass_inst_executed_op_tma_st.sum", "bulk stores", "inst") \
    X(M_BULK_LOADED,          "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum", "bytes of bulk loads", "byte") \
    X(M_BULK_STORED,          "l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum", "bytes of bulk stores", "byte") \
    X(M_FAR_REQUESTS,         "l1tex__t_requests_pipe_lsu_mem_dshared.sum", "requests to other blocks", "request") \
    X(M_FAR_SECTORS,          "l1tex__t_sectors_pipe_lsu_mem_dshared.sum", "sectors of other blocks", "sector")

// Figures of the whole launch, which single instructions do not have.
#define SIM_METRICS_OF_LAUNCHES(X) \
    X(M_MACHINE_INSTRUCTIONS, "sass__inst_executed.sum", "machine instructions", "inst") \
    X(M_TENSOR_INSTRUCTIONS,  "sm__inst_executed_pipe_tensor.sum", "instructions of tensor cores", "inst") \
    X(M_MACHINE_LANES_EACH, "sass__thread_inst_executed_per_inst_executed.ratio", "threads per machine instruction", "thread/inst") \
    X(M_MACHINE_LOAD_WAVEFRONTS, "sass__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "machine shared load wavefronts", "wavefront") \
    X(M_MACHINE_STORE_WAVEFRONTS, "sass__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "machine shared store wavefronts", "wavefront") \
    X(M_OCCUPANCY,            "sm__maximum_warps_per_active_cycle_pct", "theoretical occupancy", "%") \
    X(M_BLOCKS_BY_WARPS,      "launch__occupancy_limit_warps", "blocks per SM by warps", "block") \
    X(M_BLOCKS_AT_MOST,       "launch__occupancy_limit_blocks", "blocks per SM at most", "block") \
    X(M_BLOCKS_BY_REGISTERS,  "launch__occupancy_limit_registers", "blocks per SM by registers", "block") \
    X(M_BLOCKS_BY_SHARED,     "launch__occupancy_limit_shared_mem", "blocks per SM by shared memory", "block") \
    X(M_REGISTERS,            "launch__registers_per_thread", "registers", "register/thread") \
    X(M_STATIC_SHARED,        "launch__shared_mem_per_block_static", "static shared memory", "byte/block") \
    X(M_DYNAMIC_SHARED,       "launch__shared_mem_per_block_dynamic", "dynamic shared memory", "byte/block") \
    X(M_MODELLED_TIME,        "gpu__time_duration.sum", "modelled time", "us") \
    X(M_LEAST_TIME,           "model__least.us", "9 of 10 measured: from", "us") \
    X(M_MOST_TIME,            "model__most.us", "9 of 10 measured: to", "us") \
    X(M_OVERHEAD,             "model__overhead.us", "to launch", "us") \
    X(M_ISSUE_TERM,           "model__issue.us", "issue term", "us") \
    X(M_TENSOR_TERM,          "model__tensor.us", "tensor term", "us") \
    X(M_SFU_TERM,             "model__sfu.us", "SFU term", "us") \
    X(M_LSU_TERM,             "model__lsu.us", "LSU term", "us") \
    X(M_NETWORK_TERM,         "model__network.us", "network term", "us") \
    X(M_L2_TERM,              "model__l2.us", "L2 term", "us") \
    X(M_ATOMICS_TERM,         "model__atomics.us", "atomics term", "us") \
    X(M_DRAM_TERM,            "model__dram.us", "DRAM term", "us") \
    X(M_LINK_TERM,            "model__link.us", "link term", "us") \
    X(M_LATENCY_TERM,         "model__latency.us", "latency term", "us") \
    X(M_DRAM_READ,            "dram__bytes_read.sum", "DRAM read", "byte") \
    X(M_DRAM_WRITTEN,         "dram__bytes_write.sum", "DRAM written", "byte") \
    X(M_L2_TRAFFIC,           "lts__t_bytes.sum", "L2 traffic", "byte") \
    X(M_LOAD_THROUGHPUT,      "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum.per_second", "load throughput", "Gbyte/s") \
    X(M_STORE_THROUGHPUT,     "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum.per_second", "store throughput", "Gbyte/s")
// clang-format on

#define SIM_METRIC_ID(id, name, label, unit) id,
typedef enum {
    SIM_METRICS_OF_INSTRUCTIONS(SIM_METRIC_ID) M_INSTRUCTION_METRICS,
    M_BEFORE_LAUNCHES = M_INSTRUCTION_METRICS - 1,
    SIM_METRICS_OF_LAUNCHES(SIM_METRIC_ID) SIM_METRICS
} SimMetricId;
#undef SIM_METRIC_ID

typedef struct {
    const char *name, *label, *unit;
    double value;
    bool known; // false if there is nothing to divide by
} SimMetric;

#endif

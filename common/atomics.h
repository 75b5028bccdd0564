// atomics.h: loads, stores and additions with an order and a scope, for toolkits before 12.8, which lack CUDA's own
// (CUDA Programming Guide, "Atomic Functions"). Below are the ones that the programs use, written as the PTX that nvcc makes of them.
#ifndef WARP_ATOMICS_H
#define WARP_ATOMICS_H

#if defined __NVCC__ && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1208

// A call with another order or another scope does not compile.
typedef enum { __NV_ATOMIC_RELAXED } Relaxed;
typedef enum { __NV_ATOMIC_ACQ_REL } AcquireRelease;
typedef enum { __NV_THREAD_SCOPE_DEVICE } DeviceScope;

static __device__ inline unsigned long long __nv_atomic_load_n(const unsigned long long *from,
                                                               Relaxed order, DeviceScope scope)
{
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
    (void)order, (void)scope;
    return value;
}

static __device__ inline unsigned int __nv_atomic_load_n(const unsigned int *from, Relaxed order,
                                                         DeviceScope scope)
{
    unsigned int value;
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    (void)order, (void)scope;
    return value;
}

static __device__ inline void __nv_atomic_store_n(unsigned long long *to, unsigned long long value,
                                                  Relaxed order, DeviceScope scope)
{
    asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(to), "l"(value) : "memory");
    (void)order, (void)scope;
}

static __device__ inline unsigned int __nv_atomic_fetch_add(unsigned int *at, unsigned int value,
                                                            AcquireRelease order, DeviceScope scope)
{
    unsigned int old;
    asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(at), "r"(value)
                 : "memory");
    (void)order, (void)scope;
    return old;
}

#endif

#endif

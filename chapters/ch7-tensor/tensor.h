// PTX in functions: what tensor cores and their copies need and CUDA C has no word for. Each function is one instruction, or two that
// belong together. "Warp" or "warpgroup" in a comment says who has to call it together; the others are called by single threads.

#ifndef WARP_TENSOR_H
#define WARP_TENSOR_H

#ifndef __CUDACC_RTC__ // NVRTC reads no host functions, so exercises do without tensor maps
#include <cuda.h>
#endif
#include <stdint.h>

// The elements that warpgroups multiply: bf16, unless a program defines ELEMENT_HALF or ELEMENT_TF32. Their name in PTX, in tensor maps and
// in the libraries.
#if defined ELEMENT_HALF
#define ELEMENT      "f16"
#define ELEMENT_MAP  CU_TENSOR_MAP_DATA_TYPE_FLOAT16
#define ELEMENT_CUDA CUDA_R_16F
#elif defined ELEMENT_TF32
#define ELEMENT         "tf32"
#define ELEMENT_MAP     CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 // floats, which the copy rounds
#define ELEMENT_CUDA    CUDA_R_32F
#define ELEMENT_COMPUTE CUBLAS_COMPUTE_32F_FAST_TF32
#else
#define ELEMENT      "bf16"
#define ELEMENT_MAP  CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
#define ELEMENT_CUDA CUDA_R_16BF
#endif
#ifndef ELEMENT_COMPUTE
#define ELEMENT_COMPUTE CUBLAS_COMPUTE_32F
#endif

// The address of shared memory as PTX takes it: 32 bits, bytes from the beginning of the block's window.
static __device__ uint32_t sharedAt(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

// ---- A warp's product, from compute capability 8.0 ----

// [begin loadMatrices]
// Warp: loads four matrices of 8 x 8 elements of 16 bits. Lanes 8 i to 8 i + 7 point to the 8 rows,
// of 16 bytes, of matrix i. x[i] gets two neighbours of matrix i: those in row lane / 4, from
// column lane % 4 * 2 on.
static __device__ void loadMatrices(uint32_t x[4], const void *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(sharedAt(row))
                 : "memory");
}

// Warp: the same with each matrix transposed, so that the two neighbours are in one column.
static __device__ void loadMatricesTransposed(uint32_t x[4], const void *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"(sharedAt(row))
                 : "memory");
}
// [end loadMatrices]

// [begin place]
// Where chunk `chunk` of row `row` is in a tile whose rows have CHUNKS chunks. Swizzled, the chunks
// of a row change places, in another way in each of eight rows, so that eight chunks that are one
// below the other lie in eight different groups of four banks.
template <int CHUNKS, bool SWIZZLED>
static __device__ int place(int row, int chunk)
{
    return row * CHUNKS + (SWIZZLED ? chunk ^ row % 8 : chunk);
}
// [end place]

// [begin multiplyAdd]
// Warp: d += A B for A: (16, 16), B: (16, 8) in bf16 and d: (16, 8) in float. With row = lane / 4
// and col = lane % 4 * 2, a lane has of A the pairs at (row, col), (row + 8, col), (row, col + 8),
// (row + 8, col + 8); of B the elements (col, row) and (col + 1, row) as one pair, and those 8 rows
// below as the other; of d the elements (row, col), (row, col + 1) and those 8 rows below.
static __device__ void multiplyAdd(float d[4], const uint32_t a[4], const uint32_t b[2])
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// [end multiplyAdd]

// x rounded to TF32: the exponent of a float and 11 significant bits.
static __device__ float tf32Of(float x)
{
    uint32_t bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}

// Warp: d += A B for A: (16, 8), B: (8, 8) in TF32 and d: (16, 8) in float. With row = lane / 4 and col = lane % 4, a lane has of A
// the elements (row, col), (row + 8, col), (row, col + 4), (row + 8, col + 4), of B (col, row) and (col + 4, row), of d what it has in
// multiplyAdd.
static __device__ void multiplyAddTf32(float d[4], const float a[4], const float b[2])
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
          "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}

// [begin copyChunk]
// Starts a copy of 16 bytes from global to shared memory, which no register holds on the way.
// Unless `inside`, nothing is read and the 16 bytes become 0.
static __device__ void copyChunk(void *to, const void *from, bool inside)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAt(to)), "l"(from),
                 "r"(inside ? 16 : 0)
                 : "memory");
}

// Makes a group of the copies that this thread has started since its last group.
static __device__ void closeGroup(void)
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

// Waits until at most N of this thread's groups, the latest, are on their way.
template <int N>
static __device__ void waitForGroups(void)
{
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}
// [end copyChunk]

// Two floats, rounded to elements, in one register; the first in its lower half.
static __device__ uint32_t pairOf(float first, float second)
{
    uint32_t pair;
    asm("cvt.rn." ELEMENT "x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(second), "f"(first));
    return pair;
}

// 2^x, by the one instruction that there is for it.
static __device__ float powerOf2(float x)
{
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
}

// ---- mbarriers, from compute capability 9.0 ----

// [begin barriers]
// An mbarrier is 8 bytes of shared memory that count what a phase still lacks: arrivals of threads,
// and bytes of copies. Sets the number of arrivals that each phase needs.
static __device__ void barrierInit(uint64_t *barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAt(barrier)), "r"(arrivals)
                 : "memory");
}

// Lets the cluster's other blocks, and copies, see mbarriers that this thread has set up. A barrier
// of the block or cluster must follow.
static __device__ void barriersReady(void)
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// Arrives, and announces copies of so many bytes: the phase lasts until they have come.
static __device__ void barrierExpect(uint64_t *barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAt(barrier)),
                 "r"(bytes)
                 : "memory");
}

// Arrives.
static __device__ void barrierArrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAt(barrier)) : "memory");
}

// Waits for the end of the phase with this parity: 0 for the first, 1 for the second, 0 again for
// the third. Before the first phase has ended, a wait for parity 1 doesn't wait at all.
static __device__ void barrierWait(uint64_t *barrier, int parity)
{
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@!done bra again;\n"
                 "}" ::"r"(sharedAt(barrier)),
                 "r"(parity)
                 : "memory");
}

// Arrives at the same barrier in the block of this rank of the cluster. It is the plain form: with
// .release.cluster the thread would first wait until all of its writes are seen by every SM.
static __device__ void barrierArriveAt(uint64_t *barrier, int rank)
{
    asm volatile("{\n"
                 ".reg .b32 there;\n"
                 "mapa.shared::cluster.u32 there, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
                 "}" ::"r"(sharedAt(barrier)),
                 "r"(rank)
                 : "memory");
}
// [end barriers]

// ---- Copies of bytes, from compute capability 9.0 ----

// [begin copyBytes]
// Starts a copy of bytes from global to shared memory. Addresses and bytes are multiples of 16. The
// mbarrier counts the bytes.
static __device__ void copyBytes(void *to, const void *from, int bytes, uint64_t *barrier)
{
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(sharedAt(to)),
        "l"(from), "r"(bytes), "r"(sharedAt(barrier))
        : "memory");
}
// [end copyBytes]

// Starts a copy of bytes from shared to global memory, as a group. Addresses and bytes are multiples of 16.
static __device__ void storeBytes(void *to, const void *from, int bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
                 "cp.async.bulk.commit_group;" ::"l"(to),
                 "r"(sharedAt(from)), "r"(bytes)
                 : "memory");
}

// Waits until at most N of this thread's groups, the latest, must still be read from shared memory.
template <int N>
static __device__ void waitForReads(void)
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

// Lets copies and a warpgroup's products see what this thread has stored in shared memory: they go another way, the async proxy.
static __device__ void showToCopies(void)
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// ---- Clusters ----

// This block's rank in its cluster.
static __device__ int clusterRank(void)
{
    int rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

// All threads of the cluster: waits for all of them.
static __device__ void clusterSync(void)
{
    asm volatile("barrier.cluster.arrive.aligned;\n"
                 "barrier.cluster.wait.aligned;" ::
                     : "memory");
}

// ---- Tensor copies, with CUDA 12 ----

#if defined CUDA_VERSION && CUDA_VERSION >= 12000

// [begin boxes]
// Starts the copy of a box of a matrix, whose first element is (row, col), to shared memory.
// Elements outside of the matrix become 0. The bytes are counted by the mbarrier.
static __device__ void loadBox(void *to, const CUtensorMap *matrix, int row, int col,
                               uint64_t *barrier)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
            "r"(sharedAt(to)),
        "l"(matrix), "r"(col), "r"(row), "r"(sharedAt(barrier))
        : "memory");
}

// The same to every block of the cluster whose bit is set in `blocks`: at the same address, counted
// by the same mbarrier in each.
static __device__ void loadBoxForAll(void *to, const CUtensorMap *matrix, int row, int col,
                                     uint64_t *barrier, int blocks)
{
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(sharedAt(to)),
        "l"(matrix), "r"(col), "r"(row), "r"(sharedAt(barrier)), "h"((short)blocks)
        : "memory");
}

// Starts the copy of a box from shared memory to the matrix, as a group. Elements outside of the
// matrix are dropped.
static __device__ void storeBox(const CUtensorMap *matrix, int row, int col, const void *from)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];\n"
                 "cp.async.bulk.commit_group;" ::"l"(matrix),
                 "r"(col), "r"(row), "r"(sharedAt(from))
                 : "memory");
}

// The same for a box of one of several matrices: of page number `page`.
static __device__ void loadPage(void *to, const CUtensorMap *matrices, int page, int row, int col,
                                uint64_t *barrier)
{
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::
            "r"(sharedAt(to)),
        "l"(matrices), "r"(col), "r"(row), "r"(page), "r"(sharedAt(barrier))
        : "memory");
}

static __device__ void storePage(const CUtensorMap *matrices, int page, int row, int col,
                                 const void *from)
{
    asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%1, %2, %3}], [%4];\n"
                 "cp.async.bulk.commit_group;" ::"l"(matrices),
                 "r"(col), "r"(row), "r"(page), "r"(sharedAt(from))
                 : "memory");
}
// [end boxes]

#endif

// Warp: stores four matrices as loadMatrices loads them.
static __device__ void storeMatrices(void *row, uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3)
{
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedAt(row)),
        "r"(x0), "r"(x1), "r"(x2), "r"(x3)
        : "memory");
}

// A barrier of `threads` threads of the block; number 0 is that of __syncthreads().
static __device__ void partSync(int number, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// Arrives at such a barrier and goes on.
static __device__ void partArrive(int number, int threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// ---- A warpgroup's product, for compute capability 9.0a alone ----

// Warpgroup: gives registers back, or takes more, so that each thread has N of them.
template <int N>
static __device__ void keepRegisters(void)
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N));
}
template <int N>
static __device__ void takeRegisters(void)
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N));
}

// [begin descriptor]
// Where a product finds a tile in shared memory whose rows of 128 bytes are swizzled. `at` is the
// address of its first byte. Eight rows make a group of 1024 bytes; `leading` is the distance in
// bytes between parts 128 bytes wide, where the product needs more than one.
static __device__ uint64_t tileAt(uint32_t at, int leading)
{
    const uint64_t stride = 1024, swizzle128 = 1;
    return (at & 0x3ffff) >> 4 | (uint64_t)(leading >> 4) << 16 | stride >> 4 << 32 |
           swizzle128 << 62;
}
// [end descriptor]

// Warpgroup: what it has written to registers of sums is there before the products that follow.
static __device__ void productsBegin(void)
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

// Warpgroup: makes a group of the products since the last one.
static __device__ void productsClose(void)
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Warpgroup: waits until at most N groups, the latest, are unfinished.
template <int N>
static __device__ void productsWait(void)
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

// The sums of a product, 32, 64, 96 or 128 registers, as an instruction lists them; then d[i], or d[i] to d[i + 3], as operands of asm.
// clang-format off
#define SUMS_32  "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define SUMS_64  SUMS_32 \
    ",%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
#define SUMS_96  SUMS_64 \
    ",%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79" \
    ",%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,%95"
#define SUMS_128 SUMS_96 \
    ",%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109" \
    ",%110,%111,%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"
// clang-format on
#define FOUR(i)    "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3])
#define SIXTEEN(i) FOUR(i), FOUR(i + 1), FOUR(i + 2), FOUR(i + 3)

// [begin multiplyTile]
// Warpgroup: starts d = A B, or with `add` d += A B, for A: (64, 16) and B: (16, 256), both in
// shared memory: of A a row's elements lie side by side, and so they do of B. Warp w has rows 16 w
// to 16 w + 15 of d. d[j] are its columns 8 j to 8 j + 7, laid out as in multiplyAdd. Nobody may
// touch d until the product's group has been waited for.
static __device__ void multiplyTile(float (&d)[32][4], uint64_t a, uint64_t b, bool add)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k16.f32." ELEMENT "." ELEMENT " {" SUMS_128
                 "}, %128, %129, p, 1, 1, 0, 1;\n"
                 "}"
                 : SIXTEEN(0), SIXTEEN(4), SIXTEEN(8), SIXTEEN(12), SIXTEEN(16), SIXTEEN(20),
                   SIXTEEN(24), SIXTEEN(28)
                 : "l"(a), "l"(b), "r"((int)add));
}
// [end multiplyTile]

// Warpgroup: the same for B: (16, 192).
static __device__ void multiplyTile(float (&d)[24][4], uint64_t a, uint64_t b, bool add)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %98, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n192k16.f32." ELEMENT "." ELEMENT " {" SUMS_96
                 "}, %96, %97, p, 1, 1, 0, 1;\n"
                 "}"
                 : SIXTEEN(0), SIXTEEN(4), SIXTEEN(8), SIXTEEN(12), SIXTEEN(16), SIXTEEN(20)
                 : "l"(a), "l"(b), "r"((int)add));
}

// Warpgroup: the same for B: (16, 128) or, BY_ROWS, for the transpose of B: (128, 16).
template <bool BY_ROWS = false>
static __device__ void multiplyTile(float (&d)[16][4], uint64_t a, uint64_t b, bool add)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %66, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32." ELEMENT "." ELEMENT " {" SUMS_64
                 "}, %64, %65, p, 1, 1, 0, %67;\n"
                 "}"
                 : SIXTEEN(0), SIXTEEN(4), SIXTEEN(8), SIXTEEN(12)
                 : "l"(a), "l"(b), "r"((int)add), "n"(BY_ROWS ? 0 : 1));
}

// [begin multiplyHeld]
// Warpgroup: starts d += A B for A: (64, 16) in registers, where each warp has 16 rows, laid out as
// in multiplyAdd, and B: (16, 64) or (16, 128) in shared memory. Nobody may touch A's registers
// either until the group has been waited for.
static __device__ void multiplyHeld(float (&d)[8][4], const uint32_t a[4], uint64_t b)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.eq.b32 p, 0, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" SUMS_32
                 "}, {%32, %33, %34, %35}, %36, p, 1, 1, 1;\n"
                 "}"
                 : SIXTEEN(0), SIXTEEN(4)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

static __device__ void multiplyHeld(float (&d)[16][4], const uint32_t a[4], uint64_t b)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.eq.b32 p, 0, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" SUMS_64
                 "}, {%64, %65, %66, %67}, %68, p, 1, 1, 1;\n"
                 "}"
                 : SIXTEEN(0), SIXTEEN(4), SIXTEEN(8), SIXTEEN(12)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
// [end multiplyHeld]

// Warpgroup: the same for B: (16, 8), of which a column's elements lie side by side. d are all 8 columns.
static __device__ void multiplyNarrow(float d[4], uint64_t a, uint64_t b, bool add)
{
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %6, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n"
        "}"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "l"(a), "l"(b), "r"((int)add));
}

// Warpgroup: starts d = A B^T, or with `add` d += A B^T, in TF32, for A: (64, 8) in registers, where each warp has 16 rows, laid out as in
// multiplyAddTf32, and B: (256, 8) in shared memory, of which a row's elements lie side by side. For elements of 32 bits there is no other
// way to lay B out.
static __device__ void multiplyHeldTf32(float (&d)[32][4], const uint32_t a[4], uint64_t b,
                                        bool add)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "setp.ne.b32 p, %133, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 {" SUMS_128
                 "}, {%128, %129, %130, %131}, %132, p, 1, 1;\n"
                 "}"
                 : SIXTEEN(0), SIXTEEN(4), SIXTEEN(8), SIXTEEN(12), SIXTEEN(16), SIXTEEN(20),
                   SIXTEEN(24), SIXTEEN(28)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"((int)add));
}

#endif

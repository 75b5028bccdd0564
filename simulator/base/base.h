// base.h: what every room of the simulator uses: short names of number types, the size of a warp, memory that is freed all at
// once, and text without stdio. It uses nothing but warpsim.h.

#ifndef BASE_H
#define BASE_H

#include "warpsim.h"

#define LANES 32
#define FULL  0xffffffffu // all lanes

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

// Returns the lowest `bytes` bytes of a number as a signed number.
static inline u64 sign_extend(u64 v, int bytes)
{
    int unused = 64 - 8 * bytes;
    return (u64)((i64)(v << unused) >> unused);
}

// The readers of PTX and of debug information are compiled without optimization, and ask these two of each character.
static inline __attribute__((always_inline)) bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Tells whether a name of C may begin with it.
static inline __attribute__((always_inline)) bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Returns n rounded up to a multiple of `unit`.
static inline u64 round_up(u64 n, u64 unit)
{
    return (n + unit - 1) / unit * unit;
}

// These give the bits of a floating-point number, and the number of such bits.
static inline u32 f32_bits(float x)
{
    u32 bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float f32_of(u32 bits)
{
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

static inline u64 f64_bits(double x)
{
    u64 bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double f64_of(u64 bits)
{
    double x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

// Returns a lane's number in a register of 32-bit numbers. A predicate is read as lane 0's.
static inline u32 lane_u32(const u8 *reg, int lane)
{
    u32 v;
    __builtin_memcpy(&v, reg + (size_t)lane * sizeof v, sizeof v);
    return v;
}

// Loops over the lanes in a mask, the lowest first: EACH_BIT(lane, mask) work(lane);
#define EACH_BIT(bit, mask)                                            \
    for (u32 bit = 0, bit##_left = (mask);                             \
         bit##_left && ((bit) = (u32)__builtin_ctz(bit##_left), true); \
         bit##_left &= bit##_left - 1)

// Sets the bits of `mask` to those of `value`, as the lanes of a predicate are written.
static inline void set_bits(u32 *bits, u32 mask, u32 value)
{
    *bits = (*bits & ~mask) | (value & mask);
}

// Returns the ending of a noun that n things have.
static inline const char *plural(i64 n)
{
    return n == 1 ? "" : "s";
}

// ---- text.c: memory that is freed at once, and formatted text without stdio ----------------------------------

typedef struct ArenaChunk ArenaChunk;

typedef struct {
    ArenaChunk *chunks; // newest first
} Arena;

void *arena_alloc(Arena *a, size_t size); // zeroed; NULL when the host has no memory
char *arena_string(Arena *a, const char *s, size_t length);
void arena_free(Arena *a);

// Grows *items, an array in an arena, to hold one more of `size` bytes and returns the new, zeroed one.
void *arena_push(Arena *a, void *items, int *count, int *capacity, size_t size);
// Makes room in *items, an array of the heap, for one more of `size` bytes. False, and no change, if the host has no memory.
bool array_grow(void *items, size_t count, size_t *capacity, size_t size);
// Adds a value to such an array; false if the host has no memory.
#define ARRAY_ADD(items, count, capacity, ...)                                 \
    (array_grow(&(items), count, &(capacity), sizeof(__typeof__(*(items)))) && \
     ((items)[(count)++] = __VA_ARGS__, true))

// Writes text to `out` and ends it with a 0. The format knows %s, %d (int), %u (u32), %l (i64), %x (u64 in hex), %c and %%.
void text_format(char *out, size_t size, const char *format, ...);
void text_append(char *out, size_t size, const char *format, ...);
// The same for an array.
#define TEXT_FORMAT(out, ...) text_format(out, sizeof(out), __VA_ARGS__)
#define TEXT_APPEND(out, ...) text_append(out, sizeof(out), __VA_ARGS__)
// Sets *err, of which `format` is the text, and returns false.
bool error_set(SimError *err, SimStatus status, const char *format, ...);

#endif

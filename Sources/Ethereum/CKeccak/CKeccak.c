#include "CKeccak.h"

#include <stdbool.h>
#include <string.h>

/* Keccak-f[1600], written from FIPS 202, section 3.2, and The Keccak reference 3.0, section 1.2.
   Lane (x, y) of the standard is `lanes[5 * y + x]`; the bytes of a lane are in little-endian
   order, as they are in memory. */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "lanes are read straight from memory");

#define RATE_LANES (CKECCAK_RATE_BYTES / 8)

static const uint64_t round_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* Rotates left; 0 is allowed. */
#define ROTATE(lane, bits) (((lane) << (bits)) | ((lane) >> ((64 - (bits)) & 63)))

/* One row of a new state: five old lanes by index, column and rotation (theta's last step, rho,
   pi), then chi. */
#define ROW(new, row, from, i0, x0, r0, i1, x1, r1, i2, x2, r2, i3, x3, r3, i4, x4, r4) \
  do {                                                                                 \
    const uint64_t b0 = ROTATE(from[i0] ^ d[x0], r0);                                   \
    const uint64_t b1 = ROTATE(from[i1] ^ d[x1], r1);                                   \
    const uint64_t b2 = ROTATE(from[i2] ^ d[x2], r2);                                   \
    const uint64_t b3 = ROTATE(from[i3] ^ d[x3], r3);                                   \
    const uint64_t b4 = ROTATE(from[i4] ^ d[x4], r4);                                   \
    new[5 * row + 0] = b0 ^ (~b1 & b2);                                                 \
    new[5 * row + 1] = b1 ^ (~b2 & b3);                                                 \
    new[5 * row + 2] = b2 ^ (~b3 & b4);                                                 \
    new[5 * row + 3] = b3 ^ (~b4 & b0);                                                 \
    new[5 * row + 4] = b4 ^ (~b0 & b1);                                                 \
  } while (0)

/* One round: theta, rho, pi, chi, iota (FIPS 202, sections 3.2.1 to 3.2.5). The lane that pi brings
   to column i of row j is (x, y) = (3j + i mod 5, i). */
#define ROUND(new, from, constant)                                                       \
  do {                                                                                 \
    uint64_t c[5], d[5];                                                               \
    for (int x = 0; x < 5; x++)                                                        \
      c[x] = from[x] ^ from[x + 5] ^ from[x + 10] ^ from[x + 15] ^ from[x + 20];        \
    d[0] = c[4] ^ ROTATE(c[1], 1);                                                     \
    d[1] = c[0] ^ ROTATE(c[2], 1);                                                     \
    d[2] = c[1] ^ ROTATE(c[3], 1);                                                     \
    d[3] = c[2] ^ ROTATE(c[4], 1);                                                     \
    d[4] = c[3] ^ ROTATE(c[0], 1);                                                     \
    ROW(new, 0, from, 0, 0, 0, 6, 1, 44, 12, 2, 43, 18, 3, 21, 24, 4, 14);             \
    ROW(new, 1, from, 3, 3, 28, 9, 4, 20, 10, 0, 3, 16, 1, 45, 22, 2, 61);             \
    ROW(new, 2, from, 1, 1, 1, 7, 2, 6, 13, 3, 25, 19, 4, 8, 20, 0, 18);               \
    ROW(new, 3, from, 4, 4, 27, 5, 0, 36, 11, 1, 10, 17, 2, 15, 23, 3, 56);            \
    ROW(new, 4, from, 2, 2, 62, 8, 3, 55, 14, 4, 39, 15, 0, 41, 21, 1, 2);             \
    new[0] ^= (constant);                                                              \
  } while (0)

static inline __attribute__((always_inline)) void permute_inline(uint64_t *lanes) {
  uint64_t even[25], odd[25];
  memcpy(even, lanes, sizeof even);
  for (int round = 0; round < 24; round += 2) {
    ROUND(odd, even, round_constants[round]);
    ROUND(even, odd, round_constants[round + 1]);
  }
  memcpy(lanes, even, sizeof even);
}

static void permute_portable(uint64_t *lanes) { permute_inline(lanes); }

#if defined(__x86_64__)

/* Chi is 25 `andn` a round and rho 29 `rorx`: a permutation takes about a sixth less time. */
__attribute__((target("bmi,bmi2"))) static void permute_bmi(uint64_t *lanes) {
  permute_inline(lanes);
}

static inline void permute(uint64_t *lanes) {
  if (__builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    permute_bmi(lanes);
  else
    permute_portable(lanes);
}

#else

static inline void permute(uint64_t *lanes) { permute_portable(lanes); }

#endif

/* XORs a complete block into the state. */
static inline void absorb_block(uint64_t *lanes, const uint8_t *block) {
  for (size_t index = 0; index < RATE_LANES; index++) {
    uint64_t lane;
    memcpy(&lane, block + 8 * index, 8);
    lanes[index] ^= lane;
  }
  permute(lanes);
}

/* Pads and absorbs the last block, of less than the rate, and writes the digest. */
static inline void finish(
    uint64_t *lanes, const uint8_t *rest, size_t rest_count, size_t filled, uint8_t *digest) {
  uint8_t block[CKECCAK_RATE_BYTES] = {0};
  if (rest_count > 0) memcpy(block + filled, rest, rest_count);
  block[filled + rest_count] = 0x01;
  block[CKECCAK_RATE_BYTES - 1] |= 0x80;
  absorb_block(lanes, block);
  memcpy(digest, lanes, 32);
}

void ckeccak256(const uint8_t *bytes, size_t count, uint8_t *digest) {
  uint64_t lanes[25] = {0};
  while (count >= CKECCAK_RATE_BYTES) {
    absorb_block(lanes, bytes);
    bytes += CKECCAK_RATE_BYTES;
    count -= CKECCAK_RATE_BYTES;
  }
  finish(lanes, bytes, count, 0, digest);
}

void ckeccak256_start(ckeccak256_sponge *sponge) { memset(sponge, 0, sizeof *sponge); }

void ckeccak256_absorb(ckeccak256_sponge *sponge, const uint8_t *bytes, size_t count) {
  if (count == 0) return;
  if (sponge->filled > 0) {
    uint8_t *const block = (uint8_t *)sponge->lanes;
    const size_t room = CKECCAK_RATE_BYTES - sponge->filled;
    const size_t taken = count < room ? count : room;
    for (size_t index = 0; index < taken; index++) block[sponge->filled + index] ^= bytes[index];
    sponge->filled += taken;
    bytes += taken;
    count -= taken;
    if (sponge->filled < CKECCAK_RATE_BYTES) return;
    permute(sponge->lanes);
    sponge->filled = 0;
  }
  while (count >= CKECCAK_RATE_BYTES) {
    absorb_block(sponge->lanes, bytes);
    bytes += CKECCAK_RATE_BYTES;
    count -= CKECCAK_RATE_BYTES;
  }
  uint8_t *const block = (uint8_t *)sponge->lanes;
  for (size_t index = 0; index < count; index++) block[index] ^= bytes[index];
  sponge->filled = count;
}

void ckeccak256_digest(const ckeccak256_sponge *sponge, uint8_t *digest) {
  uint64_t lanes[25];
  memcpy(lanes, sponge->lanes, sizeof lanes);
  finish(lanes, NULL, 0, sponge->filled, digest);
}

#ifndef CKECCAK_H
#define CKECCAK_H

#include <stddef.h>
#include <stdint.h>

/* Keccak-256 as Ethereum uses it: Keccak-f[1600], rate 1088 bits, padding 0x01 … 0x80 (not the 0x06
   of SHA-3). */

#define CKECCAK_RATE_BYTES 136

/* A sponge that is still absorbing. `filled` counts the bytes of the current block, 0 to 135. */
typedef struct {
  uint64_t lanes[25];
  size_t filled;
} ckeccak256_sponge;

/* Hashes `count` bytes at `bytes` (may be NULL when `count` is 0) into 32 bytes at `digest`. */
void ckeccak256(const uint8_t *bytes, size_t count, uint8_t *digest);

/* Empties a sponge, which is the initial state of every sponge. */
void ckeccak256_start(ckeccak256_sponge *sponge);

/* Absorbs `count` bytes at `bytes` (may be NULL when `count` is 0). */
void ckeccak256_absorb(ckeccak256_sponge *sponge, const uint8_t *bytes, size_t count);

/* Writes the 32-byte digest of everything that was absorbed; the sponge is unchanged. */
void ckeccak256_digest(const ckeccak256_sponge *sponge, uint8_t *digest);

#endif

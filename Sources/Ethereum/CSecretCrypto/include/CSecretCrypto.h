#ifndef HEADRACE_SECRET_CRYPTO_H
#define HEADRACE_SECRET_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

// Ciphers, codes and derivations that write their result where the caller wants it, and leave no
// copy of a secret behind: the library wipes its contexts, and these functions wipe the part of the
// stack that was used, and the registers. Each returns 1, or 0 if the library refused; then the
// result has only zeros.

/// Wipes the part of the stack that a function just used, and the registers it may have left a
/// secret in.
void headrace_wipe_traces(void);

/// AES-256-GCM: `box` gets the ciphertext, `count` bytes, and 16 bytes of tag.
int headrace_gcm_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *header,
                      size_t header_count, const uint8_t *clear, size_t count, uint8_t *box);

/// Opens a box of `count` and 16 bytes.
int headrace_gcm_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *header,
                      size_t header_count, const uint8_t *box, size_t count, uint8_t *clear);

/// HMAC with SHA-512; `code` gets 64 bytes.
int headrace_hmac_sha512(const uint8_t *key, size_t key_count, const uint8_t *message,
                         size_t message_count, uint8_t *code);

/// PBKDF2 with HMAC and SHA-512, or SHA-256.
int headrace_pbkdf2(int is_sha512, const uint8_t *password, size_t password_count,
                    const uint8_t *salt, size_t salt_count, int rounds, uint8_t *key,
                    size_t key_count);

/// scrypt; takes about 128 × n × r bytes of memory.
int headrace_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt,
                    size_t salt_count, uint64_t n, uint64_t r, uint64_t p, uint8_t *key,
                    size_t key_count);

/// SHA-256; `digest` gets 32 bytes.
int headrace_sha256(const uint8_t *message, size_t count, uint8_t *digest);

#endif

#ifndef HEADRACE_SECRET_CRYPTO_H
#define HEADRACE_SECRET_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

// Ciphers, codes and derivations that write their result to the caller's memory, and leave no copy
// of a secret behind: the library wipes its contexts, and these functions wipe the used part of the
// stack and the registers. Each returns 1, or 0 if the library refused; the result is then all
// zeros.

/// Wipes the part of the stack that a function has just used, and the registers in which it may
/// have left a secret.
void headrace_wipe_traces(void);

/// Encrypts with AES-256-GCM; `box` receives the ciphertext of `count` bytes and 16 bytes of tag.
int headrace_gcm_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *header,
                      size_t header_count, const uint8_t *clear, size_t count, uint8_t *box);

/// Decrypts a box of `count` and 16 bytes.
int headrace_gcm_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *header,
                      size_t header_count, const uint8_t *box, size_t count, uint8_t *clear);

/// Computes HMAC with SHA-512; `code` receives 64 bytes.
int headrace_hmac_sha512(const uint8_t *key, size_t key_count, const uint8_t *message,
                         size_t message_count, uint8_t *code);

/// Derives a key by PBKDF2 with HMAC and SHA-512, or SHA-256.
int headrace_pbkdf2(int is_sha512, const uint8_t *password, size_t password_count,
                    const uint8_t *salt, size_t salt_count, int rounds, uint8_t *key,
                    size_t key_count);

/// Derives a key by scrypt, which takes about 128 × n × r bytes of memory.
int headrace_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt,
                    size_t salt_count, uint64_t n, uint64_t r, uint64_t p, uint8_t *key,
                    size_t key_count);

/// Computes SHA-256; `digest` receives 32 bytes.
int headrace_sha256(const uint8_t *message, size_t count, uint8_t *digest);

#endif

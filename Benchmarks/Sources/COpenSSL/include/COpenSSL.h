#ifndef COPENSSL_H
#define COPENSSL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* OpenSSL's libcrypto, looked for when the program runs, so that it builds without. */

/* Loads the library: why it can't be used, or NULL if it can. Call it before the others. */
const char *openssl_load(void);

/* The version that was loaded, such as "OpenSSL 3.0.19". */
const char *openssl_version(void);

/* PBKDF2 with HMAC-SHA-512. Returns whether it was done. */
bool openssl_pbkdf2_sha512(
    const char *password, size_t password_count, const uint8_t *salt, size_t salt_count,
    int rounds, uint8_t *key, size_t key_count);

/* scrypt. Returns whether it was done. */
bool openssl_scrypt(
    const char *password, size_t password_count, const uint8_t *salt, size_t salt_count,
    uint64_t n, uint64_t r, uint64_t p, uint8_t *key, size_t key_count);

#endif

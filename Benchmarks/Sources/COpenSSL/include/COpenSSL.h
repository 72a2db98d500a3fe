#ifndef COPENSSL_H
#define COPENSSL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* OpenSSL's libcrypto, loaded at run time, so that the program builds without it. */

/* Loads the library; returns the reason why it can't be used, or NULL. Call it first. */
const char *openssl_load(void);

/* Returns the loaded version, such as "OpenSSL 3.0.19". */
const char *openssl_version(void);

/* Derives a key by PBKDF2 with HMAC-SHA-512; returns true on success. */
bool openssl_pbkdf2_sha512(
    const char *password, size_t password_count, const uint8_t *salt, size_t salt_count,
    int rounds, uint8_t *key, size_t key_count);

/* Derives a key by scrypt; returns true on success. */
bool openssl_scrypt(
    const char *password, size_t password_count, const uint8_t *salt, size_t salt_count,
    uint64_t n, uint64_t r, uint64_t p, uint8_t *key, size_t key_count);

#endif

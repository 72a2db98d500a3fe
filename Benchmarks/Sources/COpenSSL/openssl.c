#include "COpenSSL.h"

#include <dlfcn.h>

typedef struct evp_md EVP_MD;

static const char *(*version)(int);
static const EVP_MD *(*sha512)(void);
static int (*pbkdf2)(
    const char *, int, const unsigned char *, int, int, const EVP_MD *, int, unsigned char *);
static int (*scrypt)(
    const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t, uint64_t,
    unsigned char *, size_t);

const char *openssl_load(void) {
  void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "there is no libcrypto.so.3 (Debian: apt-get install libssl3)";
  *(void **)&version = dlsym(library, "OpenSSL_version");
  *(void **)&sha512 = dlsym(library, "EVP_sha512");
  *(void **)&pbkdf2 = dlsym(library, "PKCS5_PBKDF2_HMAC");
  *(void **)&scrypt = dlsym(library, "EVP_PBE_scrypt");
  if (!version || !sha512 || !pbkdf2 || !scrypt) return "libcrypto.so.3 lacks a function";
  return NULL;
}

const char *openssl_version(void) { return version(0); }

bool openssl_pbkdf2_sha512(
    const char *password, size_t password_count, const uint8_t *salt, size_t salt_count,
    int rounds, uint8_t *key, size_t key_count) {
  return pbkdf2(
      password, (int)password_count, salt, (int)salt_count, rounds, sha512(), (int)key_count, key);
}

bool openssl_scrypt(
    const char *password, size_t password_count, const uint8_t *salt, size_t salt_count,
    uint64_t n, uint64_t r, uint64_t p, uint8_t *key, size_t key_count) {
  const uint64_t memory_limit = (uint64_t)1 << 31;
  return scrypt(
      password, password_count, salt, salt_count, n, r, p, memory_limit, key, key_count);
}

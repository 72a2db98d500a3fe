#include "CSecretCrypto.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

enum { NONCE = 12, TAG = 16, HMAC_SIZE = 64, SHA256_SIZE = 32, STACK = 16 * 1024 };

// By default, libcrypto frees its tables in `exit`, while other threads may still use them: a
// command that was interrupted while it stretched a passcode ended with SIGSEGV. This runs before
// `main`, and so before any other library uses libcrypto. The system frees the process's memory.
__attribute__((constructor)) static void keep_tables_at_exit(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// An empty buffer may have no address, but the library needs one.
static const uint8_t nothing[1];

static const uint8_t *bytes(const uint8_t *address) { return address ? address : nothing; }

// After a copy, the vector registers contain the copied bytes. When a function is called for the
// first time, the dynamic linker resolves it, and saves all registers on the stack. Without its
// statement, this function would do nothing, and the compiler would omit its calls.
__attribute__((noinline, zero_call_used_regs("all"))) static void clear_registers(void) {
  __asm__ volatile("");
}

#ifdef __x86_64__
// `memcpy` uses registers that only some processors have.
__attribute__((noinline, target("avx512f"), zero_call_used_regs("all"))) static void
clear_wide_registers(void) {
  __asm__ volatile("");
}
#endif

// Not inlined: its frame must cover the memory that the library's frames used.
__attribute__((noinline)) static void wipe_stack(void) {
  unsigned char frame[STACK];
  OPENSSL_cleanse(frame, sizeof frame);
}

void headrace_wipe_traces(void) {
  // The registers come first, because this may be the first call of `OPENSSL_cleanse`.
  clear_registers();
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) clear_wide_registers();
#endif
  wipe_stack();
}

static int end(int is_done, uint8_t *result, size_t count) {
  if (!is_done) {
    OPENSSL_cleanse(result, count);
    ERR_clear_error();
  }
  headrace_wipe_traces();
  return is_done;
}

__attribute__((noinline)) static int seal(EVP_CIPHER_CTX *context, const uint8_t *key,
                                          const uint8_t *nonce, const uint8_t *header,
                                          size_t header_count, const uint8_t *clear, size_t count,
                                          uint8_t *box) {
  int size = 0, rest = 0;
  return EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
         EVP_EncryptUpdate(context, NULL, &size, bytes(header), (int)header_count) == 1 &&
         EVP_EncryptUpdate(context, box, &size, bytes(clear), (int)count) == 1 &&
         EVP_EncryptFinal_ex(context, box + size, &rest) == 1 && (size_t)(size + rest) == count &&
         EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG, box + count) == 1;
}

int headrace_gcm_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *header,
                      size_t header_count, const uint8_t *clear, size_t count, uint8_t *box) {
  if (count > INT_MAX - TAG || header_count > INT_MAX) return 0;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int is_done =
      context && seal(context, key, nonce, header, header_count, clear, count, box);
  EVP_CIPHER_CTX_free(context);
  return end(is_done, box, count + TAG);
}

__attribute__((noinline)) static int unseal(EVP_CIPHER_CTX *context, const uint8_t *key,
                                          const uint8_t *nonce, const uint8_t *header,
                                          size_t header_count, const uint8_t *box, size_t count,
                                          uint8_t *clear) {
  int size = 0, rest = 0;
  uint8_t tag[TAG];
  for (int place = 0; place < TAG; place++) tag[place] = box[count + (size_t)place];
  // The library compares the tag in constant time.
  return EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
         EVP_DecryptUpdate(context, NULL, &size, bytes(header), (int)header_count) == 1 &&
         EVP_DecryptUpdate(context, clear, &size, box, (int)count) == 1 &&
         EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, TAG, tag) == 1 &&
         EVP_DecryptFinal_ex(context, clear + size, &rest) == 1 && (size_t)(size + rest) == count;
}

int headrace_gcm_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *header,
                      size_t header_count, const uint8_t *box, size_t count, uint8_t *clear) {
  if (count > INT_MAX - TAG || header_count > INT_MAX) return 0;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int is_done =
      context && unseal(context, key, nonce, header, header_count, box, count, clear);
  EVP_CIPHER_CTX_free(context);
  return end(is_done, clear, count);
}

int headrace_hmac_sha512(const uint8_t *key, size_t key_count, const uint8_t *message,
                         size_t message_count, uint8_t *code) {
  size_t size = 0;
  int is_done = EVP_Q_mac(NULL, "HMAC", NULL, "SHA512", NULL, bytes(key), key_count,
                          bytes(message), message_count, code, HMAC_SIZE, &size) != NULL &&
                size == HMAC_SIZE;
  return end(is_done, code, HMAC_SIZE);
}

int headrace_pbkdf2(int is_sha512, const uint8_t *password, size_t password_count,
                    const uint8_t *salt, size_t salt_count, int rounds, uint8_t *key,
                    size_t key_count) {
  if (password_count > INT_MAX || salt_count > INT_MAX || key_count > INT_MAX) return 0;
  int is_done = PKCS5_PBKDF2_HMAC((const char *)bytes(password), (int)password_count, bytes(salt),
                                  (int)salt_count, rounds, is_sha512 ? EVP_sha512() : EVP_sha256(),
                                  (int)key_count, key) == 1;
  return end(is_done, key, key_count);
}

int headrace_scrypt(const uint8_t *password, size_t password_count, const uint8_t *salt,
                    size_t salt_count, uint64_t n, uint64_t r, uint64_t p, uint8_t *key,
                    size_t key_count) {
  // The caller has limited the memory through n, r and p.
  int is_done = EVP_PBE_scrypt((const char *)bytes(password), password_count, bytes(salt),
                               salt_count, n, r, p, UINT64_MAX, key, key_count) == 1;
  return end(is_done, key, key_count);
}

int headrace_sha256(const uint8_t *message, size_t count, uint8_t *digest) {
  size_t size = 0;
  int is_done =
      EVP_Q_digest(NULL, "SHA256", NULL, bytes(message), count, digest, &size) == 1 &&
      size == SHA256_SIZE;
  return end(is_done, digest, SHA256_SIZE);
}

#ifndef CSECP256K1_H
#define CSECP256K1_H

#include <secp256k1.h>
#include <secp256k1_recovery.h>

/* The flags as constants, because Swift doesn't import macros that are expressions. */
static const unsigned int csecp256k1_context_none = SECP256K1_CONTEXT_NONE;
static const unsigned int csecp256k1_compressed = SECP256K1_EC_COMPRESSED;
static const unsigned int csecp256k1_uncompressed = SECP256K1_EC_UNCOMPRESSED;

/* libsecp256k1 0.2.0 is the first release with this name, and the oldest that may sign: with an older one the build
   fails here. The library has no macro for its version. */
static inline const secp256k1_context *csecp256k1_needs_version_0_2_0(void) {
  return secp256k1_context_static;
}

#endif

#ifndef CSECP256K1_H
#define CSECP256K1_H

#include <secp256k1.h>
#include <secp256k1_recovery.h>

/* Swift imports no macro that is an expression: the flags once more, as constants. */
static const unsigned int csecp256k1_context_none = SECP256K1_CONTEXT_NONE;
static const unsigned int csecp256k1_compressed = SECP256K1_EC_COMPRESSED;
static const unsigned int csecp256k1_uncompressed = SECP256K1_EC_UNCOMPRESSED;

#endif

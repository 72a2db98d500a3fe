#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <openssl/evp.h>
#include <openssl/opensslv.h>

/* Release 3 determines what is encrypted; another release is accepted manually, after the vectors have run with it. */
#if OPENSSL_VERSION_MAJOR != 3
#error "libcrypto 3 is needed: install libssl-dev of OpenSSL 3"
#endif

#endif

#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <openssl/evp.h>

#endif

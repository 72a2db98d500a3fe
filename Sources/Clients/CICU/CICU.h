#ifndef CICU_H
#define CICU_H

#include <unicode/uspoof.h>

#endif

#ifndef CTESTCASENUMBER_H
#define CTESTCASENUMBER_H

#include <stdint.h>

/* How many test cases of XCTest have begun or ended since the first call. It is 0 before that, and
   in a program without 'HeadraceTesting', which alone is linked to XCTest. */
intptr_t ctestcase_number(void);

/* Distinguishes the arguments of the running parameterized test of Swift Testing. It is 0 outside of
   such a test, and in a program without 'HeadraceTesting', which alone is linked to Testing. */
intptr_t ctestargument_number(void);

#endif

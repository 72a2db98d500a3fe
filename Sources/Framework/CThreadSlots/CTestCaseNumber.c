#include "CTestCaseNumber.h"

#ifdef __linux__

/* Functions of 'HeadraceTesting'; present only in tests that are linked to it. */
__attribute__((weak)) intptr_t headrace_xctest_case_number(void);

intptr_t ctestcase_number(void) {
  return headrace_xctest_case_number ? headrace_xctest_case_number() : 0;
}

__attribute__((weak)) intptr_t headrace_test_argument_number(void);

intptr_t ctestargument_number(void) {
  return headrace_test_argument_number ? headrace_test_argument_number() : 0;
}

#else

intptr_t ctestcase_number(void) { return 0; }

intptr_t ctestargument_number(void) { return 0; }

#endif

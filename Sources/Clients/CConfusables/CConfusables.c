#include "CConfusables.h"

#include <unicode/uspoof.h>

int32_t headrace_skeleton(const char *text, int32_t count, char *skeleton, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker *checker = uspoof_open(&status);
  int32_t length =
      uspoof_getSkeletonUTF8(checker, 0, text, count, skeleton, capacity, &status);
  uspoof_close(checker);
  return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? length : -1;
}

int headrace_mixes_scripts(const char *text, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker *checker = uspoof_open(&status);
  // UTS 39, section 5.2, "Highly Restrictive": one script, or Latin with the scripts of Chinese,
  // Japanese or Korean.
  uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
  uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS, &status);
  int32_t found = uspoof_check2UTF8(checker, text, count, NULL, &status);
  uspoof_close(checker);
  if (U_FAILURE(status)) return -1;
  return (found & (USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS)) != 0;
}

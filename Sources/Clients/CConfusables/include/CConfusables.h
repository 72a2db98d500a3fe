#ifndef HEADRACE_CONFUSABLES_H
#define HEADRACE_CONFUSABLES_H

#include <stdint.h>

// The two checks of UTS 39 for names. This header does not include ICU's headers: the names of its
// functions contain a version, and its types conflict with those of Foundation's own copy.

/// Writes the skeleton of a text in UTF-8; similar texts have the same skeleton. Returns
/// its length in bytes, even if that exceeds `capacity`; -1 if ICU reports an error.
int32_t headrace_skeleton(const char *text, int32_t count, char *skeleton, int32_t capacity);

/// Returns 1 if a text in UTF-8 mixes scripts or number systems that no language mixes, 0 if it
/// does not, and -1 if ICU reports an error.
int headrace_mixes_scripts(const char *text, int32_t count);

#endif

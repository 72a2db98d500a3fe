#ifndef HEADRACE_CONFUSABLES_H
#define HEADRACE_CONFUSABLES_H

#include <stdint.h>

// The two questions of UTS 39 that names are asked. This header names nothing of ICU: its functions
// have a version in their names, and its types are also those of Foundation's own copy.

/// Writes the skeleton of a text in UTF-8: texts that look alike have the same one. Returns its
/// length in bytes, also where that is more than `capacity`; -1 where the text is not UTF-8.
int32_t headrace_skeleton(const char *text, int32_t count, char *skeleton, int32_t capacity);

/// Returns 1 if a text in UTF-8 mixes scripts, or systems of digits, that no language mixes; 0 if it
/// does not; -1 where the text is not UTF-8.
int headrace_mixes_scripts(const char *text, int32_t count);

#endif

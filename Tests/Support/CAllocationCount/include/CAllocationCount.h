#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts: sanitizers bring allocators of their own, and so do other systems.
bool allocation_count_is_available(void);

/// How often the calling thread has asked for heap memory.
uint64_t allocation_count(void);

/// How many bytes the calling thread has asked for and not given back. What another thread gives
/// back is not counted.
int64_t allocation_live_bytes(void);

#ifndef CCOUNTERS_H
#define CCOUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/* Returns true if the memory counters work on this system. */
bool counters_count_memory(void);

/* Starts counting allocations on all threads, until counters_stop. */
void counters_start(void);
void counters_stop(void);

/* Returns the number of blocks allocated while counting; resizing a block counts as well. */
int64_t counters_allocations(void);

/* Returns the bytes allocated minus those freed while counting, as malloc rounds them. */
int64_t counters_bytes(void);

/* Returns true if the program runs under callgrind. */
bool counters_on_callgrind(void);

/* Lets callgrind start counting instructions. */
void counters_callgrind_start(void);

/* Writes callgrind's counts to a separate file that contains `name`. */
void counters_callgrind_dump(const char *name);

/* Lets callgrind stop counting. */
void counters_callgrind_stop(void);

#endif

#ifndef CCOUNTERS_H
#define CCOUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the counters of memory work on this system. */
bool counters_count_memory(void);

/* From here on allocations are counted, on all threads, until counters_stop. */
void counters_start(void);
void counters_stop(void);

/* How many blocks were allocated while counting; to resize one counts as well. */
int64_t counters_allocations(void);

/* How many bytes were allocated less those freed while counting, as malloc rounds them. */
int64_t counters_bytes(void);

/* Whether the program runs under callgrind. */
bool counters_on_callgrind(void);

/* From here on callgrind counts instructions. */
void counters_callgrind_start(void);

/* Writes what callgrind has counted to a file of its own, which says `name`. */
void counters_callgrind_dump(const char *name);

/* From here on callgrind doesn't count. */
void counters_callgrind_stop(void);

#endif

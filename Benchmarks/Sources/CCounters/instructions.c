#include "CCounters.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool counters_on_callgrind(void) { return RUNNING_ON_VALGRIND != 0; }

void counters_callgrind_start(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

void counters_callgrind_dump(const char *name) {
  CALLGRIND_DUMP_STATS_AT(name);
}

void counters_callgrind_stop(void) { CALLGRIND_STOP_INSTRUMENTATION; }

#else

bool counters_on_callgrind(void) { return false; }
void counters_callgrind_start(void) {}
void counters_callgrind_dump(const char *name) { (void)name; }
void counters_callgrind_stop(void) {}

#endif


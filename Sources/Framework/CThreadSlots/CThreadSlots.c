#include "CThreadSlots.h"

_Thread_local CTHREADSLOT_MODEL void *cthreadslot_places[CTHREADSLOT_COUNT];

_Thread_local CTHREADSLOT_MODEL uint64_t cthreadstamp_next_one;

uint64_t cthreadstamp_refill(void) {
  static uint64_t last_block;
  uint64_t block = __atomic_add_fetch(&last_block, 1, __ATOMIC_RELAXED);
  /* A block's number 0 only says that the block is used up. */
  uint64_t first = (block << 16) + 1;
  cthreadstamp_next_one = first + 1;
  return first;
}

intptr_t cobservation_count;

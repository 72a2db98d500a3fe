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

#define SWIFTCC __attribute__((swiftcall))

/* A variable of the Swift runtime: if it is set, it is called for each job that is added to the
   global executor, with the function that adds it. */
typedef cescape_job Job;
typedef SWIFTCC void (*cescape_add)(Job *);
extern SWIFTCC void (*swift_task_enqueueGlobal_hook)(Job *, cescape_add);

static _Thread_local intptr_t cescape_count;
static SWIFTCC void (*cescape_other_hook)(Job *, cescape_add);
static _Bool (*cescape_take)(Job *);

static SWIFTCC void cescape_add_job(Job *job, cescape_add add) {
  if (cescape_take(job)) return;
  if (cthreadslot_places[CTHREADSLOT_TEST_EXECUTOR]) cescape_count += 1;
  if (cescape_other_hook) cescape_other_hook(job, add); else add(job);
}

void cescape_watch(_Bool (*take)(cescape_job *)) {
  cescape_take = take;
  cescape_other_hook = swift_task_enqueueGlobal_hook;
  swift_task_enqueueGlobal_hook = cescape_add_job;
}

intptr_t cescape_load(void) { return cescape_count; }

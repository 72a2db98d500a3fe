#ifndef CTHREADSLOTS_H
#define CTHREADSLOTS_H

#include <stdint.h>

#include "CTestCaseNumber.h"

/* What a thread remembers while synchronous code runs on it: one pointer for each use. */
typedef enum {
  CTHREADSLOT_DEPENDENCIES,
  CTHREADSLOT_TASK_DEPENDENCIES,
  CTHREADSLOT_LOOKUP,
  CTHREADSLOT_OBSERVATIONS,
  CTHREADSLOT_OBSERVER,
  CTHREADSLOT_TEST_EXECUTOR,
  CTHREADSLOT_ROUTE_REQUESTS,
  CTHREADSLOT_TEST_SEND,
  CTHREADSLOT_SHARED_USE,
  CTHREADSLOT_EXPECTED_SHARED_VALUES,
  CTHREADSLOT_COUNT
} cthreadslot;

#ifdef __ELF__
/* Found at a fixed distance from the thread's own pointer, without asking the dynamic linker. */
#define CTHREADSLOT_MODEL __attribute__((tls_model("initial-exec")))
#else
#define CTHREADSLOT_MODEL
#endif

extern _Thread_local CTHREADSLOT_MODEL void *_Nullable cthreadslot_places[CTHREADSLOT_COUNT];

/* The current thread's place for the pointer, NULL at first; it lives as long as the thread.

   Inline: LLVM finds the address of a thread's variable anew where a Swift task goes on. */
static inline __attribute__((always_inline)) void *_Nullable *_Nonnull cthreadslot_place(
    cthreadslot slot) {
  return &cthreadslot_places[slot];
}

/* Stamps: numbers that no change of a state had before, in the whole process. A thread takes them
   from a block of its own, of 2^16, so that no two threads share one and no lock is needed. */
extern _Thread_local CTHREADSLOT_MODEL uint64_t cthreadstamp_next_one;

/* Takes a new block for the current thread, and its first stamp. */
uint64_t cthreadstamp_refill(void);

/* A new stamp; never 0, which is that of a state that has not changed yet. */
static inline __attribute__((always_inline)) uint64_t cthreadstamp_take(void) {
  uint64_t stamp = cthreadstamp_next_one;
  if (__builtin_expect((stamp & 0xffff) == 0, 0)) return cthreadstamp_refill();
  cthreadstamp_next_one = stamp + 1;
  return stamp;
}

/* How many stores are observed or read for an observer, on any thread. */
extern intptr_t cobservation_count;

static inline __attribute__((always_inline)) intptr_t cobservation_load(void) {
  return __atomic_load_n(&cobservation_count, __ATOMIC_RELAXED);
}

static inline __attribute__((always_inline)) void cobservation_add(intptr_t change) {
  __atomic_add_fetch(&cobservation_count, change, __ATOMIC_RELAXED);
}

/* A job of the Swift runtime. */
typedef struct cescape_job cescape_job;

/* Installs a hook that offers each job for the global executor to 'take', which returns whether it
   takes the job. A job that it declines is counted if the thread runs a test executor. Call this
   once. */
void cescape_watch(_Bool (*_Nonnull take)(cescape_job *_Nonnull));

/* How many declined jobs the current thread has added. */
intptr_t cescape_load(void);

#endif

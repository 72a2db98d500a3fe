#ifndef CTHREADSLOTS_H
#define CTHREADSLOTS_H

#include "CThreadStack.h"

/* What a thread remembers while synchronous code runs on it: one pointer for each use. */
typedef enum {
  CTHREADSLOT_DEPENDENCIES,
  CTHREADSLOT_LOOKUP,
  CTHREADSLOT_OBSERVATIONS,
  CTHREADSLOT_OBSERVER,
  CTHREADSLOT_RELEASES,
  CTHREADSLOT_TEST_EXECUTOR,
  CTHREADSLOT_WITNESS,
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

#endif

#ifndef CTHREADSLOTS_H
#define CTHREADSLOTS_H

/* What a thread remembers while synchronous code runs on it: one pointer for each use. */
typedef enum {
  CTHREADSLOT_DEPENDENCIES,
  CTHREADSLOT_LOOKUP,
  CTHREADSLOT_OBSERVATIONS,
  CTHREADSLOT_OBSERVER,
  CTHREADSLOT_TEST_EXECUTOR,
  CTHREADSLOT_WITNESS,
  CTHREADSLOT_COUNT
} cthreadslot;

/* The current thread's place for the pointer, NULL at first; it lives as long as the thread.

   A call, not a variable: a compiler may not carry its answer over to where a Swift task goes on, on
   another thread. */
void **cthreadslot_place(cthreadslot slot);

#endif

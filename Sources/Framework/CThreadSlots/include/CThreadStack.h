#ifndef CTHREADSTACK_H
#define CTHREADSTACK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __ELF__
#define CTHREADSTACK_MODEL __attribute__((tls_model("initial-exec")))
#else
#define CTHREADSTACK_MODEL
#endif

/* The current stack is low below this address. The largest address means: not known yet. */
extern _Thread_local CTHREADSTACK_MODEL uintptr_t cthreadstack_limit;

/* Finds the limit of the current stack, where it is not known yet, and compares again. */
int cthreadstack_is_low_slowly(void);

/* Whether the current stack has little room left.

   It must be the thread's own stack, or one that 'cthreadstack_call' made. On any other, a stack of
   coroutines or of signals, the answer may be wrong. Below the thread's own stack it is always
   "yes", and stacks are made that nothing needs; above it, it is always "no". */
static inline __attribute__((always_inline)) int cthreadstack_is_low(void) {
  return (uintptr_t)__builtin_frame_address(0) < cthreadstack_limit &&
         cthreadstack_is_low_slowly();
}

/* Calls a function on a new, large stack of the same thread, and frees the stack when it returns.

   Without memory for a stack, or on a system without contexts, it is called on the current one. */
void cthreadstack_call(void (*_Nonnull function)(void *_Nullable), void *_Nullable argument);

#endif

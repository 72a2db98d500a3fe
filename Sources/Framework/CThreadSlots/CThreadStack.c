#define _GNU_SOURCE
#include "CThreadStack.h"

_Thread_local uintptr_t cthreadstack_limit = UINTPTR_MAX;

#if defined(__linux__) && defined(__GLIBC__)

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* The stack that code may use between two checks. Of a stack smaller than twice this, half. */
static const size_t reserve_max = 256 * 1024;

/* Address space alone: the system gives memory to touched pages. */
static const size_t stack_size = 256 * 1024 * 1024;

static uintptr_t limit_of(uintptr_t lowest, size_t size) {
  return lowest + (size / 2 < reserve_max ? size / 2 : reserve_max);
}

int cthreadstack_is_low_slowly(void) {
  if (cthreadstack_limit == UINTPTR_MAX) {
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    uintptr_t limit = 0; /* Where it can't be found, the stack is never low. */
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
        limit = limit_of((uintptr_t)lowest, size);
      }
      pthread_attr_destroy(&attributes);
    }
    cthreadstack_limit = limit;
  }
  return (uintptr_t)__builtin_frame_address(0) < cthreadstack_limit;
}

/* The sanitizers' functions for a change of stacks; present only where a program has one. */
__attribute__((weak)) void __sanitizer_start_switch_fiber(void **, const void *, size_t);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void *, const void **, size_t *);
__attribute__((weak)) void *__tsan_get_current_fiber(void);
__attribute__((weak)) void *__tsan_create_fiber(unsigned);
__attribute__((weak)) void __tsan_destroy_fiber(void *);
__attribute__((weak)) void __tsan_switch_to_fiber(void *, unsigned);

typedef struct {
  void (*function)(void *);
  void *argument;
  ucontext_t context;
  ucontext_t caller;
  /* The caller's stack, as the address sanitizer knows it. */
  const void *caller_stack;
  size_t caller_stack_size;
  void *caller_fiber;
} call;

static void start(unsigned low, unsigned high) {
  call *const current = (call *)((uintptr_t)low | ((uintptr_t)high << 32));
  if (__sanitizer_finish_switch_fiber) {
    __sanitizer_finish_switch_fiber(NULL, &current->caller_stack, &current->caller_stack_size);
  }
  current->function(current->argument);
  if (__sanitizer_start_switch_fiber) {
    __sanitizer_start_switch_fiber(NULL, current->caller_stack, current->caller_stack_size);
  }
  if (__tsan_switch_to_fiber) __tsan_switch_to_fiber(current->caller_fiber, 0);
  swapcontext(&current->context, &current->caller);
}

void cthreadstack_call(void (*function)(void *), void *argument) {
  const size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  char *const memory = mmap(
      NULL, stack_size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return function(argument);
  mprotect(memory, guard, PROT_NONE);

  call current = {.function = function, .argument = argument};
  getcontext(&current.context);
  current.context.uc_stack.ss_sp = memory + guard;
  current.context.uc_stack.ss_size = stack_size - guard;
  current.context.uc_link = NULL;
  const uintptr_t address = (uintptr_t)&current;
  makecontext(
      &current.context, (void (*)(void))start, 2, (unsigned)address,
      (unsigned)((uint64_t)address >> 32));

  const uintptr_t outer_limit = cthreadstack_limit;
  cthreadstack_limit = limit_of((uintptr_t)memory + guard, stack_size - guard);
  void *fiber = NULL;
  void *fake_stack = NULL;
  if (__tsan_create_fiber) {
    current.caller_fiber = __tsan_get_current_fiber();
    fiber = __tsan_create_fiber(0);
  }
  if (__sanitizer_start_switch_fiber) {
    __sanitizer_start_switch_fiber(&fake_stack, memory + guard, stack_size - guard);
  }
  if (fiber) __tsan_switch_to_fiber(fiber, 0);
  swapcontext(&current.caller, &current.context);
  if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(fake_stack, NULL, NULL);
  if (fiber) __tsan_destroy_fiber(fiber);
  cthreadstack_limit = outer_limit;
  munmap(memory, stack_size);
}

#else

int cthreadstack_is_low_slowly(void) {
  cthreadstack_limit = 0;
  return 0;
}

void cthreadstack_call(void (*function)(void *), void *argument) { function(argument); }

#endif

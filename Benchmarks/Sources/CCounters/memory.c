/* Counters in front of the C library's allocator. A program that links this file calls these
   functions instead of the C library's, and so does every library that it loads. */

#include "CCounters.h"

#include <stdatomic.h>

static atomic_bool is_counting;
static atomic_llong allocations;
static atomic_llong bytes;

void counters_start(void) {
  atomic_store(&allocations, 0);
  atomic_store(&bytes, 0);
  atomic_store(&is_counting, true);
}

void counters_stop(void) { atomic_store(&is_counting, false); }

int64_t counters_allocations(void) { return atomic_load(&allocations); }

int64_t counters_bytes(void) { return atomic_load(&bytes); }

#ifdef __GLIBC__

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

bool counters_count_memory(void) { return true; }

static inline bool counting(void) {
  return __builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), false);
}

static inline void *counted(void *block) {
  if (counting() && block) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, (long long)malloc_usable_size(block), memory_order_relaxed);
  }
  return block;
}

static inline void forget(void *block) {
  if (counting() && block) {
    atomic_fetch_sub_explicit(&bytes, (long long)malloc_usable_size(block), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  forget(block);
  return counted(__libc_realloc(block, size));
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *found = counted(__libc_memalign(alignment, size));
  if (!found) return ENOMEM;
  *block = found;
  return 0;
}

#else

bool counters_count_memory(void) { return false; }

#endif

// Counts what each thread allocates. The test executable's own `malloc` comes before glibc's for
// the whole process, the Swift runtime included; a counter per thread keeps parallel tests apart.
#include "CAllocationCount.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer) || __has_feature(leak_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

#include <malloc.h>

static _Thread_local uint64_t count;
static _Thread_local int64_t live_bytes;

bool allocation_count_is_available(void) { return true; }

uint64_t allocation_count(void) { return count; }

int64_t allocation_live_bytes(void) { return live_bytes; }

static void *counted(void *memory) {
  if (memory != NULL) live_bytes += (int64_t)malloc_usable_size(memory);
  return memory;
}

// glibc's own entry points, which it keeps for allocators like this one.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

void *malloc(size_t size) {
  count += 1;
  return counted(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
  count += 1;
  return counted(__libc_calloc(number, size));
}

void *realloc(void *memory, size_t size) {
  count += 1;
  int64_t before = memory == NULL ? 0 : (int64_t)malloc_usable_size(memory);
  void *result = __libc_realloc(memory, size);
  // Without a result the old memory stays, unless nothing was asked for.
  if (result != NULL || size == 0) live_bytes -= before;
  return counted(result);
}

void *memalign(size_t alignment, size_t size) {
  count += 1;
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += 1;
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  // POSIX: a power of two, and a multiple of the size of a pointer.
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  count += 1;
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = counted(memory);
  return 0;
}

void free(void *memory) {
  if (memory != NULL) live_bytes -= (int64_t)malloc_usable_size(memory);
  __libc_free(memory);
}

#else

bool allocation_count_is_available(void) { return false; }

uint64_t allocation_count(void) { return 0; }

int64_t allocation_live_bytes(void) { return 0; }

#endif

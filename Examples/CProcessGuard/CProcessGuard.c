#define _GNU_SOURCE
#include "CProcessGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

static const int fatal[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};

int headrace_guard_process(void) {
  int refused = 0;
  struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) refused = errno;
#if defined(__linux__)
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) refused = errno;
#endif
  // If its settings say so, the Swift runtime has set handlers of its own before main.
  for (size_t place = 0; place < sizeof fatal / sizeof *fatal; place++) {
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigemptyset(&end.sa_mask);
    if (sigaction(fatal[place], &end, NULL) != 0) refused = errno;
  }
  return refused;
}

void headrace_keep_descriptors(int first) {
#if defined(CLOSE_RANGE_CLOEXEC)
  if (close_range((unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  long end = sysconf(_SC_OPEN_MAX);
  for (long descriptor = first; descriptor < end; descriptor++) {
    int flags = fcntl((int)descriptor, F_GETFD);
    if (flags >= 0) fcntl((int)descriptor, F_SETFD, flags | FD_CLOEXEC);
  }
}

#include "CProcessGuard.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>

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
  // The language's runtime has set handlers of its own before main, where its settings say so.
  for (size_t place = 0; place < sizeof fatal / sizeof *fatal; place++) {
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigemptyset(&end.sa_mask);
    if (sigaction(fatal[place], &end, NULL) != 0) refused = errno;
  }
  return refused;
}

#include "CProcessGuard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { LONGEST = 511 };

// Everything that a handler reads is written before `is_asking` is set.
static struct {
  int input, output;
  struct termios before, during;
  char question[LONGEST];
  size_t count;
  int is_full_screen;
} prompt;

// Erases the alternate screen, because some terminals keep it, and leaves it.
static const char leaving[] = "\033[2J\033[H\033[?1049l";

static atomic_int is_asking;

static const int fatal[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
enum { FATAL_COUNT = sizeof fatal / sizeof *fatal };
static struct sigaction before_fatal[FATAL_COUNT], before_stop, before_continue;

static void set_modes(const struct termios *modes, int when) {
  // Changing the modes would stop a process in the background.
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  tcsetattr(prompt.input, when, modes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static int is_in_foreground(void) {
  // A terminal that does not control the process has no group to be in.
  pid_t group = tcgetpgrp(prompt.input);
  return group < 0 || group == getpgrp();
}

static void write_all(const char *rest, size_t count) {
  while (count > 0) {
    ssize_t written = write(prompt.output, rest, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    rest += written;
    count -= (size_t)written;
  }
}

static void ask(void) { write_all(prompt.question, prompt.count); }

static void raise_as(int number, const struct sigaction *action) {
  sigaction(number, action, NULL);
  sigset_t open;
  sigemptyset(&open);
  sigaddset(&open, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &open, NULL);
}

static void set_handler(int number, void (*handler)(int), struct sigaction *before) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, before);
}

static void on_fatal(int number) {
  if (atomic_exchange(&is_asking, 0) && is_in_foreground()) {
    if (prompt.is_full_screen) write_all(leaving, sizeof leaving - 1);
    set_modes(&prompt.before, TCSAFLUSH);
  }
  struct sigaction end = {.sa_handler = SIG_DFL};
  sigemptyset(&end.sa_mask);
  raise_as(number, &end);
}

static void ask_again(void) {
  // A process in the background has no terminal. Its next read stops it until it has one again.
  if (!atomic_load(&is_asking) || !is_in_foreground()) return;
  set_modes(&prompt.during, TCSAFLUSH);
  ask();
}

static void on_stop(int number) {
  int saved = errno;
  if (is_in_foreground()) set_modes(&prompt.before, TCSAFLUSH);
  struct sigaction stop = {.sa_handler = SIG_DFL};
  sigemptyset(&stop.sa_mask);
  raise_as(number, &stop);
  // The process continues here, and SIGCONT has its own handler, which asks again.
  if (atomic_load(&is_asking)) set_handler(number, on_stop, NULL);
  errno = saved;
}

static void on_continue(int number) {
  // After SIGSTOP too, which a process can't catch: the shell may have changed the modes.
  int saved = errno;
  (void)number;
  ask_again();
  errno = saved;
}

int headrace_prompt_begin(int input, int output, const char *question, size_t count, int kind) {
  int is_shown = kind == HEADRACE_PROMPT_SHOWN;
  if (atomic_load(&is_asking)) return EBUSY;
  if (tcgetattr(input, &prompt.before) != 0) return errno;
  prompt.input = input;
  prompt.output = output;
  prompt.count = count < LONGEST ? count : LONGEST;
  memcpy(prompt.question, question, prompt.count);
  prompt.during = prompt.before;
  if (!is_shown) prompt.during.c_lflag &= ~(tcflag_t)ECHO;
  for (size_t place = 0; place < FATAL_COUNT; place++) {
    set_handler(fatal[place], on_fatal, &before_fatal[place]);
  }
  prompt.is_full_screen = kind == HEADRACE_PROMPT_FULL_SCREEN;
  set_handler(SIGTSTP, on_stop, &before_stop);
  // A secret on the screen can't be shown again after a stop, nor be left there, so stops are
  // ignored.
  if (prompt.is_full_screen) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGTSTP, &ignore, NULL);
  }
  // A shell without job control starts programs that ignore this signal.
  if (before_stop.sa_handler == SIG_IGN) sigaction(SIGTSTP, &before_stop, NULL);
  set_handler(SIGCONT, on_continue, &before_continue);
  atomic_store(&is_asking, 1);
  // Text that was typed before a secret is asked for is discarded; answers to plain questions may
  // be typed ahead.
  if (tcsetattr(input, is_shown ? TCSADRAIN : TCSAFLUSH, &prompt.during) != 0) {
    int number = errno;
    headrace_prompt_end();
    return number;
  }
  ask();
  return 0;
}

void headrace_prompt_end(void) {
  if (!atomic_exchange(&is_asking, 0)) return;
  int is_shown = prompt.during.c_lflag == prompt.before.c_lflag;
  if (!is_shown) set_modes(&prompt.before, TCSAFLUSH);
  for (size_t place = 0; place < FATAL_COUNT; place++) {
    sigaction(fatal[place], &before_fatal[place], NULL);
  }
  sigaction(SIGTSTP, &before_stop, NULL);
  sigaction(SIGCONT, &before_continue, NULL);
}

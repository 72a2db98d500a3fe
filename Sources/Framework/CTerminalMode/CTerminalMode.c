// For 'wcwidth'.
#define _GNU_SOURCE 1

#include "CTerminalMode.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { LONGEST = 256 };

// Everything that a handler reads is written before `is_entered` is set.
static struct {
  int input, output, wake;
  struct termios before, raw;
  char entering[LONGEST], leaving[LONGEST];
  size_t entering_count, leaving_count;
} terminal;

static atomic_int is_entered;
static atomic_int has_handlers;
static atomic_int was_told;

static const int fatal[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { FATAL_COUNT = sizeof fatal / sizeof *fatal, ENDING_COUNT = sizeof ending / sizeof *ending };
static struct sigaction before_fatal[FATAL_COUNT], before_ending[ENDING_COUNT];
static struct sigaction before_stop, before_continue, before_resize, before_pipe;

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

static void tell(char event) {
  int saved = errno;
  write_all(terminal.wake, &event, 1);
  errno = saved;
}

// Restores the terminal. It makes only calls that POSIX allows in a handler.
static void restore(void) {
  write_all(terminal.output, terminal.leaving, terminal.leaving_count);
  // Changing the modes would stop a process in the background.
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  tcsetattr(terminal.input, TCSAFLUSH, &terminal.before);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static void enter_again(void) {
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTTOU);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  tcsetattr(terminal.input, TCSAFLUSH, &terminal.raw);
  sigprocmask(SIG_SETMASK, &before, NULL);
  write_all(terminal.output, terminal.entering, terminal.entering_count);
}

static void raise_as(int number, const struct sigaction *action) {
  sigaction(number, action, NULL);
  sigset_t open;
  sigemptyset(&open);
  sigaddset(&open, number);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &open, NULL);
}

static void on_fatal(int number) {
  if (atomic_exchange(&is_entered, 0)) restore();
  for (size_t place = 0; place < FATAL_COUNT; place++) {
    if (fatal[place] == number) raise_as(number, &before_fatal[place]);
  }
}

static void on_ending(int number) {
  int saved = errno;
  if (atomic_exchange(&was_told, 1)) {
    // The program has not handled the first signal.
    if (atomic_exchange(&is_entered, 0)) restore();
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigemptyset(&end.sa_mask);
    raise_as(number, &end);
  }
  tell(number == SIGINT    ? HEADRACE_TERMINAL_INTERRUPTED
       : number == SIGTERM ? HEADRACE_TERMINAL_TERMINATED
                           : HEADRACE_TERMINAL_HUNG_UP);
  errno = saved;
}

static void set_handler(int number, void (*handler)(int), struct sigaction *before) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, before);
}

static void on_stop(int number) {
  int saved = errno;
  if (atomic_load(&is_entered)) {
    restore();
    struct sigaction stop = {.sa_handler = SIG_DFL};
    sigemptyset(&stop.sa_mask);
    raise_as(number, &stop);
    // Here the process goes on. Either another process has continued it, or the system did not stop
    // it, because no process could have continued it.
    set_handler(number, on_stop, NULL);
    if (atomic_load(&is_entered)) {
      enter_again();
      tell(HEADRACE_TERMINAL_CONTINUED);
    }
  }
  errno = saved;
}

static void on_continue(int number) {
  // After SIGSTOP, which a process can't catch: the shell may have changed the modes.
  int saved = errno;
  (void)number;
  if (atomic_load(&is_entered)) {
    enter_again();
    tell(HEADRACE_TERMINAL_CONTINUED);
  }
  errno = saved;
}

static void on_resize(int number) {
  (void)number;
  tell(HEADRACE_TERMINAL_RESIZED);
}

static void set_handlers(void) {
  if (atomic_exchange(&has_handlers, 1)) return;
  for (size_t place = 0; place < FATAL_COUNT; place++) {
    set_handler(fatal[place], on_fatal, &before_fatal[place]);
  }
  for (size_t place = 0; place < ENDING_COUNT; place++) {
    set_handler(ending[place], on_ending, &before_ending[place]);
    // A user who starts a program with nohup wants it to outlive the terminal.
    if (before_ending[place].sa_handler == SIG_IGN) {
      sigaction(ending[place], &before_ending[place], NULL);
    }
  }
  set_handler(SIGTSTP, on_stop, &before_stop);
  set_handler(SIGCONT, on_continue, &before_continue);
  set_handler(SIGWINCH, on_resize, &before_resize);
  // Where there is no reader left, write reports it.
  set_handler(SIGPIPE, SIG_IGN, &before_pipe);
}

static void reset_handlers(void) {
  if (!atomic_exchange(&has_handlers, 0)) return;
  for (size_t place = 0; place < FATAL_COUNT; place++) {
    sigaction(fatal[place], &before_fatal[place], NULL);
  }
  for (size_t place = 0; place < ENDING_COUNT; place++) {
    sigaction(ending[place], &before_ending[place], NULL);
  }
  sigaction(SIGTSTP, &before_stop, NULL);
  sigaction(SIGCONT, &before_continue, NULL);
  sigaction(SIGWINCH, &before_resize, NULL);
  sigaction(SIGPIPE, &before_pipe, NULL);
}

static int enter(int input, int output, int wake, const char *entering, const char *leaving,
                 int is_raw) {
  static atomic_int leaves_at_exit;
  if (atomic_load(&is_entered)) return EBUSY;
  if (strlen(entering) > LONGEST || strlen(leaving) > LONGEST) return E2BIG;
  if (tcgetattr(input, &terminal.before) != 0) return errno;
  terminal.input = input;
  terminal.output = output;
  terminal.wake = wake;
  terminal.entering_count = strlen(entering);
  terminal.leaving_count = strlen(leaving);
  memcpy(terminal.entering, entering, terminal.entering_count);
  memcpy(terminal.leaving, leaving, terminal.leaving_count);
  terminal.raw = terminal.before;
  if (is_raw) {
    cfmakeraw(&terminal.raw);
    terminal.raw.c_cc[VMIN] = 1;
    terminal.raw.c_cc[VTIME] = 0;
  }
  atomic_store(&was_told, 0);
  set_handlers();
  atomic_store(&is_entered, 1);
  if (tcsetattr(input, TCSAFLUSH, &terminal.raw) != 0) {
    int number = errno;
    headrace_terminal_leave();
    return number;
  }
  if (!atomic_exchange(&leaves_at_exit, 1)) atexit(headrace_terminal_leave);
  write_all(output, entering, terminal.entering_count);
  return 0;
}

int headrace_terminal_enter(int input, int output, int wake, const char *entering,
                            const char *leaving) {
  return enter(input, output, wake, entering, leaving, 1);
}

int headrace_terminal_enter_lines(int input, int output, int wake) {
  return enter(input, output, wake, "", "", 0);
}

int headrace_terminal_echo(int is_shown) {
  if (!atomic_load(&is_entered)) return ENOTTY;
  // The end of the line is always shown, so that the next text begins on a new line.
  if (is_shown) {
    terminal.raw.c_lflag |= ECHO;
  } else {
    terminal.raw.c_lflag &= ~(tcflag_t)ECHO;
    terminal.raw.c_lflag |= ECHONL;
  }
  return tcsetattr(terminal.input, TCSADRAIN, &terminal.raw) == 0 ? 0 : errno;
}

int headrace_terminal_set_aside(const char *entering, const char *leaving) {
  if (!atomic_load(&is_entered)) return ENOTTY;
  if (strlen(entering) > LONGEST || strlen(leaving) > LONGEST) return E2BIG;
  // A handler in between writes nothing, never a part.
  terminal.entering_count = 0;
  terminal.leaving_count = 0;
  memcpy(terminal.entering, entering, strlen(entering));
  memcpy(terminal.leaving, leaving, strlen(leaving));
  terminal.entering_count = strlen(entering);
  terminal.leaving_count = strlen(leaving);
  return 0;
}

void headrace_terminal_leave(void) {
  if (atomic_exchange(&is_entered, 0)) restore();
  reset_handlers();
}

int headrace_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int headrace_terminal_width(int scalar) {
  return wcwidth((wchar_t)scalar);
}

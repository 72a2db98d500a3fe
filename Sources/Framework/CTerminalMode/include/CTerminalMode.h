#ifndef HEADRACE_TERMINAL_MODE_H
#define HEADRACE_TERMINAL_MODE_H

#include <stddef.h>

/// What was told to the process, as the byte that its wake descriptor gets.
enum headrace_terminal_event {
  HEADRACE_TERMINAL_RESIZED = 'w',
  HEADRACE_TERMINAL_CONTINUED = 'c',
  HEADRACE_TERMINAL_INTERRUPTED = 'i',
  HEADRACE_TERMINAL_TERMINATED = 't',
  HEADRACE_TERMINAL_HUNG_UP = 'h',
  HEADRACE_TERMINAL_CLOSED = 'q',
};

/// Remembers the modes of a terminal and makes it raw, writes `entering` to it, and from here on
/// gives the terminal back, with `leaving` written, before any signal stops or ends the process.
///
/// There is one such terminal in a process. `entering` and `leaving` are copied; each has 256 bytes
/// at most. Signals that ask for an end (INT, TERM, HUP) and changes of size are told through
/// `wake`, as one byte each; a second one that asks for an end ends the process at once.
///
/// Returns 0, or the number of an error: EBUSY where a terminal is entered already, E2BIG where a
/// sequence is too long, or what the system said.
int headrace_terminal_enter(int input, int output, int wake, const char *entering,
                            const char *leaving);

/// As `headrace_terminal_enter`, for a terminal that stays as it is: it reads lines, and writes
/// nothing by itself. What `headrace_terminal_echo` changes is given back.
int headrace_terminal_enter_lines(int input, int output, int wake);

/// Whether the terminal shows what is typed; returns 0, or the number of an error.
int headrace_terminal_echo(int is_shown);

/// Gives the terminal back as it was, and the signals' handlers. Does nothing the second time.
void headrace_terminal_leave(void);

/// The extent of a terminal; returns 0, or the number of an error.
int headrace_terminal_size(int descriptor, int *columns, int *rows);

#endif

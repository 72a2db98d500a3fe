#ifndef HEADRACE_TERMINAL_MODE_H
#define HEADRACE_TERMINAL_MODE_H

#include <stddef.h>

/// The events that the process is told about, each as one byte on its wake descriptor.
enum headrace_terminal_event {
  HEADRACE_TERMINAL_RESIZED = 'w',
  HEADRACE_TERMINAL_CONTINUED = 'c',
  HEADRACE_TERMINAL_INTERRUPTED = 'i',
  HEADRACE_TERMINAL_TERMINATED = 't',
  HEADRACE_TERMINAL_HUNG_UP = 'h',
  HEADRACE_TERMINAL_CLOSED = 'q',
};

/// Remembers the modes of a terminal, makes it raw, and writes `entering` to it. From then on,
/// before any signal stops or ends the process, `leaving` is written and the modes are restored.
///
/// There is at most one such terminal in a process. `entering` and `leaving` are copied; each has
/// at most 256 bytes. Signals that ask for an end (INT, TERM, HUP) and changes of size are written
/// to `wake`, as one byte each. A second signal that asks for an end ends the process at once.
///
/// Returns 0, or the number of an error: EBUSY if a terminal is entered already, E2BIG if a
/// sequence is too long, or the system's error.
int headrace_terminal_enter(int input, int output, int wake, const char *entering,
                            const char *leaving);

/// Like `headrace_terminal_enter`, but the terminal keeps its modes and reads lines, and nothing is
/// written to it. A change by `headrace_terminal_echo` is undone at the end.
int headrace_terminal_enter_lines(int input, int output, int wake);

/// Sets whether the terminal shows what is typed; returns 0, or the number of an error.
int headrace_terminal_echo(int is_shown);

/// Sets what is written to a terminal that reads lines when the process continues, and before it is
/// stopped or ends; returns 0, or the number of an error. Each has at most 256 bytes.
int headrace_terminal_set_aside(const char *entering, const char *leaving);

/// Restores the terminal and the signals' handlers. Does nothing the second time.
void headrace_terminal_leave(void);

/// The extent of a terminal; returns 0, or the number of an error.
int headrace_terminal_size(int descriptor, int *columns, int *rows);

/// How many cells a scalar takes, by the tables of the thread's locale; -1 if it can't be shown.
int headrace_terminal_width(int scalar);

#endif

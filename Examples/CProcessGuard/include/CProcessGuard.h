#ifndef HEADRACE_PROCESS_GUARD_H
#define HEADRACE_PROCESS_GUARD_H

#include <stddef.h>

/// Forbids core files, and prevents other processes of the same user from reading this one's
/// memory. A crash signal ends the process without starting anything, such as a debugger that would
/// read the next line of the terminal.
///
/// Returns 0, or the error number of a part that the system refused.
int headrace_guard_process(void);

/// Keeps the descriptors from `first` on private: programs that this process starts inherit none of
/// them. Descriptors that other threads open in the meantime may be missed.
void headrace_keep_descriptors(int first);

/// The ways of asking a question: the typed text is hidden, or shown, or hidden while a secret is on
/// the alternate screen. In the last case, a signal that ends the process erases that screen and
/// leaves it.
enum headrace_prompt_kind {
  HEADRACE_PROMPT_HIDDEN = 0,
  HEADRACE_PROMPT_SHOWN = 1,
  HEADRACE_PROMPT_FULL_SCREEN = 2,
};

/// Prepares a terminal for a question, and asks it: `question` is written to `output`.
///
/// Until `headrace_prompt_end`, the terminal is restored before a signal stops the process or ends
/// it by a crash. When the process continues, the echo is as it was at the question, and the
/// question is written again. There is one question at a time in a process. A question is cut
/// at 511 bytes.
///
/// Returns 0, or the number of an error.
int headrace_prompt_begin(int input, int output, const char *question, size_t count, int kind);

/// Restores the terminal. Does nothing the second time.
void headrace_prompt_end(void);

#endif

#include "CThreadSlots.h"

#ifdef __ELF__
/* Found at a fixed distance from the thread's own pointer, without asking the dynamic linker. */
#define AT_A_FIXED_DISTANCE __attribute__((tls_model("initial-exec")))
#else
#define AT_A_FIXED_DISTANCE
#endif

static _Thread_local AT_A_FIXED_DISTANCE void *places[CTHREADSLOT_COUNT];

void **cthreadslot_place(cthreadslot slot) { return &places[slot]; }

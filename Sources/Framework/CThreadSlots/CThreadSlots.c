#include "CThreadSlots.h"

static _Thread_local void *places[CTHREADSLOT_COUNT];

void **cthreadslot_place(cthreadslot slot) { return &places[slot]; }

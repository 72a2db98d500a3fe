#include "CThreadSlots.h"

_Thread_local CTHREADSLOT_MODEL void *cthreadslot_places[CTHREADSLOT_COUNT];

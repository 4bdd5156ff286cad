#define ONYX_KERNEL plain
#include "solver/engine/tier/kernel/step.h"

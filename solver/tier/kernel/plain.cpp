#define ONYX_KERNEL plain
#include "solver/tier/kernel/step.h"

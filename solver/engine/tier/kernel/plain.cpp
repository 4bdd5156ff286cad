#define ONYX_KERNEL plain
#define ONYX_KERNEL_NAME "plain"
#include "solver/engine/tier/kernel/step.h"

#define ONYX_KERNEL plain
#include "solver/tier_kernel_step.h"

#define ONYX_KERNEL plain
#include "solver/tiers/tier_kernel_step.h"

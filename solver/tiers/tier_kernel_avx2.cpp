#define ONYX_KERNEL avx2
#include "solver/tiers/tier_kernel_step.h"

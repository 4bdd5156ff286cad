#define ONYX_KERNEL avx512
#include "solver/tiers/tier_kernel_step.h"

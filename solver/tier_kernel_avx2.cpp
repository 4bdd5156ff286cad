#define ONYX_KERNEL avx2
#include "solver/tier_kernel_step.h"

#define ONYX_KERNEL avx512
#include "solver/tier_kernel_step.h"

#define ONYX_KERNEL avx512
#define ONYX_KERNEL_NAME "avx512"
#include "solver/engine/tier/kernel/step.h"

#define ONYX_KERNEL avx2
#define ONYX_KERNEL_NAME "avx2"
#include "solver/engine/tier/kernel/step.h"

#define ONYX_KERNEL avx2
#include "solver/tier/kernel/step.h"

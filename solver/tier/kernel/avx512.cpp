#define ONYX_KERNEL avx512
#include "solver/tier/kernel/step.h"

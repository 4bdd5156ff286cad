#define ONYX_KERNEL avx512
#include "solver/engine/tier/kernel/step.h"

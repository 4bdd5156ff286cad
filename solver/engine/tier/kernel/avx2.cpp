#define ONYX_KERNEL avx2
#include "solver/engine/tier/kernel/step.h"

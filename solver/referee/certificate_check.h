// (The name by which the judge of JSON was included before there was one header for all.)
#pragma once

#include "solver/referee/referee.h"

namespace onyx {
namespace checker = referee;
}

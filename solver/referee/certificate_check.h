// The judge of certificates in JSON, as referee.h shows it, and what a pack must know of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "solver/referee/referee.h"

namespace onyx::referee {

// The position of a certificate.
struct Root {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  char side = 'V';     // who moves
  std::string stones;  // a character a place, points by row from A1, then midpoints: 'V', 'H', '.'
};

// As check_certificate(); of one that is accepted, its position.
Verdict check_certificate(std::string_view json, Root& root);

}  // namespace onyx::referee

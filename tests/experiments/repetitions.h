// Repeating positions for the tests of commands.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::test {

/// A draw with H to move on 5x5; its certificate and arena are small.
inline const std::string kDraw = "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H";

/// Returns the positions on a certificate's cycle, which must be simple and lead back to its start.
inline std::vector<plain::Position> cycle_of(const nlohmann::json& certificate) {
  std::vector<plain::Position> positions{
      plain::from_text(certificate.at("position").get<std::string>())};
  for (const auto& move : certificate.at("line").at("cycle")) {
    positions.push_back(plain::play(positions.back(), move.get<std::string>()));
  }
  EXPECT_EQ(positions.back(), positions.front());
  positions.pop_back();
  EXPECT_EQ(std::set(positions.begin(), positions.end()).size(), positions.size());
  return positions;
}

}  // namespace onyx::test

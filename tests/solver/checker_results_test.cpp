// What the project publishes: every certificate under results/ must be accepted.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "solver/checker.h"

namespace onyx::checker {
namespace {

std::filesystem::path results() {
  return std::filesystem::path(ONYX_TEST_DIR).parent_path() / "results";
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Results, EveryCertificateIsAccepted) {
  int certificates = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(results())) {
    if (!entry.path().filename().string().ends_with(".cert.json")) continue;
    const Verdict verdict = check_certificate(content_of(entry.path()));
    EXPECT_TRUE(verdict.accepted) << entry.path() << ": " << verdict.text;
    ++certificates;
  }
  EXPECT_GE(certificates, 60);
}

// That they are accepted is tested above; here, that they are what the README says.
TEST(Results, EveryBoardHasARepeatingPositionThatAGameReaches) {
  for (const int side : {5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20}) {
    const std::string size = std::to_string(side) + "x" + std::to_string(side);
    const auto certificate = nlohmann::json::parse(
        content_of(results() / "repetitions" / "boards" / (size + ".cert.json")));
    EXPECT_EQ(certificate.at("claim"), "draw");
    EXPECT_EQ(certificate.at("line").at("prefix").size(), 0U);
    EXPECT_EQ(certificate.at("line").at("cycle").size(), 8U);
    const bool is_standard = side == 12 || side == 16;
    EXPECT_EQ(certificate.at("game").at("setup"), (is_standard ? "standard:" : "open:") + size);
  }
}

}  // namespace
}  // namespace onyx::checker

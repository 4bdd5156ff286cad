// What the project publishes: every certificate under results/ must be accepted.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "solver/checker.h"

namespace onyx::checker {
namespace {

TEST(Results, EveryCertificateIsAccepted) {
  const auto folder = std::filesystem::path(ONYX_TEST_DIR).parent_path() / "results";
  int certificates = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.path().filename().string().ends_with(".cert.json")) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string content(std::istreambuf_iterator<char>(file), {});
    const Verdict verdict = check_certificate(content);
    EXPECT_TRUE(verdict.accepted) << entry.path() << ": " << verdict.text;
    ++certificates;
  }
  EXPECT_GE(certificates, 60);
}

}  // namespace
}  // namespace onyx::checker

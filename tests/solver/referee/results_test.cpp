// The published results: certificates under results/ must be accepted. Large ones are sampled.
#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "solver/referee/referee.h"
#include "tests/sanitized.h"

namespace onyx::referee {
namespace {

std::filesystem::path results() {
  return std::filesystem::path(ONYX_TEST_DIR).parent_path() / "results";
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Results, EveryCertificateIsAccepted) {
  std::vector<std::filesystem::path> certificates;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(results())) {
    if (entry.path().filename().string().ends_with(".cert.json")) {
      certificates.push_back(entry.path());
    }
  }
  EXPECT_GE(certificates.size(), 60U);
  // Sorted, so that a regular sample covers every folder.
  std::sort(certificates.begin(), certificates.end());
  for (std::size_t i = 0; i < certificates.size(); i += test::one_in(5U)) {
    const Verdict verdict = check_certificate(content_of(certificates[i]));
    EXPECT_TRUE(verdict.accepted) << certificates[i] << ": " << verdict.text;
  }
}

std::vector<nlohmann::json> maps_of_openings() {
  std::vector<nlohmann::json> maps;
  std::ifstream small(results() / "openings" / "maps.jsonl");
  for (std::string line; std::getline(small, line);) maps.push_back(nlohmann::json::parse(line));
  for (const char* const map : {"5x5.json", "5x6.json", "6x6.json", "standard-6x6.json"}) {
    maps.push_back(nlohmann::json::parse(content_of(results() / "openings" / map)));
  }
  return maps;
}

/// Returns the claims about the openings, keyed by the certificate's path in results/openings.
std::map<std::string, std::string> claims_of_openings() {
  std::map<std::string, std::string> claims;
  const auto add = [&](const nlohmann::json& map) {
    for (const nlohmann::json& move : map.at("map")) {
      if (move.at("value") == "unknown") continue;
      if (!move.contains("certificate")) {  // found by search, without a proof
        EXPECT_EQ(move.at("proved"), false) << move;
        continue;
      }
      // Two moves that a half turn maps to each other share one certificate.
      const auto [claim, is_new] = claims.try_emplace(move.at("certificate"), move.at("value"));
      EXPECT_EQ(move.at("value"), claim->second) << move;
    }
  };
  for (const nlohmann::json& map : maps_of_openings()) add(map);
  return claims;
}

// The first move is ply 1, and the winner makes the last move.
TEST(Results, DistancesInMapsEndWithAMoveOfTheWinner) {
  int count = 0;
  for (const nlohmann::json& map : maps_of_openings()) {
    const std::string position = map.at("position");
    for (const nlohmann::json& move : map.at("map")) {
      for (const char* const key : {"distance", "distance_at_most"}) {
        if (!move.contains(key) || move.at(key).is_null()) continue;
        const bool is_of_mover = move.at("value").get<std::string>()[0] == position.back();
        EXPECT_EQ(move.at(key).get<int>() % 2 == 1, is_of_mover) << position << ' ' << move;
        ++count;
      }
    }
  }
  EXPECT_GT(count, 800);
}

// The table of 6x6 in the README must agree with the map.
TEST(Results, TheTableOf6x6SaysWhatItsMapDoes) {
  const std::map<std::string, std::string> claims = claims_of_openings();
  const std::string readme = content_of(results() / "openings" / "README.md");
  int rows = 0;
  for (const auto& entry : std::filesystem::directory_iterator(results() / "openings" / "6x6")) {
    const auto claim = claims.find("6x6/" + entry.path().filename().string());
    ASSERT_NE(claim, claims.end()) << entry.path();
    const std::string row =
        "\n| " + entry.path().stem().string() + " | " + claim->second.substr(0, 1);
    EXPECT_NE(readme.find(row), std::string::npos) << row;
    ++rows;
  }
  EXPECT_EQ(rows, 24) << "first moves up to the half turn";
}

/// Whether to check all certificates completely, however long it takes.
bool checks_all() { return std::getenv("ONYX_ALL_CERTIFICATES") != nullptr; }

/// The seed is ONYX_RESULTS_SEED or, by default, the day number, so that each day checks a
/// different share. It is printed, so that a failure can be reproduced.
unsigned seed_of_share() {
  const char* const text = std::getenv("ONYX_RESULTS_SEED");
  const auto seed = text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10))
                                    : static_cast<unsigned>(std::time(nullptr) / 86'400);
  std::cout << "ONYX_RESULTS_SEED=" << seed << '\n';
  return seed;
}

/// All large certificates together take minutes, so this returns one of the largest first, then
/// a twentieth of the others.
std::vector<std::filesystem::path> share_of_large(std::vector<std::filesystem::path> large) {
  if (test::kIsSanitized) return {};  // far too slow there
  if (checks_all()) return large;
  if (std::getenv("ONYX_SHORT") != nullptr) return {};
  std::sort(large.begin(), large.end());
  std::shuffle(large.begin(), large.end(), std::minstd_rand(seed_of_share()));
  constexpr std::uintmax_t kLargest = 170'000;  // bytes; one may take as long as all others
  const auto others =
      std::partition(large.begin(), large.end(), [](const std::filesystem::path& path) {
        return std::filesystem::file_size(path) > kLargest;
      });
  std::vector<std::filesystem::path> share;
  if (others != large.begin()) share.push_back(large.front());
  std::copy_n(others, (large.end() - others + 19) / 20, std::back_inserter(share));
  return share;
}

/// Checks only the first moves of a very large file, because all moves would take too long. Returns
/// nothing if the check stopped there without an error.
std::optional<Verdict> verdict_of(const std::filesystem::path& path) {
  constexpr std::uintmax_t kTooLarge = 1'700'000;   // bytes
  constexpr std::uint64_t kFirstMoves = 1'000'000;  // checked in about 15 seconds
  const std::string bytes = content_of(path);
  std::atomic<bool> is_enough{false};
  Watch watch;
  watch.memory = std::uint64_t{4} << 30;
  if (bytes.size() > kTooLarge && !checks_all()) {
    watch.progress = [&](std::uint64_t done, std::uint64_t) { is_enough = done > kFirstMoves; };
    watch.is_interrupted = [&] { return is_enough.load(); };
  }
  try {
    return check(file_of(bytes), watch);
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

TEST(Results, EveryCompactCertificateIsAccepted) {
  const std::map<std::string, std::string> claims = claims_of_openings();
  EXPECT_GE(claims.size(), 876U);
  for (const auto& [name, claim] : claims) {
    EXPECT_TRUE(std::filesystem::exists(results() / "openings" / name)) << name;
  }
  constexpr std::uintmax_t kLarge = 8'000;  // bytes
  std::vector<std::filesystem::path> small;
  std::vector<std::filesystem::path> large;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(results())) {
    if (entry.path().extension() != ".certz") continue;
    (entry.file_size() > kLarge ? large : small).push_back(entry.path());
  }
  EXPECT_GE(small.size() + large.size(), 922U);
  std::sort(small.begin(), small.end());
  std::vector<std::filesystem::path> checked = share_of_large(std::move(large));
  for (std::size_t i = 0; i < small.size(); i += test::one_in(10U)) checked.push_back(small[i]);
  // Each certificate uses one thread.
  std::vector<std::optional<Verdict>> verdicts(checked.size());
  tbb::parallel_for(
      std::size_t{0}, checked.size(), [&](std::size_t i) { verdicts[i] = verdict_of(checked[i]); },
      tbb::simple_partitioner());
  for (std::size_t i = 0; i < checked.size(); ++i) {
    const std::filesystem::path& path = checked[i];
    if (!verdicts[i]) continue;
    const Verdict& verdict = *verdicts[i];
    EXPECT_TRUE(verdict.accepted) << path << ": " << verdict.text;
    const auto claim =
        claims.find(std::filesystem::relative(path, results() / "openings").string());
    if (claim == claims.end()) continue;
    EXPECT_EQ(verdict.claim, claim->second) << path;
  }
}

// Checks the README's facts about these certificates; another test runs the referee on them.
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

// Checks the figures in results/records.md that can be checked without solving positions.
TEST(Results, RecordsAreWhatTheyAreCalled) {
  const auto record = [](const std::string& name) {
    return nlohmann::json::parse(content_of(results() / "records" / (name + ".cert.json")));
  };
  const auto cycle_of = [&](const std::string& name) {
    const nlohmann::json certificate = record(name);
    EXPECT_EQ(certificate.at("line").at("prefix").size(), 0U) << name;
    return certificate.at("line").at("cycle").size();
  };
  EXPECT_EQ(cycle_of("longest-cycle-7x7"), 80U);
  EXPECT_EQ(cycle_of("cycle-of-20-plies-5x6"), 20U);
  EXPECT_EQ(cycle_of("four-squares-7x7"), 16U);
  EXPECT_EQ(cycle_of("shortest-cycle-of-12-plies-5x6"), 12U);
  EXPECT_EQ(cycle_of("cooperative-double-capture-5x5"), 8U);
  // The catalogue lists the contents of the packs, so take their positions from there.
  std::map<std::string, std::string> in_catalogue;  // key: file
  std::istringstream catalogue(content_of(results() / "catalogue" / "catalogue.jsonl"));
  for (std::string line; std::getline(catalogue, line);) {
    const auto json = nlohmann::json::parse(line);
    in_catalogue[json.at("file").get<std::string>()] = json.at("position").get<std::string>();
  }
  for (const auto& [board, stones] :
       {std::pair{"4x5", 7}, {"5x5", 8}, {"6x6", 12}, {"12x12", 37}}) {
    const std::string name = std::string("fewest-stones-") + board + ".pack";
    const std::string pack = content_of(results() / "records" / name);
    const Verdict verdict = check(file_of(pack));
    EXPECT_TRUE(verdict.accepted) << name << ": " << verdict.text;
    EXPECT_EQ(verdict.text, "pack of 1 certificate: 1 draw") << name;
    ASSERT_TRUE(in_catalogue.contains("results/records/" + name + "#1")) << name;
    const std::string& position = in_catalogue["results/records/" + name + "#1"];
    // The text lists points row by row, then midpoints such as "BC12:V", then the side to move.
    const std::size_t rows = position.find(' ');
    const auto is_stone = [](char letter) { return letter == 'V' || letter == 'H'; };
    const auto on_points = std::count_if(
        position.begin(), position.begin() + static_cast<std::ptrdiff_t>(rows), is_stone);
    const auto on_midpoints = std::count(position.begin(), position.end(), ':');
    EXPECT_EQ(on_points + on_midpoints, stones) << board;
    // results/records.md must have the same number.
    const std::string row = std::string("| fewest stones on ") + board + " | ";
    const std::string page = content_of(results() / "records.md");
    const std::size_t at = page.find(row);
    ASSERT_NE(at, std::string::npos) << board;
    EXPECT_EQ(std::atoi(page.c_str() + at + row.size()), stones) << board;
  }
}

// The pack and the atlas must have all classes that the census counted. For each number of stones
// and side to move, the cycles must have as many positions as the census says.
TEST(Results, ThePackOf4x5HasWhatTheCensusCounted) {
  const auto census = nlohmann::json::parse(content_of(results() / "boards" / "4x5.census.json"));
  const std::string pack = content_of(results() / "repetitions" / "4x5.pack");
  const Verdict verdict = check(file_of(pack));
  EXPECT_TRUE(verdict.accepted) << verdict.text;
  EXPECT_EQ(
      verdict.certificates,
      (std::map<std::string, std::uint64_t>{{"draw", census.at("classes").get<std::uint64_t>()}}));

  const auto atlas = nlohmann::json::parse(content_of(results() / "atlas" / "atlas.json"));
  std::map<int, std::pair<int, int>> on_cycles;  // per stone count: positions, and with V to move
  int classes = 0;
  for (const nlohmann::json& one : atlas.at("classes")) {
    if (!one.at("file").get<std::string>().starts_with("results/repetitions/4x5.pack#")) continue;
    ++classes;
    const auto position = one.at("position").get<std::string>();
    const auto is_stone = [](char letter) { return letter == 'V' || letter == 'H'; };
    // Counts stones by their letters, V and H, which no column of 4x5 has; the last letter is the
    // side to move.
    auto stones = static_cast<int>(std::count_if(position.begin(), position.end() - 1, is_stone));
    bool v_moves = position.back() == 'V';
    std::istringstream cycle(one.at("cycle").get<std::string>());
    for (std::string move; cycle >> move; v_moves = !v_moves) {
      ++on_cycles[stones].first;
      on_cycles[stones].second += v_moves ? 1 : 0;
      stones += 1 - 2 * static_cast<int>(std::count(move.begin(), move.end(), '*'));
    }
  }
  EXPECT_EQ(classes, census.at("classes"));
  for (const nlohmann::json& row : census.at("by_stones")) {
    const auto [all, v_to_move] = on_cycles[row.at("stones").get<int>()];
    EXPECT_EQ(all, row.at("on_cycles")) << row;
    EXPECT_EQ(v_to_move, row.at("on_cycles_v_to_move")) << row;
  }
}

// results/records.md claims that the census confirms the record of seven stones.
TEST(Results, TheCensusHasNoFewerStonesThanTheRecord) {
  const auto census = nlohmann::json::parse(content_of(results() / "boards" / "4x5.census.json"));
  ASSERT_EQ(census.at("complete"), true);
  std::map<int, int> on_cycles;
  for (const nlohmann::json& row : census.at("by_stones")) {
    if (row.at("on_cycles") > 0) on_cycles[row.at("stones")] = row.at("on_cycles");
  }
  EXPECT_EQ(on_cycles.begin()->first, 7);
  EXPECT_EQ(on_cycles.rbegin()->first, 19);
}

}  // namespace
}  // namespace onyx::referee

// Tests onyx solve by proof-number search: values, certificates, maps and saved tables.

#include <map>
#include <set>
#include <thread>

#include "experiments/files/certificate_files.h"
#include "solver/engine/proof_number/saved_search.h"
#include "solver/engine/proof_number/winning_strategy.h"
#include "tests/experiments/program.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

/// Expects that both programs accept the file and name the claim.
void expect_both_accept(const std::string& file, const std::string& claim) {
  for (const Result& result : {run_check({file}), run_onyx({"check", file})}) {
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_TRUE(result.out.starts_with(file + ": accepted: " + claim + "; ")) << result;
  }
}

/// The values of both positions, a win and a loss for the side to move, are found quickly, but
/// their exact distances are not.
TEST(SolveByProofNumbers, SaysWhichEngineAndWhy) {
  const Result result = run_onyx({"solve", "4/4/V3/4/4 - H", "--engine", "proof-number"});
  EXPECT_EQ(result.code, 0) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 6U) << result;
  EXPECT_EQ(lines[0], "H wins");
  EXPECT_TRUE(lines[1].starts_with("distance: at most ")) << result;
  EXPECT_TRUE(lines[2].ends_with(" wins, perhaps not the soonest")) << result;
  EXPECT_EQ(lines[5], "engine: proof-number search (asked for)");
  const Result lost = run_onyx({"solve", "V4/5/5/5 - H", "--engine", "proof-number"});
  EXPECT_EQ(lines_of(lost.out)[0], "V wins") << lost;
  EXPECT_EQ(lines_of(lost.out)[2], "best moves: unknown, every move loses") << lost;
  expect_refused({"solve", "open:3x3", "--engine", "other"}, "--engine");
}

/// The distance and all best moves must be exact with either engine, if they cost little to find.
TEST(SolveByProofNumbers, TellsExactDistances) {
  for (const std::string& position : Texts{"3/1H1/3/V2 - V", "4/1H2/1V2 - H", "open:3x4"}) {
    nlohmann::json by_search =
        run_onyx({"solve", position, "--engine", "proof-number", "--json"}).json();
    nlohmann::json by_explorer =
        run_onyx({"solve", position, "--engine", "explorer", "--json"}).json();
    for (const char* key : {"value", "distance", "best_moves"}) {
      EXPECT_EQ(by_search.at(key), by_explorer.at(key)) << position << ": " << key;
    }
    EXPECT_FALSE(by_search.contains("best_moves_exact"));
  }
}

TEST(SolveByProofNumbers, RefusesWhatAnotherEngineIsAskedFor) {
  const TemporaryFolder folder;
  expect_refused({"solve", "open:3x3", "--engine", "explorer", "--map"}, "--map");
  expect_refused({"solve", "open:3x3", "--out", "map"}, "--out goes with --map");
  expect_refused({"solve", "open:3x3", "--map", "--out", "a", "--certificate", "b"},
                 "give only one");
  expect_refused({"solve", "open:3x3", "--engine", "explorer", "--resume", folder / "table"},
                 "--resume");
  expect_refused({"solve", "open:3x3", "--engine", "arena", "--certificate", folder / "a.certz"},
                 "arena");
  expect_refused({"solve", "VH/HV - V", "--map"}, "the game is over");
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(SolveByProofNumbers, TellsItsAnswerWhereTheTableCannotBeSaved) {
  const TemporaryFolder folder;
  const std::string file = folder / "table";
  ASSERT_EQ(run_onyx({"solve", "open:4x4", "--resume", file}).code, 0);
  const std::string before = read(file);
  // A limit on file sizes stands in for a full disk.
  const Result result =
      Process({"/bin/sh", "-c", "ulimit -f 4; exec \"$0\" solve open:4x4 --resume \"$1\"",
               ONYX_PROGRAM, file})
          .wait();
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_TRUE(result.out.starts_with("V wins\n")) << result;
  EXPECT_NE(result.err.find("the table is not saved"), std::string::npos) << result;
  EXPECT_EQ(names_in(folder.path()), Texts{"table"});
  EXPECT_EQ(read(file), before);
}

TEST(SolveByProofNumbers, TakesOverFromTheExplorer) {
  // With little memory, the explorer gives up sooner.
  const Arguments position =
      kIsSanitized ? Arguments{"open:4x4", "--memory-limit", "64M"} : Arguments{"open:4x5"};
  const nlohmann::json json = run_onyx(with({"solve", "--json"}, position)).json();
  EXPECT_EQ(json.at("engine"), "proof-number search");
  EXPECT_EQ(json.at("value"), kIsSanitized ? "V wins" : "H wins");
  // A fast machine may also find the exact distance.
  const bool exact = !json.at("distance").is_null();
  EXPECT_GT(json.at(exact ? "distance" : "distance_at_most"), 10);
  EXPECT_EQ(json.contains("distance_at_most"), !exact);
}

TEST(SolveByProofNumbers, WritesCertificatesOfBothForms) {
  const TemporaryFolder folder;
  for (const std::string& position :
       Texts{"open:3x4", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "VH/HV - V", "standard:4x4"}) {
    for (const char* name : {"a.cert.json", "a.certz"}) {
      const std::string file = folder / name;
      const Result result = run_onyx(
          {"solve", position, "--engine", "proof-number", "--certificate", file, "--json"});
      EXPECT_EQ(result.code, 0) << result;
      EXPECT_EQ(result.json().at("certificate"), file);
      expect_both_accept(file, result.json().at("value"));
      const std::string bytes = read(file);
      EXPECT_EQ(bytes.starts_with("OnyxCtz"), file.ends_with(".certz")) << position;
    }
  }
  std::filesystem::resize_file(folder / "a.certz", 140);
  for (const Result& result :
       {run_check({folder / "a.certz"}), run_onyx({"check", folder / "a.certz"})}) {
    EXPECT_EQ(result.code, 1) << result;
    EXPECT_NE(result.out.find("rejected: "), std::string::npos) << result;
  }
}

TEST(SolveByProofNumbers, MapsAllFirstMoves) {
  const TemporaryFolder folder;
  const plain::Table table(3, 3);
  const Result result = run_onyx({"solve", "open:3x3", "--map", "--json", "--out", folder / "map"});
  EXPECT_EQ(result.code, 0) << result;
  const nlohmann::json json = result.json();
  EXPECT_EQ(json.at("value"), "V wins");
  const plain::Position root = plain::open_setup(3, 3);
  const auto moves = plain::legal_moves(root);
  ASSERT_EQ(json.at("map").size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const nlohmann::json& entry = json.at("map")[i];
    EXPECT_EQ(entry.at("move"), moves[i].text());
    const plain::Entry next = table.lookup(plain::play(root, moves[i]));
    const bool v_wins = next.value == plain::Value::kLoss;
    EXPECT_EQ(entry.at("value"), v_wins ? "V wins" : "H wins") << moves[i].text();
    EXPECT_EQ(entry.at("swap"), v_wins);
    EXPECT_GE(entry.at("distance_at_most"), next.distance + 1);
    expect_both_accept(entry.at("certificate"), entry.at("value"));
  }
  const Result text = run_onyx({"solve", "open:3x3", "--map"});
  EXPECT_TRUE(text.out.starts_with("V wins\n    A   B   C\n  3 ")) << text;
  EXPECT_NE(text.out.find("\nV wins after (v):"), std::string::npos) << text;
  EXPECT_NE(text.out.find("\nwith the pie rule, swapped:"), std::string::npos) << text;
  const Result later = run_onyx({"solve", "V2/3/3 - H", "--map"});
  EXPECT_EQ(later.out.find("pie rule"), std::string::npos) << later;
}

TEST(SolveByProofNumbers, ResumesFromItsTable) {
  const TemporaryFolder folder;
  const std::string file = folder / "table";
  const Arguments arguments = {"solve", "open:6x6", "--resume", file, "--memory-limit", "256M"};
  Arguments limited = arguments;
  limited.insert(limited.end(), {"--time-limit", "1", "--json"});
  const Result first = run_onyx(limited);
  EXPECT_EQ(first.code, 3) << first;
  EXPECT_EQ(first.json().at("value"), "unknown");
  EXPECT_NE(first.err.find("proof number"), std::string::npos) << first;
  const nlohmann::json::number_unsigned_t nodes = first.json().at("states");
  EXPECT_GT(nodes, 0U);
  const Result second = run_onyx(limited);
  EXPECT_NE(second.err.find("resumed from"), std::string::npos) << second;
  EXPECT_GT(second.json().at("states"), nodes);
  Process process(onyx_command(arguments));
  process.wait_until_signals_are_caught();
  while (!std::filesystem::exists(file + ".run.lock")) std::this_thread::yield();
  expect_refused(limited, "another run");  // otherwise one run would lose its work
  process.send(SIGTERM);
  const Result third = process.wait();
  EXPECT_EQ(third.code, 130) << third;
  EXPECT_EQ(names_in(folder.path()), Texts{"table"});
  expect_refused({"solve", "open:4x4", "--resume", file}, "another board");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  expect_refused(arguments, "cut short");
}

/// Writes the strategy file of an interrupted run: two thirds of the moves of H's strategy on open
/// 4x5.
void write_part_of_strategy(const std::string& file, const WideBoard<1>& board) {
  const WidePosition<1> root = open_setup(board);
  proof_number::ProofTable<1> table(std::uint64_t{1} << 26);
  proof_number::Searcher<1> searcher(board, table);
  ASSERT_EQ(proof_number::find_value(searcher, root, {}).winner, Player::H);
  auto strategy = proof_number::winning_strategy(searcher, root, Player::H, {}).strategies.front();
  int count = 0;
  strategy.moves.for_each([&](const auto&, proof_number::StrategyMove& entry) {
    if (count++ % 3 == 0) entry.move = proof_number::kNoMove;
  });
  NewFile output(file);
  proof_number::save_strategy(strategy, root, board.size(), writer_to(output));
  output.finish();
}

TEST(SolveByProofNumbers, GoesOnWithAStrategyThatIsWrittenDown) {
  const TemporaryFolder folder;
  const std::string table = folder / "table";
  const std::string strategy = folder / "table.strategy";
  const std::string certificate = folder / "a.certz";
  write_part_of_strategy(strategy, WideBoard<1>({4, 5}));
  const std::string kept = read(strategy);
  const auto solve = [&](const std::string& position) {
    return Arguments{"solve", position, "--resume", table, "--certificate", certificate};
  };
  // The strategy file belongs to another position, so it must not change.
  const Result other = run_onyx(solve("4/4/V3/4/4 - H"));
  EXPECT_EQ(other.code, 0) << other;
  EXPECT_EQ(other.err.find("continues the strategy"), std::string::npos) << other;
  EXPECT_EQ(read(strategy), kept);

  // A damaged strategy must not change either; the message says that it cannot be continued.
  const std::string damaged = kept.substr(0, kept.size() - 1);
  write(strategy, damaged);
  const Result refused = run_onyx(solve("open:4x5"));
  EXPECT_EQ(refused.code, 2) << refused;
  EXPECT_NE(refused.err.find("cannot continue the strategy in"), std::string::npos) << refused;
  EXPECT_EQ(read(strategy), damaged);
  write(strategy, kept);
  const Result whole = run_onyx(solve("open:4x5"));
  EXPECT_EQ(whole.code, 0) << whole;
  EXPECT_NE(whole.err.find("continues the strategy"), std::string::npos) << whole;
  expect_both_accept(certificate, "H wins");
  EXPECT_FALSE(std::filesystem::exists(strategy));
}

/// A certificate gives the value of its own position and of the positions of its strategy.
TEST(SolveByProofNumbers, BeginsWithKnownCertificates) {
  const TemporaryFolder folder;
  const std::string map = folder / "map";
  const Arguments solve = {"solve", "open:4x4", "--first", "h", "--json"};
  const nlohmann::json all =
      run_onyx({"solve", "open:4x4", "--map", "--out", map, "--json"}).json();
  ASSERT_EQ(all.at("value"), "V wins");
  std::uint64_t positions = 0;
  for (const auto& entry : all.at("map")) {
    positions += entry.at("certificate_entries").get<std::uint64_t>();
  }
  const nlohmann::json without = run_onyx(solve).json();
  EXPECT_GT(without.at("states"), 200);
  const std::string certificate = folder / "a.certz";
  const Result with_all = run_onyx(with(solve, {"--known", map, "--certificate", certificate}));
  EXPECT_EQ(with_all.code, 0) << with_all;
  EXPECT_EQ(with_all.json().at("value"), "V wins");
  EXPECT_EQ(with_all.json().at("proved"), true);
  EXPECT_LE(with_all.json().at("states"), 2) << with_all;
  EXPECT_NE(with_all.err.find(std::to_string(positions) + " positions known from"),
            std::string::npos)
      << with_all;
  expect_both_accept(certificate, "V wins");
  // The certificates give a value for every first move, so the map needs no search.
  const nlohmann::json again =
      run_onyx({"solve", "open:4x4", "--map", "--known", map, "--json"}).json();
  for (std::size_t i = 0; i < all.at("map").size(); ++i) {
    EXPECT_EQ(again.at("map")[i].at("value"), all.at("map")[i].at("value"));
    EXPECT_EQ(again.at("map")[i].at("proved"), true);
  }
  EXPECT_EQ(again.at("states"), 0);
}

TEST(SolveByProofNumbers, RefusesKnownCertificatesThatProveNothing) {
  const TemporaryFolder folder;
  const std::string known = folder / "known.certz";
  ASSERT_EQ(
      run_onyx({"solve", "open:4x4", "--engine", "proof-number", "--certificate", known}).code, 0);
  const std::string bytes = read(known);
  const auto expect_no = [&](const std::string& file, const std::string& why) {
    expect_refused({"solve", "open:4x4", "--known", file}, why);
  };
  expect_refused({"solve", "open:4x4", "--engine", "explorer", "--known", known}, "--known");
  expect_refused({"solve", "open:4x4", "open:3x3", "--known", known}, "for one position");
  expect_refused({"solve", "open:4x4", "--first", "x"}, "--first");
  expect_no(folder / "none.certz", "none.certz");
  for (const std::size_t length : {std::size_t{0}, std::size_t{100}, bytes.size() - 1}) {
    write(known, bytes.substr(0, length));
    expect_no(known, "known.certz");
  }
  std::string changed = bytes;
  changed[16] = 'H';
  write(known, changed);
  expect_no(known, "rejected");
  const std::string draw = folder / "draw.certz";
  ASSERT_EQ(run_onyx({"solve", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "--certificate", draw}).code,
            0);
  const std::string results = Path(ONYX_TEST_DIR).parent_path() / "results";
  ASSERT_EQ(run_onyx({"solve", "open:4x4", "--certificate", known}).code, 0);
  for (const std::string& other :
       Texts{draw, known, results + "/repetitions/4x5.pack",
             results + "/natural/4x5-one-mistake/end.cert.json",
             Path(ONYX_TEST_DIR) / "certificates/accept/cycle-3x3.cert.json"}) {
    const Result passed_over = run_onyx({"solve", "open:3x3", "--known", other});
    EXPECT_EQ(passed_over.code, 0) << passed_over;
    EXPECT_EQ(passed_over.err.find("positions known"), std::string::npos) << passed_over;
  }
}

TEST(SolveByProofNumbers, AsksWhicheverSideFirst) {
  for (const std::string& position :
       Texts{"open:3x4", "4/4/V3/4/4 - H", "VH/HV - V", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H"}) {
    std::set<std::string> values;
    for (const char* first : {"v", "h"}) {
      values.insert(run_onyx({"solve", position, "--first", first, "--json"}).json().at("value"));
    }
    EXPECT_EQ(values.size(), 1U) << position;
  }
}

TEST(SolveByProofNumbers, TellsTheNumbersOfOpenMoves) {
  for (const char* first : {"v", "h"}) {
    const Result result = run_onyx({"solve", "open:6x6", "--map", "--json", "--first", first,
                                    "--memory-limit", "256M", "--time-limit", "2"});
    EXPECT_EQ(result.code, 3) << result;
    int open = 0;
    const nlohmann::json json = result.json();
    for (const auto& row : json.at("map")) {
      EXPECT_EQ(row.contains("proof_number"), row.at("value") == "unknown") << row;
      if (!row.contains("proof_number")) continue;
      ++open;
      EXPECT_GT(row.at("proof_number"), 0) << row;
      EXPECT_GT(row.at("disproof_number"), 0) << row;
    }
    EXPECT_GT(open, 0) << result;
  }
}

/// Writes the table of a 4x4 board with proofs and disproofs exchanged, so that its values are
/// wrong.
void exchange_winners(const std::string& file) {
  constexpr BoardSize kSize{4, 4};
  constexpr std::uint64_t kBytes = 64 << 20;
  proof_number::ProofTable<1> honest(kBytes);
  std::uint64_t nodes = 0;
  {
    const InputFile input(file);
    nodes = proof_number::load(honest, WideBoard<1>(kSize), source_of(input));
  }
  proof_number::ProofTable<1> forged(kBytes);
  forged.reserve(honest.used());
  honest.for_each([&](auto entry) {
    if (!entry.knowledge.is_settled()) return;
    std::swap(entry.knowledge.numbers.proof, entry.knowledge.numbers.disproof);
    forged.store(entry.question, hash_of(entry.question), entry.knowledge);
  });
  NewFile output(file);
  proof_number::save(forged, kSize, nodes, writer_to(output));
  output.finish();
}

TEST(SolveByProofNumbers, SaysThatAResumedTableProvesNothing) {
  const TemporaryFolder folder;
  const std::string file = folder / "table";
  const std::string certificate = folder / "a.certz";
  // The search for the exact distance needs few nodes here, so it succeeds and proves the value.
  const std::string far = "open:4x4";
  const Arguments solve = {"solve", far, "--resume", file, "--memory-limit", "64M"};
  const nlohmann::json first = run_onyx(with(solve, {"--json"})).json();
  EXPECT_EQ(first.at("value"), "V wins");
  EXPECT_EQ(first.at("proved"), true);
  const nlohmann::json honest =
      run_onyx(with(solve, {"--json", "--certificate", certificate})).json();
  EXPECT_EQ(honest.at("value"), "V wins");
  EXPECT_EQ(honest.at("proved"), true);
  expect_both_accept(certificate, "V wins");

  exchange_winners(file);
  const std::string forged = read(file);
  const Result believed = run_onyx(solve);
  EXPECT_EQ(believed.code, 0) << believed;
  EXPECT_EQ(lines_of(believed.out).at(0), "H wins") << believed;
  EXPECT_NE(believed.out.find("\nproved: no"), std::string::npos) << believed;
  const Result json = run_onyx(with(solve, {"--json"}));
  EXPECT_EQ(json.json().at("proved"), false) << json;
  const Result map = run_onyx(with(solve, {"--json", "--map"}));
  EXPECT_EQ(map.json().at("proved"), false) << map;
  EXPECT_NE(run_onyx(with(solve, {"--map"})).out.find("\nproved: no"), std::string::npos);

  // A certificate needs a proof, so the program notices that the table is wrong.
  std::filesystem::remove(certificate);
  write(file, forged);
  const Result found_out = run_onyx(with(solve, {"--certificate", certificate}));
  EXPECT_EQ(found_out.code, 2) << found_out;
  EXPECT_NE(found_out.err.find("is wrong"), std::string::npos) << found_out;
  EXPECT_FALSE(std::filesystem::exists(certificate));
}

}  // namespace
}  // namespace onyx::test

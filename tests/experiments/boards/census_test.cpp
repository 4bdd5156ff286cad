// Tests onyx census on arenas, whose draws are also counted directly, and on made-up folders.
#include <algorithm>
#include <map>
#include <set>

#include "core/notation.h"
#include "experiments/boards/census/board_census.h"
#include "experiments/boards/tier_results.h"
#include "solver/repetition/recurrence.h"
#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"

namespace onyx::test {
namespace {

/// A draw on 4x5, with four empty midpoints in its arena.
const std::string kDraw45 = "VVHH/V1VV/H1H1/1HVH/VH1V - V";

TierName tier_of(const WideBoard<1>& board, const WidePosition<1>& position) {
  TierName name;
  for (std::size_t player = 0; player < 2; ++player) {
    name.owned[player] = static_cast<std::uint32_t>(position.stones[player].words()[0] >>
                                                    board.geometry().point_count());
  }
  return name;
}

/// All draws that differ from one position only in its arena, as a graph and grouped by tier.
struct ArenaDraws {
  explicit ArenaDraws(const std::string& text)
      : board(board_size_of(text)), format(board.size(), "test") {
    const WidePosition<1> root = parse_position(board, text);
    draws = ArenaSolver<1>(board).drawn(root, arena_of(board, root));
    for (StateId state = 0; state < draws.graph.state_count(); ++state) add(position(state));
  }
  WidePosition<1> position(StateId state) const { return draws.graph.position(state); }
  void add(const WidePosition<1>& position) {
    by_tier[tier_of(board, position)].push_back(format.code_of(position));
  }

  const WideBoard<1> board;
  const DrawFormat format;
  SolvedGraph<1> draws;
  std::map<TierName, DrawCodes> by_tier;
};

TierCensus census_of(const ArenaDraws& arena, const std::vector<Symmetry>& group,
                     const TierName& tier, DrawCodes codes) {
  std::sort(codes.begin(), codes.end());
  return census_of_tier(arena.board, group, Unreachable<1>(arena.board, open_setup(arena.board)),
                        arena.format, tier, codes);
}

/// Whether the number of stones agrees with the side to move. Only for boards of at most seven
/// columns, because the letter H in names of midpoints would be counted as a stone.
bool has_right_side(const std::string& text) {
  const auto stones = [&](char letter) { return std::count(text.begin(), text.end() - 1, letter); };
  return ((stones('V') + stones('H')) % 2 == 0) == (text.back() == 'V');
}

TEST(Census, HasTheClassesOfTheArena) {
  for (const std::string& text : Texts{kDraw, kDraw45}) {
    const ArenaDraws arena(text);
    const auto classes = recurrent_classes(arena.draws.graph, arena.draws.outcomes);
    std::multiset<std::pair<std::size_t, std::size_t>> expected;  // positions, plies
    std::uint64_t on_cycles = 0;
    for (const RecurrentClass& states : classes) {
      std::size_t plies = SIZE_MAX;
      for (const StateId state : states) {
        plies = std::min(
            plies, shortest_cycle(arena.draws.graph, arena.draws.outcomes, state).states.size());
      }
      expected.emplace(states.size(), plies);
      on_cycles += states.size();
    }
    ASSERT_FALSE(expected.empty());
    std::multiset<std::pair<std::size_t, std::size_t>> found;
    StonesCensus sum;
    for (const auto& [tier, codes] : arena.by_tier) {
      const TierCensus census = census_of(arena, {}, tier, codes);
      for (const ClassCensus& recurrent : census.classes) {
        found.emplace(recurrent.positions, recurrent.plies);
      }
      for (const auto& [stones, counts] : census.by_stones) sum.add(counts);
    }
    EXPECT_EQ(found, expected) << text;
    EXPECT_EQ(sum.draws, arena.draws.graph.state_count());
    EXPECT_EQ(sum.on_cycles, on_cycles);
    EXPECT_GT(sum.draws, on_cycles);
    std::uint64_t right_side = 0;
    std::uint64_t v_to_move = 0;
    for (StateId state = 0; state < arena.draws.graph.state_count(); ++state) {
      const bool is_right = has_right_side(format_position(arena.board, arena.position(state)));
      right_side += is_right ? 1 : 0;
      v_to_move += arena.position(state).to_move == Player::V ? 1 : 0;
    }
    EXPECT_EQ(sum.right_side, right_side);
    EXPECT_EQ(sum.v_to_move, v_to_move);
    EXPECT_LE(sum.may_arise, right_side);
  }
}

TEST(Census, CountsUpToSymmetry) {
  const ArenaDraws arena(kDraw);
  const std::vector<Symmetry> group = symmetries_of(arena.board.geometry());
  const Symmetry& swap = group.at(1);
  const TierName bare;
  const DrawCodes one_kind = arena.by_tier.at(bare);
  const TierCensus half =
      census_of(arena, group, {{1, 0}}, one_kind);  // in a tier without symmetry
  EXPECT_EQ(half.draws_up_to_symmetry, one_kind.size());
  EXPECT_EQ(half.classes_up_to_symmetry, half.classes.size());
  std::set<std::uint64_t> both(one_kind.begin(), one_kind.end());
  for (const std::uint64_t code : one_kind) {
    both.insert(arena.format.code_of(swap(arena.format.position(bare, code))));
  }
  const TierCensus census = census_of(arena, group, bare, {both.begin(), both.end()});
  EXPECT_EQ(both.size(), 2 * one_kind.size());
  EXPECT_EQ(census.draws_up_to_symmetry, one_kind.size());
  EXPECT_EQ(census.classes.size(), 2 * census.classes_up_to_symmetry);
  // Swapping the colours turns a draw with the right side to move into one with the wrong side.
  for (const auto& [stones, counts] : half.by_stones) {
    const StonesCensus& swapped = half.by_stones_swapped.at(stones);
    EXPECT_EQ(swapped.draws, counts.draws);
    EXPECT_EQ(swapped.v_to_move, counts.draws - counts.v_to_move);
    EXPECT_EQ(swapped.on_cycles_v_to_move, counts.on_cycles - counts.on_cycles_v_to_move);
    EXPECT_EQ(swapped.right_side, counts.draws - counts.right_side);
    EXPECT_EQ(swapped.on_cycles, counts.on_cycles);
  }
  EXPECT_EQ(census.classes_up_to_symmetry, census_of(arena, {}, bare, one_kind).classes.size());
}

/// A folder for 4x5 with solved tiers: the tiers of an arena, with its draws, and one tier without
/// draws.
class CensusFolder {
 public:
  CensusFolder() : arena_(kDraw45) {
    const BoardSize size = arena_.board.size();
    const TierResults results(folder_.path(), size, 6);
    const DrawFiles files(folder_.path(), size, 6);
    for (auto& [tier, codes] : arena_.by_tier) {
      std::sort(codes.begin(), codes.end());
      files.save(tier, codes);
      TierResult result;
      result.alike = 1;
      result.counts.to_move[0].draws = codes.size();
      result.draws_by_stones[9].draws = codes.size();
      results.save(tier, result);
    }
    TierResult none;
    none.alike = 1;
    results.save({{63, 0}}, none);
  }

  std::string path() const { return folder_.path().string(); }
  const ArenaDraws& arena() const { return arena_; }
  std::string in(const std::string& name) const { return folder_ / name; }

 private:
  ArenaDraws arena_;
  TemporaryFolder folder_;
};

TEST(Census, OfAFolder) {
  const CensusFolder folder;
  const std::string out = folder.in("out");
  const Result result =
      run_onyx({"census", folder.path(), "--out", out, "--certificates", "5", "--json"});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_NE(result.err.find("a part only"), std::string::npos) << result;
  const nlohmann::json json = result.json();
  EXPECT_EQ(json.at("board"), "4x5");
  EXPECT_EQ(json.at("tiers"), 729);
  EXPECT_EQ(json.at("tiers_counted"), folder.arena().by_tier.size() + 1);
  EXPECT_FALSE(json.at("complete"));
  EXPECT_EQ(json.at("draws"), folder.arena().draws.graph.state_count());
  EXPECT_EQ(json.at("draws_up_to_symmetry"), json.at("draws"));
  EXPECT_EQ(json.at("certificates"), 5);
  std::uint64_t draws = 0;
  for (const nlohmann::json& stones : json.at("by_stones")) {
    draws += stones.at("draws").get<std::uint64_t>();
  }
  EXPECT_EQ(draws, json.at("draws"));
  draws = 0;
  const Texts lines = lines_of(read(Path(out) / "tiers.jsonl"));
  for (const std::string& line : lines) {
    draws += nlohmann::json::parse(line).at("draws").get<std::uint64_t>();
  }
  EXPECT_EQ(lines.size(), folder.arena().by_tier.size());
  EXPECT_EQ(draws, json.at("draws"));
  EXPECT_EQ(nlohmann::json::parse(read(Path(out) / "census.json")), json);
  Arguments certificates;
  for (const std::string& name : names_in(out)) {
    if (name.ends_with(".cert.json")) certificates.push_back((Path(out) / name).string());
  }
  EXPECT_EQ(certificates.size(), 5U);
  EXPECT_EQ(run_check(certificates).code, 0);

  const Result text = run_onyx({"census", folder.path()});
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_TRUE(text.out.starts_with("board: 4x5\ntiers: ")) << text;
}

TEST(Census, RefusesWhatItCannotRead) {
  const TemporaryFolder empty;
  expect_refused({"census", empty.path().string()}, "settings.json");
  expect_refused({"census", empty / "nowhere"}, "nowhere");
  write(empty / "settings.json", "{}");
  expect_refused({"census", empty.path().string()}, "settings.json");
  write(empty / "settings.json", R"({"format":"onyx-tiers","version":2,"board":"20x20"})");
  expect_refused({"census", empty.path().string()}, "board");
  const CensusFolder folder;
  expect_refused({"census", folder.path(), "--certificates", "3"}, "--out");
  for (const std::string& name : names_in(folder.path())) {
    if (!name.ends_with(".draws")) continue;
    std::string content = read(folder.in(name));
    content.back() = static_cast<char>(content.back() ^ 1);
    write(folder.in(name), content);
    expect_refused({"census", folder.path()}, name);
    return;
  }
}

}  // namespace
}  // namespace onyx::test

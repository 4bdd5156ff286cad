// Certificates of all four claims: the referee accepts them, the plain engine agrees with them, and
// their bytes depend only on the position.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/base/json_fields.h"
#include "solver/certificate/derived_certificate.h"
#include "solver/certificate/prove.h"
#include "solver/proof_games/proof_game.h"
#include "solver/referee/referee.h"
#include "solver/repetition/recurrence.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

void expect_accepted(const Certificate& certificate) {
  const referee::Verdict verdict = referee::check_certificate(to_json(certificate));
  EXPECT_TRUE(verdict.accepted) << certificate.position << ": " << verdict.text;
  EXPECT_NE(verdict.text.find(name_of(certificate.claim)), std::string::npos) << verdict.text;
}

void expect_rejected(const Certificate& certificate) {
  const referee::Verdict verdict = referee::check_certificate(to_json(certificate));
  EXPECT_FALSE(verdict.accepted) << certificate.position << ": " << verdict.text;
}

Claim claim_of(const plain::Position& position, const plain::Entry& entry) {
  if (entry.value == plain::Value::kDraw) return Claim::draw;
  const bool v_wins = (entry.value == plain::Value::kWin) == (position.side == 'V');
  return v_wins ? Claim::v_wins : Claim::h_wins;
}

template <int W>
Certificate certificate_of(const WideBoard<W>& board, const WidePosition<W>& position) {
  const SolvedGraph<W> solved = test::solved_from(board, std::vector{position});
  return certify_value(board, solved, solved.graph.roots[0]);
}

Certificate certificate_of(const std::string& text) {
  return test::with_position(text, [](const auto& board, const auto& position) {
    return certificate_of(board, position);
  });
}

TEST(Claims, HaveTheNamesOfTheFormat) {
  EXPECT_STREQ(name_of(Claim::draw), "draw");
  EXPECT_STREQ(name_of(Claim::v_wins), "V wins");
  EXPECT_STREQ(name_of(Claim::h_wins), "H wins");
  EXPECT_STREQ(name_of(Claim::cycle), "cycle");
}

// --- Values --------------------------------------------------------------------------------------

// Derives certificates of successors from a position's certificate, and vice versa.
TEST(Certificates, OfNeighboursAreAccepted) {
  int after_draws = 0;
  int after_wins = 0;
  int after_losses = 0;
  int before = 0;
  for (const std::string& text : {std::string("open:3x3"), std::string("3/1V1/3 - H"),
                                  std::string("open:2x3"), test::kDraws[0], test::kDraws[1]}) {
    test::with_position(text, [&](const auto& board, const auto& position) {
      const Certificate own = certificate_of(board, position);
      legal_moves(board, position).for_each([&](Place move) {
        const auto next = successor(board, position, move);
        const auto after = certificate_after(to_plain(board, position), move, own);
        if (own.claim == win_of(other(position.to_move))) {
          ASSERT_TRUE(after.has_value()) << text;
        }
        if (after) {
          EXPECT_EQ(after->claim, own.claim);
          EXPECT_EQ(after->position, format_position(board, next));
          expect_accepted(*after);
          ++(own.claim == Claim::draw                ? after_draws
             : own.claim == win_of(position.to_move) ? after_wins
                                                     : after_losses);
        }
        if (is_finished(board, next)) return;
        const Certificate after_move = certificate_of(board, next);
        if (after_move.claim != win_of(position.to_move)) return;
        const auto won = certificate_before(to_plain(board, position), move, after_move);
        if (!won) return;
        expect_accepted(*won);
        ++before;
      });
    });
  }
  EXPECT_EQ(after_draws, 2);
  EXPECT_EQ(after_wins, 2);
  EXPECT_GT(after_losses, 5);
  EXPECT_GT(before, 1);
}

TEST(Certificates, OfEveryStateOfADrawAreAccepted) {
  std::map<Claim, int> claims;
  for (const std::string& text : {test::kDraws[0], test::kDraws[1]}) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const SolvedGraph<W> solved = test::solved_from(board, std::vector{position});
          const auto entries = plain::solve_from(test::to_reference(board, position), 1000);
          for (StateId state = 0; state < solved.graph.state_count(); ++state) {
            const Certificate certificate = certify_value(board, solved, state);
            expect_accepted(certificate);
            const auto at = test::to_reference(board, solved.graph.position(state));
            EXPECT_EQ(certificate.position, plain::to_text(at));
            EXPECT_EQ(certificate.claim, claim_of(at, entries.at(at))) << at;
            ++claims[certificate.claim];
          }
        });
  }
  EXPECT_GT(claims[Claim::draw], 10);
  EXPECT_GT(claims[Claim::v_wins], 10);
  EXPECT_GT(claims[Claim::h_wins], 10);
}

TEST(Certificates, OfKnownDrawsAreAccepted) {
  for (const std::string& text : test::kDraws) {
    const Certificate certificate = certificate_of(text);
    EXPECT_EQ(certificate.claim, Claim::draw);
    EXPECT_EQ(certificate.position, text);
    EXPECT_EQ(certificate.strategies.size(), 2U);
    ASSERT_TRUE(certificate.line.has_value());
    EXPECT_EQ(certificate.line->cycle.size() % 4, 0U);
    expect_accepted(certificate);
  }
}

TEST(Certificates, OfCrowdedPositionsAreAcceptedAndAgreeWithThePlainEngine) {
  test::Rng rng(1);
  std::map<Claim, int> claims;
  int compared = 0;
  for (const BoardSize size : {BoardSize{2, 7},
                               {4, 4},
                               {4, 5},
                               {5, 4},
                               {5, 5},
                               {6, 6},
                               {8, 3},
                               {9, 9},
                               {12, 12},
                               {20, 20}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const int rounds = (board.place_count() > 100 ? 5 : 25) / test::one_in(3);
      for (int round = 0; round < rounds; ++round) {
        const WidePosition<W> root = test::crowded_position(board, 4 + round % 3, 10, false, rng);
        const auto solved = test::solved_if_small(board, root, 2000);
        if (!solved) continue;
        const StateId state = solved->graph.roots[0];
        const Certificate certificate = certify_value(board, *solved, state);
        expect_accepted(certificate);
        ++claims[certificate.claim];
        if (board.place_count() > 60 || solved->graph.state_count() > 100) continue;
        try {
          const auto at = test::to_reference(board, root);
          const auto entries = plain::solve_from(at, 2000);
          EXPECT_EQ(certificate.claim, claim_of(at, entries.at(at))) << at;
          ++compared;
        } catch (const std::length_error&) {
        }
      }
    });
  }
  EXPECT_GT(claims[Claim::v_wins], 20 / test::one_in(3));
  EXPECT_GT(claims[Claim::h_wins], 20 / test::one_in(3));
  EXPECT_GT(compared, 30 / test::one_in(3));
}

TEST(Certificates, OfSetupsAreAccepted) {
  const Certificate open = certificate_of("open:3x3");
  EXPECT_EQ(open.claim, Claim::v_wins);
  expect_accepted(open);
  const Certificate high = certificate_of("open:2x5");
  EXPECT_EQ(high.claim, Claim::h_wins);
  expect_accepted(high);
  expect_accepted(certificate_of("standard:4x4"));
}

TEST(Certificates, OfDrawsHaveALineThatReplaysInThePlainEngine) {
  int with_prefix = 0;
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& root) {
      const SolvedGraph<W> solved = test::solved_from(board, std::vector{root});
      for (StateId state = 0; state < solved.graph.state_count(); ++state) {
        if (!solved.outcomes[state].is_draw()) continue;
        const Certificate certificate = certify_value(board, solved, state);
        ASSERT_TRUE(certificate.line.has_value());
        plain::Position position = plain::from_text(certificate.position);
        const auto follow = [&](const std::string& move) {
          // The strategies of both players must play the line.
          EXPECT_EQ(certificate.strategies.at(position.side).at(plain::to_text(position)), move);
          position = plain::play(position, move);
        };
        for (const std::string& move : certificate.line->prefix) follow(move);
        const plain::Position start = position;
        for (const std::string& move : certificate.line->cycle) follow(move);
        EXPECT_EQ(position, start);
        EXPECT_FALSE(certificate.line->cycle.empty());
        if (!certificate.line->prefix.empty()) ++with_prefix;
      }
    });
  }
  EXPECT_GT(with_prefix, 10);
}

TEST(Certificates, OfDrawsFollowTheCycleGiven) {
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& root) {
      const SolvedGraph<W> solved = test::solved_from(board, std::vector{root});
      for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
        const StateId start = states.front();
        const ForcedCycle cycle = shortest_cycle(solved.graph, solved.outcomes, start);
        const Certificate certificate = certify_value(board, solved, start, cycle.states);
        expect_accepted(certificate);
        ASSERT_TRUE(certificate.line.has_value());
        EXPECT_TRUE(certificate.line->prefix.empty());
        ASSERT_EQ(certificate.line->cycle.size(), cycle.states.size());
        plain::Position position = plain::from_text(certificate.position);
        for (std::size_t i = 0; i < cycle.states.size(); ++i) {
          EXPECT_EQ(position, test::to_reference(board, solved.graph.position(cycle.states[i])));
          position = plain::play(position, certificate.line->cycle[i]);
        }
      }
    });
  }
}

// --- Finished games, cycles, proof games ---------------------------------------------------------

TEST(Certificates, OfFinishedGamesAreAccepted) {
  test::Rng rng(2);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&](const auto& board) {
      const auto game = test::random_game(board, open_setup(board), 100'000, rng);
      const auto& last = game.back();
      ASSERT_TRUE(is_finished(board, last));
      const Certificate certificate = certify_finished(to_plain(board, last));
      EXPECT_EQ(certificate.claim, last.to_move == Player::H ? Claim::v_wins : Claim::h_wins);
      expect_accepted(certificate);
      EXPECT_THROW(certify_finished(to_plain(board, open_setup(board))), std::invalid_argument);
    });
  }
}

/// Returns the first position and the moves of a cycle, whatever the values of its states.
template <int W>
std::optional<std::pair<WidePosition<W>, std::vector<Place>>> some_cycle(
    const WideBoard<W>& board, const StateGraph<W>& graph) {
  std::vector<int> colour(graph.state_count(), 0);  // 0 new, 1 on the path, 2 finished
  struct Step {
    StateId state;
    std::size_t k = 0;
  };
  for (StateId root = 0; root < graph.state_count(); ++root) {
    if (colour[root] != 0) continue;
    std::vector<Step> path{{root}};
    colour[root] = 1;
    while (!path.empty()) {
      Step& step = path.back();
      const auto row = graph.successors(step.state);
      if (step.k == row.size()) {
        colour[step.state] = 2;
        path.pop_back();
        continue;
      }
      const StateId next = row[step.k++];
      if (colour[next] == 0) {
        colour[next] = 1;
        path.push_back({next});
      } else if (colour[next] == 1) {
        std::vector<Place> moves;
        const auto first = std::find_if(path.begin(), path.end(),
                                        [&](const Step& at) { return at.state == next; });
        for (auto at = first; at != path.end(); ++at) {
          moves.push_back(move_of_row(board, graph, at->state, at->k - 1));
        }
        return std::pair{graph.position(next), moves};
      }
    }
  }
  return std::nullopt;
}

TEST(Certificates, OfCooperativeCyclesAreAccepted) {
  test::Rng rng(3);
  int cycles = 0;
  for (const BoardSize size : {BoardSize{3, 3}, {4, 4}, {5, 4}, {5, 5}, {6, 6}, {9, 9}}) {
    with_board(size, [&](const auto& board) {
      for (int round = 0; round < 60; ++round) {
        const auto root = test::crowded_position(board, 5 + round % 3, 10, false, rng);
        const auto solved = test::solved_if_small(board, root, 20'000);
        if (!solved) continue;
        const auto cycle = some_cycle(board, solved->graph);
        if (!cycle) continue;
        ++cycles;
        Certificate certificate = certify_cycle(to_plain(board, cycle->first), cycle->second);
        EXPECT_EQ(certificate.claim, Claim::cycle);
        EXPECT_TRUE(certificate.strategies.empty());
        expect_accepted(certificate);
        plain::Position position = plain::from_text(certificate.position);
        for (const std::string& move : certificate.line->cycle) {
          position = plain::play(position, move);
        }
        EXPECT_EQ(plain::to_text(position), certificate.position);

        certificate.line->cycle.pop_back();
        expect_rejected(certificate);
        std::vector<Place> cut = cycle->second;
        cut.pop_back();
        EXPECT_THROW(certify_cycle(to_plain(board, cycle->first), cut), std::invalid_argument);
      }
    });
  }
  EXPECT_GT(cycles, 10);
  test::with_position("open:3x3", [](const auto& board, const auto& position) {
    EXPECT_THROW(certify_cycle(to_plain(board, position), {}), std::invalid_argument);
  });
}

TEST(Certificates, TakeAProofGame) {
  test::with_position("open:3x3", [](const auto& board, const auto& setup) {
    const auto end = successor(board, successor(board, setup, 4), 0);
    const ProofGame game = find_proof_game(board, setup, end);
    ASSERT_EQ(game.answer, ProofGameAnswer::found);
    Certificate certificate = certificate_of(board, end);
    certificate.game = Certificate::ProofGame{"open:3x3", {}};
    auto position = setup;
    for (const Place move : game.moves) {
      certificate.game->moves.push_back(format_move(board, position, move));
      position = successor(board, position, move);
    }
    expect_accepted(certificate);
    certificate.game->moves.pop_back();
    expect_rejected(certificate);
  });
}

TEST(Certificates, WithAnotherClaimAreRejected) {
  for (const std::string& text :
       {test::kDraws[0], std::string("open:2x3"), std::string("open:3x2")}) {
    const Certificate certificate = certificate_of(text);
    expect_accepted(certificate);
    for (const Claim claim : {Claim::draw, Claim::v_wins, Claim::h_wins, Claim::cycle}) {
      if (claim == certificate.claim) continue;
      Certificate wrong = certificate;
      wrong.claim = claim;
      expect_rejected(wrong);
      // The wrong claim with exactly the strategies that it needs is rejected, too.
      Certificate fitting;
      fitting.claim = claim;
      fitting.position = certificate.position;
      const auto take_strategy = [&](char owner) {
        const auto found = certificate.strategies.find(owner);
        fitting.strategies[owner];
        if (found != certificate.strategies.end()) fitting.strategies[owner] = found->second;
      };
      if (claim == Claim::draw || claim == Claim::v_wins) take_strategy('V');
      if (claim == Claim::draw || claim == Claim::h_wins) take_strategy('H');
      if (claim == Claim::draw || claim == Claim::cycle) fitting.line.emplace();
      expect_rejected(fitting);
    }
  }
}

// --- Bytes ---------------------------------------------------------------------------------------

TEST(Json, HasTheKeysOfTheFormat) {
  Certificate certificate = certificate_of(test::kDraws[1]);
  certificate.about["seed"] = "7";
  certificate.game = Certificate::ProofGame{"open:5x5", {"A1", "B1"}};
  const std::string text = to_json(certificate);
  EXPECT_TRUE(text.ends_with("}\n"));
  const auto json = nlohmann::ordered_json::parse(text);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"format", "version", "claim", "position", "strategies",
                                            "line", "game", "about"}));
  EXPECT_EQ(json["format"], "onyx-certificate");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["claim"], "draw");
  EXPECT_EQ(json["position"], test::kDraws[1]);
  EXPECT_EQ(json["strategies"]["V"].size(), certificate.strategies.at('V').size());
  EXPECT_EQ(json["line"]["cycle"].size(), 8U);
  EXPECT_EQ(json["game"]["setup"], "open:5x5");
  EXPECT_EQ(json["game"]["moves"], (std::vector<std::string>{"A1", "B1"}));
  EXPECT_EQ(json["about"]["seed"], "7");
  for (const auto& [position, move] : certificate.strategies.at('H')) {
    EXPECT_NE(text.find("\n   \"" + position + "\": \"" + move + "\""), std::string::npos);
  }

  const auto won = nlohmann::ordered_json::parse(to_json(certificate_of("open:3x2")));
  EXPECT_FALSE(won.contains("line"));
  EXPECT_FALSE(won.contains("game"));
  EXPECT_FALSE(won.contains("about"));
  EXPECT_EQ(won["strategies"].size(), 1U);
}

TEST(Json, IsReadAsItWasWritten) {
  Certificate draw = certificate_of(test::kDraws.front());
  draw.about = {{"program", "onyx test"}, {"seed", "7"}};
  Certificate won = certificate_of("open:3x2");
  won.game = Certificate::ProofGame{"open:3x2", {}};
  for (const Certificate& certificate : {draw, won}) {
    EXPECT_EQ(parse_certificate(to_json(certificate)), certificate);
  }
  // A field of `about` that is not a string is ignored.
  auto json = nlohmann::ordered_json::parse(to_json(draw));
  json["about"]["states"] = 5;
  EXPECT_EQ(parse_certificate(json.dump()), draw);
}

TEST(Json, OfAnotherFormatIsRefusedByTheNameOfItsField) {
  const auto good = nlohmann::ordered_json::parse(to_json(certificate_of(test::kDraws.front())));
  const auto complaint_of = [](const nlohmann::ordered_json& json) -> std::string {
    try {
      static_cast<void>(parse_certificate(json.dump()));
    } catch (const FieldError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* key : {"format", "version", "claim", "position", "strategies"}) {
    auto without = good;
    without.erase(key);
    EXPECT_EQ(complaint_of(without), "the key \"" + std::string(key) + "\" is missing");
    auto other = good;
    other[key] = nlohmann::ordered_json::array();
    EXPECT_NE(complaint_of(other).find(key), std::string::npos) << complaint_of(other);
  }
  auto other = good;
  other["line"]["cycle"][1] = 3;
  EXPECT_EQ(complaint_of(other), "\"line.cycle[1]\" must be text");
  other = good;
  other["strategies"]["V"].begin().value() = 1;
  EXPECT_NE(complaint_of(other).find("strategies.V."), std::string::npos) << complaint_of(other);
  other = good;
  other["claim"] = "lost";
  EXPECT_EQ(complaint_of(other), "\"claim\" is not a known claim");
  EXPECT_THROW(parse_certificate("{"), FieldError);
}

/// to_json() does not use the JSON library, but its output must equal the library's in every byte.
TEST(Json, IsWhatTheLibraryWouldWrite) {
  std::vector<Certificate> certificates = {certificate_of("open:3x2"),
                                           certificate_of(test::kDraws.front())};
  certificates.push_back(certificates.back());
  certificates.back().about = {{"by", "\"\\\n\x1b \u00e9"}};
  certificates.back().game = Certificate::ProofGame{"open:5x5", {"A1"}};
  certificates.push_back({});
  for (const Certificate& certificate : certificates) {
    const std::string text = to_json(certificate);
    EXPECT_EQ(nlohmann::ordered_json::parse(text).dump(1) + "\n", text);
  }
}

/// The estimated memory of a certificate exceeds its length, so a limit of that length is too low.
TEST(Certificate, IsNotMadeWhereMemoryIsShort) {
  test::with_position(
      "open:3x4", []<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
        const SolvedGraph<W> solved = test::solved_from(board, std::vector{position});
        const StateId root = solved.graph.roots.front();
        const Certificate whole = certify_value(board, solved, root);
        const std::size_t length = to_json(whole).size();
        EXPECT_THROW(certify_value(board, solved, root, {}, length), std::bad_alloc);
        EXPECT_EQ(to_json(certify_value(board, solved, root, {}, 100 * length)), to_json(whole));
      });
}

TEST(Json, DependsOnThePositionAlone) {
  test::Rng rng(4);
  std::vector<std::string> texts = test::kDraws;
  texts.insert(texts.end(), {"open:2x4", "open:3x3", "standard:4x4"});
  for (const std::string& text : texts) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const std::string expected = to_json(certificate_of(board, position));
          EXPECT_EQ(to_json(certificate_of(board, position)), expected);
          const SolvedGraph<W> one = test::solved_from(board, std::vector{position}, Threads::one);
          EXPECT_EQ(to_json(certify_value(board, one, one.graph.roots[0])), expected);
          // Other roots and other hash keys change the numbers of states, but not the certificate.
          std::vector<WidePosition<W>> roots;
          for (int i = 0; i < 5; ++i) {
            roots.push_back(test::crowded_position(board, 3, 10, false, rng));
          }
          roots.push_back(position);
          const GraphSolution<W> solution =
              solve_graph<W>(board, roots, {}, Threads::all,
                             [](ZobristInput input) { return zobrist_xxhash(input) * 3; });
          ASSERT_EQ(solution.end, End::complete);
          EXPECT_EQ(to_json(certify_value(board, solution.solved, solution.solved.graph.roots[5])),
                    expected);
        });
  }
}

}  // namespace
}  // namespace onyx

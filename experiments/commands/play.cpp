// onyx play: prints the position after a sequence of moves, or plays a game against a certificate.
#include <iostream>

#include "experiments/commands/common.h"
#include "experiments/known/known_store.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

/// The certificate plays the winner's side or, for a draw, the side that moves second.
int play_against(const CertificateStrategy& strategy) {
  std::vector<Position> positions = {parse_position(strategy.position())};
  Player owner = strategy.claim() == Claim::v_wins ? Player::V : Player::H;
  if (strategy.claim() == Claim::draw) owner = other(positions.front().to_move());
  fmt::print("{}; the certificate plays {} ({}), you play {}. Type moves, undo or quit.\n",
             name_of(strategy.claim()), letter_of(owner), owner == Player::V ? "Black" : "White",
             letter_of(other(owner)));
  const auto make = [&](const std::string& move) {
    positions.push_back(successor(positions.back(), parse_move(positions.back(), move)));
  };
  for (bool is_new = true;;) {
    if (!is_finished(positions.back()) && positions.back().to_move() == owner) {
      const auto answer = strategy.at(format_position(positions.back()));
      if (!answer || answer->move.empty()) throw InputError("the certificate has no move here");
      fmt::print("{} plays {}\n", letter_of(owner), answer->move);
      make(answer->move);
      is_new = true;
    }
    if (is_new) {
      fmt::print("{}", diagram(positions.back()));
      if (is_finished(positions.back())) fmt::print("{} has won\n", letter_of(owner));
    }
    is_new = false;
    fmt::print("{}> ", letter_of(other(owner)));
    flush_output();
    std::string line;
    if (!std::getline(std::cin, line)) break;
    const std::string word = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (word == "quit") return exit_code::kDone;
    if (word == "undo") {
      // Go back to the last position in which the user was to move.
      const std::size_t least = positions.front().to_move() == owner ? 2 : 1;
      if (positions.size() <= least) {
        fmt::print("there is no move to undo\n");
        continue;
      }
      positions.pop_back();
      if (positions.back().to_move() == owner) positions.pop_back();
      is_new = true;
    } else if (!word.empty()) {
      try {
        if (is_finished(positions.back())) throw InputError("the game is over; undo or quit");
        make(word);
        is_new = true;
      } catch (const InputError& error) {
        fmt::print("{}\n", error.what());
      }
    }
  }
  fmt::print("\n");
  return exit_code::kDone;
}

int play_file(const std::string& file, const Globals& globals) {
  if (globals.json) throw InputError("a game against a certificate has no JSON; see onyx query");
  KnownStore store({file});
  CertificateStrategy* strategy = nullptr;
  try {
    const InterruptScope interrupt;
    Progress progress("play");
    strategy = &store.only(stop_for({}, interrupt, progress));
  } catch (const referee::Interrupted&) {
    return exit_code::kInterrupted;
  }
  refuse_if(strategy->claim() == Claim::cycle,
            "the certificate claims a cycle, and has no strategy");
  return play_against(*strategy);
}

int run_play(const std::vector<std::string>& arguments, const Globals& globals) {
  const std::string text = joined(arguments);
  std::error_code ignored;
  if (arguments.size() == 1 && std::filesystem::is_regular_file(text, ignored)) {
    return play_file(text, globals);
  }
  refuse_path(arguments.front());
  const Line line = replay(parse_record(text));
  const std::string position = format_position(line.end());
  if (globals.json) {
    print_json({{"position", position},
                {"moves", format_moves(line.start(), line.moves)},
                {"finished", is_finished(line.end())}});
  } else {
    fmt::print("{}\n", position);
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_play(CLI::App& app, const Globals& globals) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  app.add_option("POSITION", *arguments,
                 "The position, then the moves; or the file of a certificate, which plays against "
                 "you in the terminal: one move a line, undo, quit")
      ->option_text("POSITION MOVE...")
      ->required();
  return [arguments, &globals] { return run_play(*arguments, globals); };
}

}  // namespace onyx

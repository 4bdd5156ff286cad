// Solves the position in the first argument, writes a certificate, has the referee check it, and
// asks the certificate for a move.
#include <onyx/core/position.h>
#include <onyx/solver/decide/decide.h>
#include <onyx/solver/known/certificate_strategy.h>
#include <onyx/solver/referee/referee.h>

#include <exception>
#include <fstream>
#include <iostream>
#include <new>

int main(int argc, char** argv) try {
  if (argc != 3) throw onyx::InputError("usage: solve_and_check POSITION FILE");
  const onyx::Position position = onyx::parse_position(argv[1]);
  onyx::Decider decider(position.board());
  const onyx::Decision decision = decider.decide(position);
  if (!decision.is_decided()) throw std::bad_alloc();  // without limits, only memory can run out
  std::cout << name_of(decision.claim) << ", best:";
  for (const onyx::Place move : decision.best_moves) {
    std::cout << ' ' << format_move(position, move);
  }
  std::cout << '\n';
  const std::string json = to_json(decider.certify(position, decision).value());
  std::ofstream(argv[2]) << json;
  const auto verdict = onyx::referee::check(onyx::referee::file_of(json));
  std::cout << (verdict.accepted ? "accepted: " : "rejected: ") << verdict.text << '\n';
  if (!verdict.accepted) return 1;
  const onyx::CertificateStrategy strategy(json);
  const auto answer = strategy.at(strategy.position());
  if (answer && !answer->move.empty()) {
    std::cout << answer->owner << " plays " << answer->move << '\n';
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}

#include "experiments/repetition/describe/catalogue.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <new>
#include <set>
#include <variant>

#include "core/base/parallel.h"
#include "core/legality.h"
#include "core/notation.h"
#include "core/wide_line.h"
#include "experiments/files/files.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "solver/certificate/certificate.h"
#include "solver/certificate/compact_reader.h"
#include "solver/proof_games/proof_game_search.h"
#include "solver/referee/referee.h"

namespace onyx {

namespace {

/// State limit for finding a game; enough for every class known so far.
constexpr std::uint64_t kRecordGameStates = 100'000;

template <int W>
void describe_position(const WideBoard<W>& board, const WidePosition<W>& position,
                       Interrupt interrupt, ClassRecord& record) {
  const Arena<W> arena = arena_of(board, position);
  record.position = format_position(board, position);
  record.board = board.size();
  record.v_stones = position.of(Player::V).count();
  record.h_stones = position.of(Player::H).count();
  record.midpoint_stones = (position.occupied() & board.midpoints()).count();
  record.empty_points = (board.points() - position.occupied()).count();
  record.arena_points = arena.points.count();
  record.arena_midpoints = arena.midpoints.count();
  record.suits_v_first = has_side_due(position);
  const std::string setup = "open:" + format_board_size(board.size());
  const Stop stop{.interrupt = interrupt, .work = kRecordGameStates};
  const WidePosition<W> start = parse_position(board, setup);
  const ProofGame game = search_proof_game(board, start, position, stop).game;
  if (game.answer == ProofGameAnswer::found) {
    record.game = setup;
    record.game_moves = format_moves(board, start, game.moves);
  } else {
    record.why_no_game = !record.suits_v_first                        ? "parity"
                         : game.answer == ProofGameAnswer::impossible ? game.why
                                                                      : "none found";
  }
}

template <int W>
void describe_class(const WideBoard<W>& board, const WidePosition<W>& position, const Stop& stop,
                    ClassRecord& record) {
  const SolvedGraph<W> solved = drawn_graph(board, position, stop);
  const StateGraph<W>& graph = solved.graph;
  const BigArray<Outcome>& outcomes = solved.outcomes;
  const RecurrentClass own = class_of_root(solved);
  if (own.empty()) throw NoRecord{"correct play does not stay on its cycle"};
  record.class_size = own.size();
  record.key =
      format_position(board, class_key(symmetries_of(board.geometry()), graph, outcomes, own));
  ForcedCycle best = shortest_cycle(graph, outcomes, graph.roots.front());
  record.cycle_moves =
      format_moves(board, position, facts_of_cycle(board, graph, best.states).moves);
  for (const StateId state : measured_states(own)) {
    const ForcedCycle cycle = shortest_cycle(graph, outcomes, state);
    if (std::pair(cycle.states.size(), cycle.freedom) <
        std::pair(best.states.size(), best.freedom)) {
      best = cycle;
    }
  }
  record.cycle_plies = best.states.size();
  record.freedom = best.freedom;
  const CycleFacts<W> facts = facts_of_cycle(board, graph, best.states);
  record.double_captures = facts.double_captures;
  facts.squares.for_each(
      [&](Place square) { record.squares.push_back(format_place(board.geometry(), square)); });
}

ClassRecord record_at(const Position& position, const Stop& stop) {
  return with_wide(position, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& wide) {
    ClassRecord record;
    describe_position(board, wide, stop.interrupt, record);
    describe_class(board, wide, stop, record);
    record.pattern = pattern_of(board, wide);
    return record;
  });
}

/// Throws NoRecord, for example if the referee rejects the certificate.
ClassRecord record_of(const std::string& certificate, const Stop& stop) {
  const referee::File file = referee::file_of(certificate);
  const bool is_compact = referee::kind_of(file) == referee::Kind::compact;
  const referee::Verdict verdict =
      is_compact ? referee::check(file) : referee::check_certificate(certificate);
  if (!verdict.accepted) throw NoRecord{"rejected: " + verdict.text};
  if (verdict.claim != name_of(Claim::draw)) {
    throw NoRecord{"it claims \"" + verdict.claim + "\", not a draw"};
  }
  if (is_compact) return record_at(parse_position(compact::position_of(certificate)), stop);
  const Certificate accepted = parse_certificate(certificate);
  ClassRecord record =
      record_at(replay(parse_position(accepted.position), accepted.line->prefix).end(), stop);
  record.cycle_moves = accepted.line->cycle;
  if (accepted.game) {
    record.game = accepted.game->setup;
    record.game_moves.clear();
  }
  return record;
}

/// Holds std::monostate if an interrupt came before the certificate was read.
using Described = std::variant<std::monostate, ClassRecord, NoRecord>;
Described described(const ProofSource& proof, const Stop& stop) {
  try {
    if (!proof.damage.empty()) return NoRecord{proof.damage, false, true};
    return record_of(proof.read(), stop);
  } catch (const NoRecord& no_record) {
    return no_record;
  } catch (const FileError& error) {
    return NoRecord{error.what(), false, true};
  } catch (const std::bad_alloc&) {
    return NoRecord{"not enough memory", true};
  }
}

std::size_t number_patterns(std::vector<CatalogueEntry>& classes) {
  std::vector<std::vector<CatalogueEntry*>> groups;
  std::map<Pattern, std::size_t> group_of;
  for (CatalogueEntry& entry : classes) {
    if (!entry.record.pattern) continue;
    const auto [own, is_new] = group_of.try_emplace(*entry.record.pattern, groups.size());
    if (is_new) groups.emplace_back();
    groups[own->second].push_back(&entry);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (CatalogueEntry* const entry : groups[i]) entry->record.pattern_number = i + 1;
  }
  return groups.size();
}

}  // namespace

std::vector<ProofSource> some_proofs_in(const std::vector<std::string>& paths) {
  std::vector<ProofSource> proofs = proofs_in(paths);
  refuse_if(proofs.empty(), "no *.cert.json or *.pack in {}", in_quotes(paths.front()));
  return proofs;
}

Catalogue read_catalogue(const std::vector<ProofSource>& proofs, const Stop& stop,
                         const std::string& command) {
  std::vector<Described> results(proofs.size());
  Progress progress(command);
  std::atomic<std::size_t> done{0};
  parallel_for_each_index(Threads::all, proofs.size(), [&](std::size_t i) {
    if (stop.interrupt.has_come()) return;
    results[i] = described(proofs[i], stop);
    const std::size_t now = ++done;
    progress.update(
        [&] { return done_of_all(now, proofs.size(), "certificates", progress.seconds()); });
  });

  Catalogue catalogue;
  catalogue.is_interrupted = stop.interrupt.has_come();
  if (catalogue.is_interrupted) {
    notify("onyx {}: interrupted after {} of {} certificates", command, done.load(), proofs.size());
  }
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    const std::string file = proofs[i].name();
    if (auto* const record = std::get_if<ClassRecord>(&results[i])) {
      catalogue.classes.push_back({file, std::move(*record), proofs[i]});
    } else if (const auto* const no_record = std::get_if<NoRecord>(&results[i])) {
      catalogue.refused.push_back({file, *no_record});
    }
  }
  std::ranges::stable_sort(catalogue.classes, {}, [](const CatalogueEntry& entry) {
    return std::pair(point_count(entry.record.board), entry.record.board.width);
  });
  std::set<std::string> met;
  catalogue.repeated = std::erase_if(catalogue.classes, [&](const CatalogueEntry& entry) {
    return !met.insert(entry.record.key).second;
  });
  catalogue.patterns = number_patterns(catalogue.classes);
  return catalogue;
}

Json refusals_as_json(const Catalogue& catalogue) {
  auto refused = Json::array();
  for (const auto& [file, no_record] : catalogue.refused) {
    refused.push_back({{"file", file}, {"reason", no_record.why}});
  }
  return refused;
}

int complain_of_refusals(const Catalogue& catalogue, const std::string& command) {
  int code = exit_code::kDone;
  for (const auto& [file, no_record] : catalogue.refused) {
    notify("onyx {}: '{}' left out: {}", command, file, no_record.why);
    code = std::max(code, no_record.is_limit        ? exit_code::kLimit
                          : no_record.is_unreadable ? exit_code::kBadInput
                                                    : exit_code::kNo);
  }
  return code;
}

Json to_json(const CatalogueEntry& entry) {
  const ClassRecord& record = entry.record;
  return {{"file", entry.file},
          {"board", format_board_size(record.board)},
          {"position", record.position},
          {"stones",
           {{"V", record.v_stones}, {"H", record.h_stones}, {"midpoints", record.midpoint_stones}}},
          {"empty", record.empty_points},
          {"arena", {{"points", record.arena_points}, {"midpoints", record.arena_midpoints}}},
          {"class_size", record.class_size},
          {"cycle", record.cycle_plies},
          {"freedom", record.freedom},
          {"only_moves", record.freedom == 0},
          {"squares", record.squares},
          {"double_captures", record.double_captures},
          {"suits_v_first", record.suits_v_first},
          {"game", record.game.empty() ? Json() : Json(record.game)},
          {"pattern", record.pattern_number == 0 ? Json() : Json(record.pattern_number)},
          {"pattern_name", record.pattern ? Json(record.pattern->name()) : Json()}};
}

std::string to_table(const Catalogue& catalogue) {
  constexpr const char* kRow =
      "{:<7} {:>6} {:>5} {:>5} {:>6} {:>5} {:>7} {:>7} {:>6} {:>5} {:<12} {:>7}  {}\n";
  std::string table =
      fmt::format(fmt::runtime(kRow), "board", "stones", "empty", "arena", "class", "cycle",
                  "freedom", "squares", "double", "V 1st", "game", "pattern", "file");
  for (const auto& [file, record, source] : catalogue.classes) {
    table += fmt::format(
        fmt::runtime(kRow), format_board_size(record.board), record.v_stones + record.h_stones,
        record.empty_points, record.arena_points + record.arena_midpoints, record.class_size,
        record.cycle_plies, record.freedom, record.squares.size(), record.double_captures,
        record.suits_v_first ? "yes" : "no", record.game.empty() ? "-" : record.game,
        record.pattern_number == 0 ? "-" : std::to_string(record.pattern_number), shown(file));
  }
  return table;
}

}  // namespace onyx

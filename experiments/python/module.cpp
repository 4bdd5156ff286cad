// The native part of the Python module onyx: boards and positions of the library, and the results
// of commands as dicts. onyx/__init__.pyi describes each function. The module releases the GIL
// while an engine works, and handles signals such as Ctrl-C.
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <variant>

#include "core/base/json_fields.h"
#include "core/base/packed_bytes.h"
#include "core/legality.h"
#include "core/line.h"
#include "experiments/claims/judge_claim.h"
#include "experiments/claims/show_analysis.h"
#include "experiments/files/files.h"
#include "experiments/known/query_file.h"
#include "experiments/solve/map_files.h"
#include "experiments/solve/solve_answer.h"
#include "experiments/support/version.h"
#include "experiments/svg/board_svg.h"
#include "solver/referee/referee.h"

namespace py = pybind11;
using py::literals::operator""_a;

namespace onyx::python {
namespace {

using Json = nlohmann::ordered_json;
using Limit = std::optional<double>;  ///< In seconds; nothing: no limit.
using Stones = py::array_t<std::int8_t, py::array::c_style>;

constexpr std::chrono::milliseconds kBetweenSignals{20};
/// The result of values() for a position that a limit left undecided.
constexpr std::int8_t kUnknown = 2;

py::object to_python(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return py::module_::import("json").attr("loads")(text);
}

/// Runs `work` in another thread and handles signals meanwhile. `work` must not use Python objects.
template <class Work>
auto without_lock(const Work& work) {
  std::atomic<bool> flag{false};
  auto result = std::async(std::launch::async, work, Interrupt(&flag));
  bool has_signal = false;
  {
    const py::gil_scoped_release release;
    while (!has_signal && result.wait_for(kBetweenSignals) != std::future_status::ready) {
      const py::gil_scoped_acquire acquire;
      has_signal = PyErr_CheckSignals() != 0;
    }
    if (has_signal) flag = true;
    result.wait();
  }
  if (has_signal) throw py::error_already_set();
  return result.get();
}

Stop stop_of(const Limit& seconds, const Interrupt& interrupt,
             std::optional<std::uint64_t> bytes = std::nullopt) {
  constexpr double kMostSeconds = 1e9;
  Stop stop{.interrupt = interrupt, .bytes = bytes.value_or(UINT64_MAX)};
  if (!seconds) return stop;
  if (!(*seconds >= 0)) throw InputError("time_limit must be at least 0 seconds");
  const std::chrono::duration<double> time(std::min(*seconds, kMostSeconds));
  stop.deadline = Stop::Clock::now() + std::chrono::duration_cast<Stop::Clock::duration>(time);
  return stop;
}

DecideOptions options_of(std::size_t threads) {
  if (threads == 0) throw InputError("threads must be at least 1");
  return {.threads = threads};
}

using PositionOrText = std::variant<std::string, Position>;

/// Returns the position; for the text of a game, its last position.
Position position_of(const PositionOrText& position) {
  const auto* text = std::get_if<std::string>(&position);
  return text != nullptr ? replay(parse_record(*text)).end() : std::get<Position>(position);
}

std::string text_of(const PositionOrText& position) {
  const auto* text = std::get_if<std::string>(&position);
  return text != nullptr ? *text : format_position(std::get<Position>(position));
}

std::vector<std::string> names_of(const Board& board) {
  std::vector<std::string> names;
  for (int place = 0; place < board.place_count(); ++place) {
    names.push_back(format_place(board.geometry(), static_cast<Place>(place)));
  }
  return names;
}

Player player_of(const std::string& letter) {
  if (letter == "V") return Player::V;
  if (letter == "H") return Player::H;
  throw InputError("a side is 'V' or 'H', not " + in_quotes(letter));
}

Player player_of(int number) {
  if (number == 1) return Player::V;
  if (number == -1) return Player::H;
  throw InputError("the side to move is 1 for V or -1 for H, not " + std::to_string(number));
}

/// `row` has a number for each place: 1 for V, -1 for H, 0 for no stone. Throws InputError.
Position position_of_row(const Board& board, const std::int8_t* row, Player to_move) {
  std::array<Places, 2> stones;
  for (int i = 0; i < board.place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    if (row[i] == 0) continue;
    if (row[i] != 1 && row[i] != -1) {
      throw InputError(format_place(board.geometry(), place) +
                       ": a stone is 1 for V or -1 for H, not " + std::to_string(row[i]));
    }
    stones[row[i] == 1 ? 0 : 1].add(place);
  }
  const Position position(board, stones[0], stones[1], to_move);
  const std::string defect = with_wide(
      position, [](const auto& wide, const auto& in_width) { return defect_of(wide, in_width); });
  if (!defect.empty()) throw InputError(defect);
  return position;
}

Position position_of_stones(const Board& board, const Stones& stones, const std::string& to_move) {
  if (stones.ndim() != 1 || stones.shape(0) != board.place_count()) {
    throw InputError("the array must have a number for each of the " +
                     std::to_string(board.place_count()) + " places");
  }
  return position_of_row(board, stones.data(), player_of(to_move));
}

Stones stones_of(const Position& position) {
  Stones stones(position.board().place_count());
  std::int8_t* const numbers = stones.mutable_data();
  for (int i = 0; i < position.board().place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    numbers[i] = position.of(Player::V).has(place) ? 1 : position.of(Player::H).has(place) ? -1 : 0;
  }
  return stones;
}

std::vector<std::string> moves_of(const Position& position) {
  std::vector<std::string> moves;
  legal_moves(position).for_each(
      [&](Place place) { moves.push_back(format_move(position, place)); });
  return moves;
}

/// Casts one of several arguments. pybind11 would raise RuntimeError for a wrong type.
template <class Type>
Type argument(const py::handle& given, const char* wanted) {
  try {
    return given.cast<Type>();
  } catch (const py::cast_error&) {
    throw py::type_error(std::string("expected ") + wanted + ", not " +
                         py::type::of(given).attr("__name__").cast<std::string>());
  }
}

Position play(const Position& position, const py::args& moves) {
  std::string record = format_position(position) + " ;";
  for (const auto& move : moves) record += " " + argument<std::string>(move, "moves as texts");
  return moves.empty() ? position : replay(parse_record(record)).end();
}

/// `values` maps moves to values such as "V wins", as in the results of analyse().
std::string svg_of(const Position& position, bool grid,
                   const std::map<std::string, std::string>& values) {
  std::string signs(static_cast<std::size_t>(position.board().place_count()), ' ');
  for (const auto& [move, value] : values) signs[parse_move(position, move)] = sign_of_value(value);
  return board_svg(position, grid ? Drawing::grid : Drawing::tiling, signs);
}

using FileOrBytes = std::variant<py::bytes, std::filesystem::path>;

/// A certificate in JSON or compact form, not yet verified; check() verifies it.
struct ProofFile {
  explicit ProofFile(std::string content, const Stop& stop = {}) try
      : bytes(std::move(content)), strategy(bytes, stop) {
  } catch (const Damage& damage) {
    throw InputError(std::string("not a certificate: ") + damage.what());
  } catch (const FieldError& error) {
    throw InputError(std::string("not a certificate: ") + error.what());
  }
  std::string bytes;
  CertificateStrategy strategy;
};
using ProofFilePointer = std::shared_ptr<ProofFile>;

ProofFilePointer read_proof(const FileOrBytes& from) {
  const auto* path = std::get_if<std::filesystem::path>(&from);
  std::string bytes = path != nullptr ? "" : std::string(std::get<py::bytes>(from));
  return without_lock([&](const Interrupt& interrupt) {
    if (path != nullptr) bytes = read_file(*path);
    return std::make_shared<ProofFile>(std::move(bytes), stop_of(std::nullopt, interrupt));
  });
}

py::object strategy_at(const ProofFile& proof, const PositionOrText& position) {
  const auto answer = proof.strategy.at(format_position(position_of(position)));
  return answer ? to_python(as_json(*answer)) : py::none();
}

std::optional<std::string> value_in(const ProofFile& proof, const PositionOrText& position) {
  const auto claim = proof.strategy.value_of(format_position(position_of(position)));
  return claim ? std::optional<std::string>(name_of(*claim)) : std::nullopt;
}

referee::File file_of(const std::filesystem::path& path) {
  const auto file = std::make_shared<const InputFile>(path);
  return {file->bytes(), [file](std::uint64_t offset, std::size_t count, char* to) {
            file->read_at(offset, count, to);
          }};
}

py::object check(const std::variant<ProofFilePointer, py::bytes, std::filesystem::path>& from,
                 std::optional<std::uint64_t> memory_limit) {
  const auto* path = std::get_if<std::filesystem::path>(&from);
  std::string bytes;
  if (const auto* proof = std::get_if<ProofFilePointer>(&from)) {
    if (*proof == nullptr)
      throw py::type_error("expected a Certificate, a file or bytes, not None");
    bytes = (*proof)->bytes;
  }
  if (const auto* content = std::get_if<py::bytes>(&from)) bytes = std::string(*content);
  const referee::Verdict verdict = without_lock([&](const Interrupt& interrupt) {
    referee::Watch watch;
    watch.is_interrupted = [interrupt] { return interrupt.has_come(); };
    if (memory_limit) watch.memory = *memory_limit;
    if (path == nullptr) return referee::check(referee::file_of(bytes), watch);
    watch.beside = [&](const std::string& name) { return file_of(path->parent_path() / name); };
    return referee::check(file_of(*path), watch);
  });
  const bool has_claim = !verdict.claim.empty();
  Json json = {{"verdict", verdict.accepted ? "accepted" : "rejected"},
               {"claim", has_claim ? Json(verdict.claim) : nullptr},
               {"position", has_claim ? Json(verdict.position) : nullptr},
               {"game", nullptr}};
  if (verdict.game) {
    json["game"] = {{"setup", verdict.game->setup}, {"plies", verdict.game->plies}};
  }
  if (!verdict.accepted) json["reason"] = verdict.text;
  if (!verdict.certificates.empty()) json["certificates"] = verdict.certificates;
  if (verdict.accepted && verdict.certificates.empty() && !has_claim) json["table"] = verdict.text;
  return to_python(json);
}

py::object longest_line(const ProofFile& proof, const Limit& time_limit) {
  return to_python(without_lock([&](const Interrupt& interrupt) -> Json {
    const Stop stop = stop_of(time_limit, interrupt);
    try {
      // Use a copy, because longest_line_of() stores ranks in the strategy.
      CertificateStrategy strategy(proof.bytes, stop);
      return longest_line_of(strategy, stop);
    } catch (const referee::Interrupted&) {
      return nullptr;
    }
  }));
}

py::object solve(const PositionOrText& asked, const Limit& time_limit,
                 std::optional<std::uint64_t> memory_limit, std::size_t threads, bool certificate) {
  const Position position = position_of(asked);
  DecideOptions options = options_of(threads);
  options.with_certificates = certificate;
  ProofFilePointer proof;
  const Json json = without_lock([&](const Interrupt& interrupt) {
    const auto start = Stop::Clock::now();
    const Stop stop = stop_of(time_limit, interrupt, memory_limit);
    Decider decider(position.board(), options);
    const Decision decision = decider.decide(position, stop);
    if (certificate && decision.is_decided()) {
      if (const auto made = decider.certify(position, decision, stop)) {
        proof = std::make_shared<ProofFile>(to_json(*made));
      }
    }
    SolveAnswer answer = answer_of(position, decision);
    answer.seconds = std::chrono::duration<double>(Stop::Clock::now() - start).count();
    return to_json(answer);
  });
  py::object answer = to_python(json);
  if (certificate) answer["certificate"] = proof;
  return answer;
}

std::vector<Player> sides_of(const std::variant<std::string, Stones>& to_move, std::size_t count) {
  if (const auto* letter = std::get_if<std::string>(&to_move)) {
    return std::vector<Player>(count, player_of(*letter));
  }
  const auto& numbers = std::get<Stones>(to_move);
  if (numbers.ndim() != 1 || static_cast<std::size_t>(numbers.shape(0)) != count) {
    throw InputError("to_move must have a number for each position");
  }
  std::vector<Player> sides;
  for (std::size_t i = 0; i < count; ++i) sides.push_back(player_of(numbers.data()[i]));
  return sides;
}

/// Returns the values and distances of positions on one board, each a row of `stones`. Decides each
/// position independently, as `onyx solve -` does, so that no answer depends on the order.
py::tuple values(const Board& board, const Stones& stones,
                 const std::variant<std::string, Stones>& to_move, const Limit& time_limit,
                 std::size_t threads) {
  if (stones.ndim() != 2 || stones.shape(1) != board.place_count()) {
    throw InputError("the array must have a row for each position, of " +
                     std::to_string(board.place_count()) + " places");
  }
  DecideOptions options = options_of(threads);
  options.threads = 1;
  options.with_certificates = false;
  const auto count = static_cast<std::size_t>(stones.shape(0));
  const std::vector<Player> sides = sides_of(to_move, count);
  std::vector<Position> positions;
  for (std::size_t i = 0; i < count; ++i) {
    try {
      positions.push_back(
          position_of_row(board, stones.data(static_cast<py::ssize_t>(i), 0), sides[i]));
    } catch (const InputError& error) {
      throw InputError("position " + std::to_string(i) + ": " + error.what());
    }
  }
  std::vector<Decision> decisions(count);
  without_lock([&](const Interrupt& interrupt) {
    std::atomic<std::size_t> next{0};
    std::vector<std::future<void>> workers;
    for (std::size_t i = 0; i < std::min(threads, count); ++i) {
      workers.push_back(std::async(std::launch::async, [&] {
        for (std::size_t at = next++; at < count && !interrupt.has_come(); at = next++) {
          decisions[at] = decide(positions[at], options, stop_of(time_limit, interrupt));
          decisions[at].basis.reset();
        }
      }));
    }
    for (auto& worker : workers) worker.get();
  });
  Stones result(static_cast<py::ssize_t>(count));
  py::array_t<std::int32_t> plies(static_cast<py::ssize_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Decision& decision = decisions[i];
    result.mutable_data()[i] = !decision.is_decided()            ? kUnknown
                               : decision.is_draw()              ? std::int8_t{0}
                               : decision.claim == Claim::v_wins ? std::int8_t{1}
                                                                 : std::int8_t{-1};
    plies.mutable_data()[i] = decision.distance;
  }
  return py::make_tuple(result, plies);
}

py::object analyse(const PositionOrText& game, const Limit& time_limit, std::size_t threads,
                   bool all) {
  const Record record = parse_record(text_of(game));
  const Line line = replay(record);
  return to_python(without_lock([&](const Interrupt& interrupt) {
    AnalysisTask task;
    task.options = options_of(threads);
    task.asks_all = all;
    if (!all) task.options.nodes_for_distance = kNodesForQuickDistance;
    task.stop = [&] { return stop_of(time_limit, interrupt); };
    if (!line.moves.empty()) return as_json(analyse_game(line, task), record.start);
    return as_json(analyse_position(line.start(), task), format_position(line.start()));
  }));
}

py::object judge(const PositionOrText& claim, const Limit& time_limit, std::size_t threads,
                 bool mistakes) {
  const std::string text = text_of(claim);
  const Judgement judgement = without_lock([&](const Interrupt& interrupt) {
    return judge_claim(text, options_of(threads), stop_of(time_limit, interrupt), mistakes);
  });
  py::object answer = to_python(as_json(judgement));
  if (judgement.certificate) {
    answer["certificate"] = std::make_shared<ProofFile>(to_json(*judgement.certificate));
  }
  return answer;
}

py::object query(const std::filesystem::path& file, const py::args& positions) {
  std::vector<std::string> texts;
  for (const auto& position : positions) {
    texts.push_back(format_position(position_of(argument<PositionOrText>(position, "positions"))));
  }
  return to_python(without_lock([&](const Interrupt& interrupt) {
    return query_file(file, texts, stop_of(std::nullopt, interrupt));
  }));
}

/// Returns what __reduce__ must return, for pickle and copy.
py::tuple made_again_from_text(const py::object& object) {
  return py::make_tuple(py::type::of(object), py::make_tuple(py::str(object)));
}

void define_positions(py::module_& module) {
  py::class_<Board>(module, "Board")
      .def(py::init([](const std::string& size) { return Board(parse_board_size(size)); }),
           "size"_a)
      .def_property_readonly("width", [](const Board& board) { return board.size().width; })
      .def_property_readonly("height", [](const Board& board) { return board.size().height; })
      .def_property_readonly("places", &names_of)
      .def("open", [](const Board& board) { return Position(board); })
      .def("standard",
           [](const Board& board) {
             return parse_position("standard:" + format_board_size(board.size()));
           })
      .def("__str__", [](const Board& board) { return format_board_size(board.size()); })
      .def("__repr__",
           [](const Board& board) { return "Board('" + format_board_size(board.size()) + "')"; })
      .def("__hash__",
           [](const Board& board) { return board.place_count() * 32 + board.size().width; })
      .def("__reduce__", &made_again_from_text)
      .def(py::self == py::self);
  py::class_<Position>(module, "Position")
      .def(py::init([](const std::string& text) { return position_of(text); }), "text"_a)
      .def_static("from_stones", &position_of_stones, "board"_a, "stones"_a, "to_move"_a = "V")
      .def_property_readonly("board", &Position::board)
      .def_property_readonly("to_move",
                             [](const Position& position) { return letter_of(position.to_move()); })
      .def_property_readonly("stones", &stones_of)
      .def_property_readonly("is_finished",
                             [](const Position& position) { return is_finished(position); })
      .def_property_readonly("winner",
                             [](const Position& position) {
                               const auto winner = winner_of(position);
                               return winner ? std::optional(letter_of(*winner)) : std::nullopt;
                             })
      .def("moves", &moves_of)
      .def("play", &play)
      .def("diagram", [](const Position& position) { return diagram(position); })
      .def("svg", &svg_of, "grid"_a = false, "values"_a = std::map<std::string, std::string>{})
      .def("_repr_svg_", [](const Position& position) { return svg_of(position, false, {}); })
      .def("__str__", &format_position)
      .def("__repr__",
           [](const Position& position) { return "Position('" + format_position(position) + "')"; })
      .def("__hash__", [](const Position& position) { return std::hash<Position>()(position); })
      .def("__reduce__", &made_again_from_text)
      .def(py::self == py::self);
}

void define_certificates(py::module_& module) {
  py::class_<ProofFile, ProofFilePointer>(module, "Certificate")
      .def(py::init(&read_proof), "file_or_bytes"_a)
      .def_property_readonly("claim",
                             [](const ProofFile& proof) { return name_of(proof.strategy.claim()); })
      .def_property_readonly(
          "position",
          [](const ProofFile& proof) { return parse_position(proof.strategy.position()); })
      .def_property_readonly("entries",
                             [](const ProofFile& proof) { return proof.strategy.entries(); })
      .def("at", &strategy_at, "position"_a)
      .def("value_of", &value_in, "position"_a)
      .def("longest_line", &longest_line, "time_limit"_a = py::none())
      .def(
          "save",
          [](const ProofFile& proof, const std::filesystem::path& path) {
            write_file(path, proof.bytes);
          },
          "path"_a)
      .def("__bytes__", [](const ProofFile& proof) { return py::bytes(proof.bytes); })
      .def("__repr__", [](const ProofFile& proof) {
        return std::string("<Certificate: ") + name_of(proof.strategy.claim()) + "; " +
               proof.strategy.position() + ">";
      });
}

void define_functions(py::module_& module) {
  module.def("solve", &solve, "position"_a, "time_limit"_a = py::none(),
             "memory_limit"_a = py::none(), "threads"_a = 1, "certificate"_a = false);
  module.def("values", &values, "board"_a, "stones"_a, "to_move"_a = "V",
             "time_limit"_a = py::none(), "threads"_a = 1);
  module.def("analyse", &analyse, "game"_a, "time_limit"_a = 5.0, "threads"_a = 1, "all"_a = false);
  module.def("judge", &judge, "claim"_a, "time_limit"_a = 300.0, "threads"_a = 1,
             "mistakes"_a = false);
  module.def("check", &check, "file_or_bytes"_a, "memory_limit"_a = py::none());
  module.def("query", &query, "file"_a);
}

PYBIND11_MODULE(_onyx, module) {
  py::register_exception<InputError>(module, "InputError", PyExc_ValueError);
  py::register_exception<FileError>(module, "FileError", PyExc_OSError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const referee::NeedsMemory& need) {
      PyErr_Format(PyExc_MemoryError, "it takes about %llu bytes to check this certificate",
                   static_cast<unsigned long long>(need.bytes));
    }
  });
  module.attr("__version__") = std::string(kVersion).substr(0, std::string(kVersion).find(' '));
  module.attr("UNKNOWN") = kUnknown;
  define_positions(module);
  define_certificates(module);
  define_functions(module);
}

}  // namespace
}  // namespace onyx::python

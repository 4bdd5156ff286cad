#include "experiments/known/query_file.h"

#include "core/notation.h"
#include "experiments/files/certificate_files.h"
#include "experiments/known/known_store.h"
#include "solver/certificate/table_reader.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

Json query_strategies(const std::string& file, const std::vector<std::string>& positions,
                      const Stop& stop) {
  KnownStore store({file});
  if (store.is_empty()) throw FileError(fmt::format("'{}' contains no certificate", file));
  // Judge a single certificate even if it is for another board.
  if (store.size() == 1) store.only(stop);
  Json answers = Json::array();
  for (const std::string& position : positions) {
    if (const auto found = store.ask(position, stop)) {
      answers.push_back(as_json(found->first));
      answers.back()["file"] = found->second;
    } else {
      answers.push_back({{"position", position}, {"reached", false}});
    }
  }
  return answers;
}

Json query_table(const SourceFile& source, const std::vector<std::string>& positions) {
  const table::Header header = table::read_header(source);
  return with_board(header.size, [&]<int W>(const WideBoard<W>& board) {
    const table::Reader<W> reader(board, header, source);
    Json answers = Json::array();
    for (const std::string& text : positions) {
      refuse_if(board_size_of(text) != header.size, "the table is of {}, {} is on {}",
                format_board_size(header.size), in_quotes(text),
                format_board_size(board_size_of(text)));
      const WidePosition<W> position = parse_position(board, text);
      const std::optional<Outcome> outcome = reader.outcome(position);
      if (!outcome) throw Damage(in_quotes(text) + " is illegal");
      if (outcome->is_draw()) {
        answers.push_back({{"position", text}, {"value", "draw"}, {"distance", nullptr}});
        continue;
      }
      const bool wins = outcome->value() == Value::win;
      const Player winner = wins ? position.to_move : other(position.to_move);
      answers.push_back({{"position", text},
                         {"value", name_of(win_of(winner))},
                         {"distance", outcome->distance()}});
    }
    return answers;
  });
}

}  // namespace

Json query_file(const std::string& file, const std::vector<std::string>& positions,
                const Stop& stop) {
  if (std::filesystem::is_directory(file)) return query_strategies(file, positions, stop);
  const InputFile input(file);
  const SourceFile source = source_of(input);
  if (referee::kind_of({source.bytes, source.read_at}) != referee::Kind::table) {
    return query_strategies(file, positions, stop);
  }
  try {
    return query_table(source, positions);
  } catch (const Damage& damage) {
    throw FileError(fmt::format("cannot read '{}': {}", file, damage.what()));
  }
}

Json as_json(const StrategyAnswer& answer) {
  Json json = {{"position", answer.position}, {"owner", std::string(1, answer.owner)}};
  if (answer.is_finished) {
    json["finished"] = true;
  } else if (!answer.move.empty()) {
    json["move"] = answer.move;
  } else {
    json["replies"] = Json::array();
    for (const auto& [move, position, reply] : answer.replies) {
      json["replies"].push_back({{"reply", move}, {"answer", reply}});
    }
  }
  return json;
}

Json longest_line_of(CertificateStrategy& strategy, const Stop& stop) {
  refuse_if(strategy.claim() == Claim::cycle,
            "the certificate claims a cycle, and has no strategy");
  const auto line = strategy.longest_line(stop);
  if (!line) return nullptr;
  Json json = {{"claim", name_of(strategy.claim())},
               {"position", strategy.position()},
               {"moves", line->moves}};
  if (strategy.claim() == Claim::draw) json["cycle"] = line->cycle;
  return json;
}

}  // namespace onyx

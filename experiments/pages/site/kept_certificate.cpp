#include "experiments/pages/site/kept_certificate.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/json_fields.h"
#include "core/notation.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/files.h"
#include "experiments/pages/site/strategy_code.h"
#include "experiments/support/output.h"
#include "solver/certificate/certificate.h"
#include "solver/certificate/compact_reader.h"
#include "solver/certificate/pack.h"
#include "solver/certificate/proof.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string canonical_position(const std::string& text) {
  return format_position(parse_position(text));
}

/// The certificate's name within the collection, relative to the folder given to the report; a file
/// given by itself has only its file name. The site is for other people, so it does not show this
/// machine's paths.
std::string name_in(const std::vector<std::string>& collection, const fs::path& file) {
  for (const fs::path folder : collection) {
    const fs::path inside = file.lexically_relative(folder);
    const bool is_inside = !inside.empty() && inside != "." && *inside.begin() != "..";
    if (is_inside) return inside.string();
  }
  return file.filename().string();
}

/// The file name under which the page saves the certificate.
std::string saved_name(const ProofSource& source, bool is_compact) {
  std::string name = source.file.filename().string();
  if (source.number > 0) {
    name = fmt::format("{}-{}", source.file.stem().string(), source.number);
    name += is_compact ? ".certz" : kCertificateEnding;
  }
  return name;
}

std::string in_base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_there = i + k < bytes.size();
      group = group << 8 | (is_there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_there = k < 2 || i + k <= bytes.size();
      text += is_there ? kDigits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

Json kept_of_compact(const std::string& bytes) {
  Json data;
  const std::string position = compact::position_of(bytes);
  data["position"] = position;
  with_board(board_size_of(position), [&]<int W>(const WideBoard<W>& board) {
    const SourceFile file{bytes.size(), [&](std::uint64_t offset, std::size_t count, char* to) {
                            bytes.copy(to, count, offset);
                          }};
    const WidePosition<W> start = parse_position(board, position);
    std::array<StrategyTexts, 2> texts;
    compact::read_strategies<W>(board, file, [&](const WidePosition<W>& state, Place move) {
      texts[static_cast<std::size_t>(index_of(state.to_move))].emplace(
          format_position(board, state), format_move(board, state, move));
    });
    for (const Player owner : {Player::V, Player::H}) {
      const auto index = static_cast<std::size_t>(index_of(owner));
      data["strategies"][std::string(1, letter_of(owner))] =
          encode_strategy(to_plain(board, start), owner, texts[index], StrategyExtent::brief);
    }
    const auto play = drawn_play_by(board, start, [&](const WidePosition<W>& now) {
      const StrategyTexts& own = texts[static_cast<std::size_t>(index_of(now.to_move))];
      const auto move = own.find(format_position(board, now));
      if (move == own.end()) throw InputError("its strategies lead outside its positions");
      return parse_move(board, now, move->second);
    });
    const Certificate::Line line = line_of(board, start, play);
    data["line"] = {{"prefix", line.prefix}, {"cycle", line.cycle}};
  });
  data["game"] = nullptr;
  data["compact"] = in_base64(bytes);
  return data;
}

Json kept_of_json(const CatalogueEntry& entry, const std::string& text) {
  Json data;
  const Certificate certificate = parse_certificate(text);
  // The certificate may name a setup instead.
  data["position"] = canonical_position(certificate.position);
  with_board(entry.record.board, [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> start = parse_position(board, certificate.position);
    for (const auto& [owner, moves] : certificate.strategies) {
      data["strategies"][std::string(1, owner)] =
          encode_strategy(to_plain(board, start), owner == 'V' ? Player::V : Player::H, moves);
    }
  });
  const Certificate::Line line = certificate.line.value_or(Certificate::Line{});
  data["line"] = {{"prefix", line.prefix}, {"cycle", line.cycle}};
  data["game"] = nullptr;
  if (certificate.game) {
    data["game"] = {{"setup", certificate.game->setup}, {"moves", certificate.game->moves}};
  }
  return data;
}

}  // namespace

Json kept_of(const CatalogueEntry& entry, const std::vector<std::string>& collection) {
  Json data;
  try {
    const std::string bytes = entry.source.read();
    const bool is_compact = referee::kind_of(referee::file_of(bytes)) == referee::Kind::compact;
    data = is_compact ? kept_of_compact(bytes) : kept_of_json(entry, bytes);
  } catch (const std::runtime_error& error) {
    // The catalogue's checker accepted the certificate, so it must have changed.
    throw FileError(
        fmt::format("'{}' has changed while it was read: {}", entry.file, error.what()));
  }
  if (!entry.record.game_moves.empty()) {
    data["game"] = {{"setup", entry.record.game}, {"moves", entry.record.game_moves}};
  }
  data["record"] = to_json(entry);
  data["record"]["file"] = name_in(collection, entry.file);
  data["saved"] = saved_name(entry.source, data.contains("compact"));
  data["check"] = "onyx-check " + shell_word(data["saved"].get<std::string>());
  return data;
}

}  // namespace onyx

#include "experiments/pages/site/page_certificate.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/notation.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/files.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"
#include "solver/certificate/compact_writer.h"
#include "solver/known/certificate_strategy.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

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
  if (name.ends_with(kCertificateEnding)) name.resize(name.size() - kCertificateEnding.size());
  if (source.number > 0) name = fmt::format("{}-{}", source.file.stem().string(), source.number);
  return name + (is_compact ? ".certz" : std::string(kCertificateEnding));
}

/// A certificate of a draw as a compact one, which takes a tenth of the space.
std::string compacted(const Certificate& certificate) {
  std::string bytes;
  with_board(board_size_of(certificate.position), [&]<int W>(const WideBoard<W>& board) {
    Proof<W> proof;
    for (const Player owner : {Player::V, Player::H}) {
      auto& strategy = proof.strategies.emplace_back();
      strategy.owner = owner;
      for (const auto& [text, move] : certificate.strategies.at(letter_of(owner))) {
        const WidePosition<W> at = parse_position(board, text);
        strategy.moves.try_emplace(pack(at), {parse_move(board, at, move), 0});
      }
    }
    compact::write_certificate(
        board, parse_position(board, certificate.position), Claim::draw, std::move(proof), kVersion,
        [&](std::uint64_t offset, std::string_view part) {
          bytes.resize(std::max<std::size_t>(bytes.size(), offset + part.size()));
          part.copy(&bytes[offset], part.size());
        });
  });
  return bytes;
}

}  // namespace

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

Json certificate_for_page(const CatalogueEntry& entry, const std::vector<std::string>& collection) {
  Json data;
  try {
    std::string bytes = entry.source.read();
    data["game"] = nullptr;
    bool is_compact = referee::kind_of(referee::file_of(bytes)) == referee::Kind::compact;
    if (!is_compact) {
      const Certificate certificate = parse_certificate(bytes);
      is_compact = !certificate.game;
      if (is_compact) {
        bytes = compacted(certificate);
      } else {
        data["game"] = {{"setup", certificate.game->setup}, {"moves", certificate.game->moves}};
      }
    }
    CertificateStrategy strategy(bytes);
    const StrategyLine line = strategy.longest_line({}).value();
    data["position"] = strategy.position();
    data["line"] = {{"prefix", line.moves}, {"cycle", line.cycle}};
    data["bytes"] = in_base64(bytes);
    data["saved"] = saved_name(entry.source, is_compact);
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
  data["check"] = "onyx-check " + shell_word(data["saved"].get<std::string>());
  return data;
}

}  // namespace onyx

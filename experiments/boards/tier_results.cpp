#include "experiments/boards/tier_results.h"

#include <fmt/core.h>

#include "core/base/packed_bytes.h"
#include "experiments/boards/board_counts.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/checkpoint.h"
#include "experiments/support/version.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

constexpr const char* kFolderFormat = "onyx-tiers";
constexpr int kTierVersion = 2;

TierResult result_in(const JsonFields& fields) {
  TierResult result;
  result.alike = fields.count("alike");
  result.alike_swapped = fields.count("alike_swapped");
  result.counts = counts_by_side(fields.object("by_side"));
  if (fields.has("sweeps")) result.sweeps = static_cast<int>(fields.count("sweeps", INT32_MAX));
  if (result.draws() > 0) result.draws_listed = fields.flag("draws_listed");
  for (const JsonFields& entry : fields.objects("draws_by_stones")) {
    TierDraws& draws = result.draws_by_stones[static_cast<int>(entry.count("stones", INT32_MAX))];
    draws.draws = entry.count("draws");
    draws.right_side = entry.count("right_side");
    draws.sample = entry.texts("sample");
  }
  return result;
}

std::string board_of_folder(const std::filesystem::path& path) {
  const RecordKind kind{"settings", "or another program wrote them; use another folder"};
  return read_record(path, kind, [](const JsonFields& fields) {
    fields.require_format(kFolderFormat, kTierVersion);
    return fields.text("board");
  });
}

}  // namespace

Json draws_json(const std::map<int, TierDraws>& by_stones) {
  auto json = Json::array();
  for (const auto& [stones, draws] : by_stones) {
    json.push_back({{"stones", stones},
                    {"draws", draws.draws},
                    {"right_side", draws.right_side},
                    {"sample", draws.sample}});
  }
  return json;
}

TierResults::TierResults(std::filesystem::path folder, BoardSize size, std::size_t midpoints)
    : folder_(std::move(folder)), board_(format_board_size(size)), midpoints_(midpoints) {
  const std::filesystem::path path = folder_ / kFolderFile;
  if (!std::filesystem::exists(path)) {
    const Json json{{"format", kFolderFormat},
                    {"version", kTierVersion},
                    {"board", board_},
                    {"program", fmt::format("onyx {}", kVersion)}};
    write_file(FolderFile{folder_, kFolderFile}, json.dump(1) + "\n");
    return;
  }
  const std::string board = board_of_folder(path);
  refuse_if<FileError>(board != board_, "'{}' belongs to \"{}\", not to {}; use another folder",
                       path.string(), board, board_);
}

BoardSize TierResults::board_in(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kFolderFile;
  refuse_if<FileError>(!std::filesystem::exists(path),
                       "'{}' is not a folder of onyx strong --tiers: it has no {}", folder.string(),
                       kFolderFile);
  try {
    const BoardSize size = parse_board_size(board_of_folder(path));
    if (point_count(size) <= kMostWholeBoardPoints) return size;
  } catch (const InputError&) {
    // Reported below, like a board that is too large.
  }
  throw FileError(fmt::format("'{}' is of a board that cannot be solved", path.string()));
}

std::string TierResults::file_name(const TierName& name) const {
  return fmt::format("tier-{}.json", text_of(name, midpoints_));
}

std::string TierResults::text_for(const TierName& name, const TierResult& result) const {
  Json json{{"format", "onyx-tier"}, {"version", kTierVersion},
            {"board", board_},       {"tier", text_of(name, midpoints_)},
            {"alike", result.alike}, {"alike_swapped", result.alike_swapped}};
  json.update(values_json(result.counts.both()));
  json["by_side"] = by_side_json(result.counts);
  if (result.sweeps) json["sweeps"] = *result.sweeps;
  if (result.draws() > 0) json["draws_listed"] = result.draws_listed;
  json["draws_by_stones"] = draws_json(result.draws_by_stones);
  const std::string summed = json.dump();
  json["sum"] = fmt::format("{:016x}", checksum_of(summed.data(), summed.size(), 0));
  return json.dump() + "\n";
}

std::optional<TierResult> TierResults::load(const TierName& name) const {
  try {
    const std::string text = read_file(folder_ / file_name(name));
    const auto json = parse_json(text);
    const TierResult result = result_in(JsonFields(json));
    // Equal strings show that the checksum is right and that the file holds nothing else.
    if (text_for(name, result) == text) return result;
  } catch (const FieldError&) {
    // Treat it like a missing file, so that the tier is solved again.
  } catch (const MissingFile&) {
  }
  return std::nullopt;
}

void TierResults::save(const TierName& name, const TierResult& result) const {
  write_file(FolderFile{folder_, file_name(name)}, text_for(name, result));
}

std::filesystem::path TierResults::write_list(const std::map<TierName, TierResult>& results) const {
  std::string text;
  for (const auto& [name, result] : results) text += text_for(name, result);
  const FolderFile list{folder_, "tiers.jsonl"};
  write_file(list, text);
  return list.path();
}

DrawFiles::DrawFiles(std::filesystem::path folder, BoardSize size, std::size_t midpoints)
    : folder_(std::move(folder)), midpoints_(midpoints), format_(size, kVersion) {}

FolderFile DrawFiles::file_of(const TierName& tier) const {
  return {folder_, fmt::format("tier-{}.draws", text_of(tier, midpoints_))};
}

void DrawFiles::save(const TierName& tier, const DrawCodes& codes) const {
  NewFile file(file_of(tier));
  format_.write(tier, codes, writer_to(file));
  file.finish();
}

bool DrawFiles::has(const TierName& tier, std::uint64_t draws) const {
  return is_sound(file_of(tier).path(),
                  [&](const SourceFile& file) { format_.check_head(tier, draws, file); });
}

bool DrawFiles::has_all_of(const TierName& tier, const TierResult& result) const {
  return result.draws() == 0 || !result.draws_listed || has(tier, result.draws());
}

DrawCodes DrawFiles::load(const TierName& tier, std::uint64_t draws) const {
  const std::filesystem::path path = file_of(tier).path();
  const InputFile file(path);
  try {
    return format_.read(tier, draws, source_of(file));
  } catch (const Damage& damage) {
    throw FileError(
        fmt::format("'{}' is damaged: {}; remove it, and run onyx strong --tiers to make it again",
                    path.string(), damage.what()));
  }
}

}  // namespace onyx

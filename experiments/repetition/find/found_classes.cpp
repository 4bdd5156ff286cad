#include "experiments/repetition/find/found_classes.h"

#include <fmt/core.h>
#include <xxhash.h>

#include "core/base/json_fields.h"
#include "experiments/files/certificate_files.h"

namespace onyx {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  throw FileError(
      fmt::format("certificate '{}' is damaged ({}); to find its class again, delete it and the "
                  "search-*.json next to it",
                  path.string(), why));
}

std::string position_in(const std::filesystem::path& path, std::string_view text) {
  try {
    return parse_certificate(text).position;
  } catch (const FieldError& error) {
    refuse(path, error.what());
  }
}

}  // namespace

std::filesystem::path certificate_path(const std::filesystem::path& folder, const std::string& key,
                                       const IsPlace& is_place) {
  const auto sum = XXH3_64bits(key.data(), key.size());
  const std::string stem = fmt::format("{}-{:016x}", format_board_size(board_size_of(key)), sum);
  // Try further names, because two keys may have the same hash.
  std::filesystem::path path = folder / (stem + std::string(kCertificateEnding));
  const auto is_taken = [&] {
    if (!std::filesystem::exists(path)) return false;
    const std::string text = read_file(path);
    return is_place ? !is_place(path, text) : position_in(path, text) != key;
  };
  for (int i = 2; is_taken(); ++i) {
    path = folder / fmt::format("{}-{}{}", stem, i, kCertificateEnding);
  }
  return path;
}

FoundClasses::FoundClasses(std::filesystem::path folder) : folder_(std::move(folder)) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (!entry.path().filename().string().ends_with(kCertificateEnding)) continue;
    // Refuse pipes, because reading one might never end.
    refuse_if<FileError>(!entry.is_regular_file(), "'{}' is not a file; remove it",
                         entry.path().string());
    const std::string text = read_file(entry.path());
    // Parsing detects every truncation except the loss of the last newline.
    if (!text.ends_with('\n')) refuse(entry.path(), "its end is missing");
    positions_.insert(position_in(entry.path(), text));
  }
}

bool FoundClasses::add(const Certificate& certificate) {
  const std::filesystem::path path = certificate_path(folder_, certificate.position);
  const std::string content = to_json(certificate);
  const bool is_new = positions_.insert(certificate.position).second;
  // Check the file too, because a directory listing of a network file system may be stale.
  if (std::filesystem::exists(path)) return read_file(path) == content;
  if (is_new) write_file(FolderFile{folder_, path.filename().string()}, content);
  return is_new;
}

}  // namespace onyx

#include "solver/referee/pack_check.h"

#include <map>
#include <set>

#include "solver/referee/compact_check.h"
#include "solver/referee/compact_file.h"

namespace onyx::referee {
namespace {

constexpr std::uint64_t kPackHead = 16;
constexpr std::uint64_t kLength = 8;

// Of an accepted certificate: board, side to move, and stones.
std::string position_in(const File& file) {
  const compact::Header header = compact::read_header(file);
  const std::size_t places =
      header.width * header.height + (header.width - 1) * (header.height - 1) / 2;
  return bytes_at(file, 8, 8) + header.side +
         bytes_at(file, kHeaderBytes, 16 * ((places + 63) / 64));
}

std::string check_all(const File& file, const Watch& watch) {
  if (!begins_with(file, "OnyxPak1")) reject("no pack of a known version");
  const auto count = number_at<std::uint64_t>(bytes_at(file, 8, 8).data());
  if (count == 0) reject("it has no certificates");
  std::map<std::string, std::uint64_t> claims;
  std::set<std::string> positions;
  std::uint64_t offset = kPackHead;
  for (std::uint64_t number = 1; number <= count; ++number) {
    end_if_interrupted(watch);
    const auto bytes = number_at<std::uint64_t>(bytes_at(file, offset, kLength).data());
    const std::uint64_t begin = offset + kLength;
    if (bytes > file.bytes - begin) reject("the file is cut off");
    const File part{bytes, [&file, begin](std::uint64_t at, std::size_t length, char* to) {
                      file.read_at(begin + at, length, to);
                    }};
    Watch own = watch;
    own.progress = {};
    const auto name = "certificate " + std::to_string(number) + ": ";
    const Verdict verdict = check_compact(part, own);
    if (!verdict.accepted) reject(name + verdict.text);
    if (!positions.insert(position_in(part)).second) reject(name + "its position came before");
    ++claims[verdict.text];
    offset = begin + bytes;
    if (watch.progress) watch.progress(offset, file.bytes);
  }
  if (offset != file.bytes) reject("there is more in the file than its certificates");
  std::string text;
  for (const auto& [claim, times] : claims) {
    text += (text.empty() ? "" : ", ") + std::to_string(times) + " times " + claim;
  }
  return text;
}

}  // namespace

Verdict check_pack(const File& file, const Watch& watch) {
  try {
    return {true, check_all(file, watch)};
  } catch (const Rejected& rejected) {
    return {false, rejected.reason};
  }
}

}  // namespace onyx::referee

#include "solver/referee/referee.h"

#include "solver/referee/judges.h"

namespace onyx::referee {
namespace {

std::string text_of(const File& file, const Watch& watch) {
  // Bytes of memory per byte of the file, for its text and strategies; measured on 5x5.
  constexpr std::uint64_t kBytesOfByte = 5;
  if (file.bytes > watch.memory / kBytesOfByte) throw NeedsMemory(kBytesOfByte * file.bytes);
  std::string json(file.bytes, '\0');
  file.read_at(0, json.size(), json.data());
  return json;
}

}  // namespace

Verdict check_one(const File& file, const Watch& watch, FollowedGame* game) {
  if (kind_of(file) == Kind::compact) return check_compact(file, watch, game);
  return check_certificate(text_of(file, watch), game);
}

Verdict check(const File& file, const Watch& watch) {
  switch (kind_of(file)) {
    case Kind::pack:
      return check_pack(file, watch);
    case Kind::table:
      return check_table(file, watch);
    case Kind::game:
      return check_game(text_of(file, watch), watch);
    case Kind::compact:
    case Kind::certificate:
      break;
  }
  return check_one(file, watch, nullptr);
}

}  // namespace onyx::referee

#include "solver/referee/referee.h"

#include <new>

#include "solver/referee/compact_check.h"
#include "solver/referee/pack_check.h"
#include "solver/referee/table_check.h"

namespace onyx::referee {

Verdict check(const File& file, const Watch& watch) {
  switch (kind_of(file)) {
    case Kind::compact:
      return check_compact(file, watch);
    case Kind::pack:
      return check_pack(file, watch);
    case Kind::table:
      return check_table(file, watch);
    case Kind::certificate:
      break;
  }
  // The text, and the strategies that are read from it: measured with positions of 5x5.
  constexpr std::uint64_t kBytesOfByte = 5;
  if (file.bytes > watch.memory / kBytesOfByte) throw NeedsMemory(kBytesOfByte * file.bytes);
  std::string json(file.bytes, '\0');
  file.read_at(0, json.size(), json.data());
  return check_certificate(json);
}

}  // namespace onyx::referee

// The referee of packs: it accepts one if and only if each certificate in it, taken out by itself,
// is a compact one that is accepted, and each is of another position.
#include <set>

#include "solver/referee/referee.h"
#include "tests/fuzz/packed_file.h"
#include "tests/fuzz/target.h"

namespace onyx::fuzz {
namespace {

bool is_accepted_in_parts(std::string_view bytes) {
  const auto parts = parts_of_pack(bytes);
  if (!parts || parts->empty()) return false;
  std::set<std::string> positions;
  for (const std::string& part : *parts) {
    const referee::File file = referee::file_of(part);
    if (referee::kind_of(file) != referee::Kind::compact || !referee::check(file).accepted) {
      return false;
    }
    // Board and side to move; and the stones, which stand behind the header of 128 bytes.
    const std::optional<PackedFile> packed_part = unpacked(part);
    require(packed_part.has_value(), "what is accepted can be taken apart");
    const std::string& head = packed_part->head;
    if (!positions.insert(head.substr(8, 8) + head[17] + head.substr(128)).second) return false;
  }
  return true;
}

}  // namespace
}  // namespace onyx::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  fuzz::use_one_thread();
  const std::string_view bytes = fuzz::text_of(data, size);
  if (!bytes.starts_with("OnyxPak1")) return 0;
  const SourceFile source = fuzz::source_of(bytes);
  const referee::Verdict verdict = referee::check({source.bytes, source.read_at});
  fuzz::require_one_printable_line(verdict.text);
  fuzz::require(verdict.accepted == fuzz::is_accepted_in_parts(bytes),
                "the same one by one:", verdict.text);
  return 0;
}

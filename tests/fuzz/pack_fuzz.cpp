// Fuzzes the referee of packs. It must accept a pack if and only if it accepts each certificate by
// itself and all positions differ. (If certificates are in JSON, only the "only if" is checked,
// because the target does not read their positions.)
#include <set>

#include "solver/referee/referee.h"
#include "tests/fuzz/packed_file.h"
#include "tests/fuzz/target.h"

namespace onyx::fuzz {
namespace {

enum class InParts { accepted, rejected, unknown };

InParts judged_in_parts(std::string_view bytes) {
  const auto parts = parts_of_pack(bytes);
  if (!parts || parts->empty()) return InParts::rejected;
  std::set<std::string> positions;
  InParts result = InParts::accepted;
  for (const std::string& part : *parts) {
    const referee::File file = referee::file_of(part);
    const referee::Kind kind = referee::kind_of(file);
    const bool is_certificate =
        kind == referee::Kind::compact || kind == referee::Kind::certificate;
    if (!is_certificate || !referee::check(file).accepted) return InParts::rejected;
    if (kind == referee::Kind::certificate) {
      result = InParts::unknown;
      continue;
    }
    // The key is the board, the side to move, and the stones after the header of 128 bytes.
    const std::optional<PackedFile> packed_part = unpacked(part);
    require(packed_part.has_value(), "what is accepted can be taken apart");
    const std::string& head = packed_part->head;
    if (!positions.insert(head.substr(8, 8) + head[17] + head.substr(128)).second) {
      return InParts::rejected;
    }
  }
  return result;
}

}  // namespace
}  // namespace onyx::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  fuzz::use_one_thread();
  const std::string_view bytes = fuzz::text_of(data, size);
  if (!bytes.starts_with("OnyxPak")) return 0;
  const SourceFile source = fuzz::source_of(bytes);
  const referee::Verdict verdict = referee::check({source.bytes, source.read_at});
  fuzz::require_one_printable_line(verdict.text);
  const fuzz::InParts in_parts = fuzz::judged_in_parts(bytes);
  fuzz::require(in_parts == fuzz::InParts::unknown ||
                    verdict.accepted == (in_parts == fuzz::InParts::accepted),
                "the same one by one:", verdict.text);
  return 0;
}

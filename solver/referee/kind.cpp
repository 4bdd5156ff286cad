// Which kind of file it is. Apart from the judges of the large formats, so that a program without
// zstd can tell as much.
#include <algorithm>

#include "solver/referee/binary_file.h"

namespace onyx::referee {

File file_of(std::string_view bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::size_t count, char* to) {
            std::copy_n(bytes.data() + offset, count, to);
          }};
}

Kind kind_of(const File& file) {
  if (begins_with(file, "OnyxCtz")) return Kind::compact;
  if (begins_with(file, "OnyxPak")) return Kind::pack;
  return begins_with(file, "OnyxTbl") ? Kind::table : Kind::certificate;
}

}  // namespace onyx::referee

// Which kind of file it is: the one part of the large formats' judges that needs neither zstd nor
// threads.
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
  return begins_with(file, "OnyxTbl") ? Kind::table : Kind::certificate;
}

}  // namespace onyx::referee

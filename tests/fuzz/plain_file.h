#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/packed_file.h"
#include "tests/plain/rules.h"

namespace onyx::fuzz {

struct PlainHead {
  char version = '4';
  char claim = 'D';  ///< 'V', 'H' or 'D'.
  plain::Position start;
};

/// Writes the stones of one colour as bits, lowest byte first: 8 bytes for every 64 places.
std::string set_of(const plain::Position& position, char stone,
                   const std::vector<plain::Place>& places);
/// Inverts set_of(): puts the stones encoded in `set` on the board.
void add_set(plain::Position& position, char stone, std::string_view set,
             const std::vector<plain::Place>& places);
std::size_t set_bytes(std::size_t places);

/// Takes a certificate apart. Throws std::invalid_argument for any other bytes.
PackedFile certificate_file(std::string_view bytes);
PlainHead head_from(const PackedFile& file);
/// Returns a certificate with this head but no blocks.
PackedFile file_of(const PlainHead& head);

}  // namespace onyx::fuzz

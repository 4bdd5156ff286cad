#include "tests/fuzz/forge_table.h"

#include <algorithm>
#include <deque>

namespace onyx::fuzz {
namespace {

using plain::random_below;
using plain::Rng;

std::size_t some_number(const Codes& codes, Rng& random) {
  return static_cast<std::size_t>(random_below(random, static_cast<int>(codes.size())));
}
/// Returns the number, in the table's order, of a random legal position.
std::size_t some_legal(const PlainTable& table, Rng& random) {
  for (;;) {
    const std::size_t number = some_number(table.truth(), random);
    if (table.truth()[number] != kIllegal) return number;
  }
}
/// Returns a random code that a position can have; distances are at most 15 plies.
std::uint8_t some_code(Rng& random) {
  const int plies = 2 * random_below(random, 8);
  const int codes[] = {plies, 254 - plies, kDraw, kIllegal};
  return static_cast<std::uint8_t>(codes[random_below(random, 4)]);
}

void a_little(PlainTable& table, Codes& codes, Rng& random) {
  std::uint8_t& code = codes[some_legal(table, random)];
  code = static_cast<std::uint8_t>(code + (random_below(random, 2) == 0 ? 2 : -2));
}
void any_byte(PlainTable&, Codes& codes, Rng& random) {
  codes[some_number(codes, random)] = static_cast<std::uint8_t>(random_below(random, 256));
}
void another_code(PlainTable& table, Codes& codes, Rng& random) {
  for (int i = random_below(random, 5); i >= 0; --i) {
    codes[some_legal(table, random)] = some_code(random);
  }
}
void legal_or_not(PlainTable&, Codes& codes, Rng& random) {
  std::uint8_t& code = codes[some_number(codes, random)];
  code = code == kIllegal ? some_code(random) : kIllegal;
}
void exchanged(PlainTable& table, Codes& codes, Rng& random) {
  std::swap(codes[some_legal(table, random)], codes[some_legal(table, random)]);
}
void sides_exchanged(PlainTable& table, Codes& codes, Rng& random) {
  const std::size_t half = table.half_tier();
  const std::size_t tier = some_number(codes, random) / (2 * half);
  const auto begin = codes.begin() + static_cast<std::ptrdiff_t>(tier * 2 * half);
  std::swap_ranges(begin, begin + static_cast<std::ptrdiff_t>(half),
                   begin + static_cast<std::ptrdiff_t>(half));
}
void halves_copied(PlainTable& table, Codes& codes, Rng& random) {
  const std::size_t half = table.half_tier();
  const std::size_t from = some_number(codes, random) / half;
  const std::size_t to = some_number(codes, random) / half;
  std::copy_n(Codes(codes).begin() + static_cast<std::ptrdiff_t>(from * half), half,
              codes.begin() + static_cast<std::ptrdiff_t>(to * half));
}
/// Replaces all occurrences of one code with another code.
void one_for_another(PlainTable& table, Codes& codes, Rng& random) {
  const std::uint8_t from = codes[some_legal(table, random)];
  std::replace(codes.begin(), codes.end(), from, some_code(random));
}
void all_longer(PlainTable&, Codes& codes, Rng& random) {
  const int least = random_below(random, 8);
  for (std::uint8_t& code : codes) {
    if (code == kIllegal || code == kDraw) continue;
    const int plies = code < kDraw ? code : 255 - code;
    if (plies < least || plies > 100) continue;
    code = static_cast<std::uint8_t>(code < kDraw ? code + 2 : code - 2);
  }
}
void all_drawn(PlainTable&, Codes& codes, Rng& random) {
  const int least = random_below(random, 8);
  for (std::uint8_t& code : codes) {
    const int plies = code < kDraw ? code : 255 - code;
    if (code != kIllegal && plies >= least) code = kDraw;
  }
}

/// Makes one code wrong and derives all others from it, so that only the check of that code fails.
void consistent_lie(PlainTable& table, Codes& codes, Rng& random) {
  const auto& successors = table.successors();
  const std::size_t liar = some_legal(table, random);
  codes[liar] = some_code(random);
  // Each sweep visits all codes, because there are no links to predecessors.
  for (int sweep = 0; sweep < 12; ++sweep) {
    bool is_changed = false;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (i == liar || successors[i].empty()) continue;
      std::uint8_t least = kIllegal;
      for (const std::uint32_t next : successors[i]) least = std::min(least, codes[next]);
      if (least == kIllegal) continue;
      is_changed = is_changed || codes[i] != code_after(least);
      codes[i] = code_after(least);
    }
    if (!is_changed) return;
  }
}

}  // namespace

const std::vector<TableForgery>& table_forgeries() {
  static const std::vector<TableForgery> all = {
      {"a distance", a_little},
      {"a byte", any_byte},
      {"some codes", another_code},
      {"legal or not", legal_or_not},
      {"two exchanged", exchanged},
      {"sides to move exchanged", sides_exchanged},
      {"half a tier copied", halves_copied},
      {"one code for another", one_for_another},
      {"all longer", all_longer},
      {"all drawn", all_drawn},
      {"a consistent lie", consistent_lie},
  };
  return all;
}

}  // namespace onyx::fuzz

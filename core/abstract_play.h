// Game records of Abstract Play: JSON of the schema APGameRecord.
//
//   {"header": {"game": {"name": "Onyx", "variants": ["Size-16 board", "Head start"]},
//               "pie-invoked": true, ...},
//    "moves": [["d4", {"move": "e5x", "result": [...]}], ["b1/c2", null], ["resign"]]}
//
// Rounds hold a move of each player. Without variants the board is an empty one of 12x12; "Head
// start" is the standard setup. The pie rule exchanges the players' names and no stones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onyx {

struct AbstractPlayGame {
  std::string setup;               ///< As open:12x12.
  std::vector<std::string> moves;  ///< As they stand there, results such as "resign" as well.
};

/// Whether the text begins as a JSON object, and not as a midpoint such as `{BC-34}`.
bool begins_json_object(std::string_view text);

/// Throws InputError.
AbstractPlayGame parse_abstract_play(std::string_view json);

}  // namespace onyx

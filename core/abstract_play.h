// Game records of Abstract Play: JSON in the schema APGameRecord.
//
//   {"header": {"game": {"name": "Onyx", "variants": ["Size-16 board", "Head start"]},
//               "pie-invoked": true, ...},
//    "moves": [["d4", {"move": "e5x", "result": [...]}], ["b1/c2", null], ["resign"]]}
//
// A round holds at most one move of each player. "Head start" means the standard setup; the default
// is the empty 12x12 board. The pie rule exchanges the players' names, not the stones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onyx {

struct AbstractPlayGame {
  std::string setup;               ///< For example open:12x12.
  std::vector<std::string> moves;  ///< As written, including results such as "resign".
};

/// Whether the text begins like a JSON object. A midpoint such as `{BC-34}` does not.
bool begins_json_object(std::string_view text);

/// Throws InputError if the record is malformed or belongs to another game.
AbstractPlayGame parse_abstract_play(std::string_view json);

}  // namespace onyx

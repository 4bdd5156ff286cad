// The judge of games with one mistake, a ply that lowers the value of the position for its player.
// The file names two certificates in the same folder, and the ply of the mistake. What is accepted,
// and why it implies that the last ply, by X, is the only mistake:
//
//   "win". An accepted certificate that X wins the setup.
//   "draw". An accepted certificate of a draw, with a game from that setup that ends with X's
//   ply "mistake".
//   The join. In the game's earlier positions with X to move, the winning strategy plays the
//   game's move. In the position of the mistake, it plays another.
//
// The strategy answers all replies of the opponent, so X wins all positions before the last: no
// earlier ply is a mistake of X, and the opponent loses anyway. The last ply leads to a draw. The
// game must end there, because nothing is known about later positions.
#include <array>

#include "solver/referee/json_reader.h"
#include "solver/referee/judges.h"

namespace onyx::referee {
namespace one_mistake {
namespace {

using namespace json;

constexpr Field whole{"", "game", an_object, "", false};
constexpr std::array<Field, 6> all_fields{{
    {"game", "format", a_text, "", false},
    {"game", "version", a_version, "", false},
    {"game", "win", a_text, "", false},
    {"game", "draw", a_text, "", false},
    {"game", "mistake", a_ply, "", false},
    {"game", "about", unread, "", true},
}};

// Whether the name is a plain file name: no path separators, no leading dot.
bool is_plain_name(const std::string& name) {
  constexpr string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
  return !name.empty() && name[0] != '.' && name.find_first_not_of(letters) == name.npos;
}

Content read_game(string_view json) {
  Content content = read(json, whole, all_fields);
  for (const Field& field : all_fields) {
    if (!field.optional && !content.present.contains(field.name)) {
      reject("missing key " + quote(field.name));
    }
  }
  if (content.text["format"] != "onyx-game") reject("unknown format");
  for (const auto* key : {"win", "draw"}) {
    if (is_plain_name(content.text[key])) continue;
    reject(std::string(key) + ": " + quote(content.text[key]) +
           " is not the plain name of a file: letters, digits, '.', '_' and '-', and no '.' first");
  }
  return content;
}

// Judges the file `name` in the game's folder. Rejects the game unless that file is accepted.
Verdict accepted_beside(const std::string& key, const std::string& name, const Watch& watch,
                        FollowedGame* game = nullptr) {
  const File file = watch.beside(name);
  const Kind kind = kind_of(file);
  if (kind != Kind::certificate && kind != Kind::compact) {
    reject(key + ": " + name + " is not a certificate");
  }
  Verdict verdict = check_one(file, watch, game);
  if (!verdict.accepted) reject(key + ": " + name + " is rejected: " + verdict.text);
  return verdict;
}

// The winning strategy must play the winner's moves before the mistake, but not the mistake.
void follow(const FollowedGame& game, char winner) {
  const size_t last = game.moves.size() - 1;
  for (size_t ply = winner == 'V' ? 0 : 1; ply <= last; ply += 2) {
    const std::string where = "ply " + std::to_string(ply + 1) + ": ";
    const std::string& answer = game.answers[ply];
    if (answer.empty()) {
      reject(where + "the strategy of the win has no move here (a compact certificate leaves out " +
             "wins within three plies; one in JSON has them)");
    }
    const bool is_same = answer == place_of(game.moves[ply]);
    if (ply < last && !is_same) {
      reject(where + "the game leaves the strategy of the win: it plays " + game.moves[ply] +
             ", and the strategy " + answer);
    }
    if (ply == last && is_same) reject(where + "the strategy of the win plays the mistake");
  }
}

Verdict check(string_view json, const Watch& watch) {
  Content content = read_game(json);
  if (!watch.beside) reject("the files that it names cannot be read here");
  const Verdict draw = accepted_beside("draw", content.text["draw"], watch);
  if (draw.claim != "draw") reject("draw: it claims " + quote(draw.claim) + ", not a draw");
  if (!draw.game) reject("draw: it has no game");
  const std::string plies = std::to_string(draw.game->plies);
  if (content.numbers["mistake"] != draw.game->plies) {
    reject("mistake: it must be the last ply of the game, " + plies);
  }
  const char winner = draw.game->plies % 2 == 1 ? 'V' : 'H';
  FollowedGame game{draw.game->setup, draw.game->moves};
  const Verdict win = accepted_beside("win", content.text["win"], watch, &game);
  if (win.claim != std::string(1, winner) + " wins") {
    reject("win: it claims " + quote(win.claim) + ", and the mistake is one of " + winner);
  }
  if (win.position != game.setup) {
    reject("win: it is about " + quote(win.position) + ", and the game is from " +
           quote(game.setup));
  }
  follow(game, winner);
  Verdict verdict = draw;
  verdict.claim = "one mistake";
  verdict.text = verdict.claim + "; " + verdict.position + "; game of " + plies + " plies from " +
                 game.setup + "; " + winner + " gives up a win at ply " + plies;
  return verdict;
}

}  // namespace
}  // namespace one_mistake

Verdict check_game(std::string_view json, const Watch& watch) {
  return verdict_from([&] { return one_mistake::check(json, watch); });
}

}  // namespace onyx::referee

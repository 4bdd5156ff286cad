// onyx-check: the referee as a separate program. The usage text below specifies what is checked.
#include <tbb/global_control.h>
#include <tbb/info.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <latch>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "solver/referee/referee.h"

namespace onyx {
// The version from git. The build generates the definition.
extern const char* const kVersion;
}  // namespace onyx

namespace {

constexpr const char* usage = R"(usage: onyx-check [--json] [--list] [--memory-limit SIZE] FILE...

Checks certificates of the connection game Onyx, packs of them, tables of whole
boards, and games with one mistake, on its own: it has its own rules of the game
and shares no code with the programs that write these files. It recognizes the
kind of a file by its content, not by its name. It prints one line for each
file, in the given order:

  FILE: accepted: CLAIM; POSITION
  FILE: accepted: CLAIM; POSITION; game of N plies from SETUP
  FILE: accepted: one mistake; POSITION; game of N plies from SETUP; V gives up
                  a win at ply N  (on one line)
  FILE: accepted: pack of N certificates: N CLAIM, N CLAIM
  FILE: accepted: table of WxH: N wins, N losses, N draws, N illegal
  FILE: rejected: REASON

POSITION is what the certificate proves CLAIM about: the position that was read
from it and judged, in canonical form, or the name of the setup where it is one
(open:WxH, standard:NxN). The game is printed if the certificate has one: its
moves lead from SETUP to POSITION. "-" stands for standard input.

Options
  --json     print one array instead, with an object for each file: "file";
             "verdict", which is "accepted", "rejected" or "not checked";
             "claim"; "position"; "game", which is {"setup", "plies"} or null.
             Missing values are null. There is also "reason" if the file was
             rejected; "error" if it could not be checked; for a pack,
             "certificates", their number by claim, and with --list "list", an
             array of {"claim", "position", "game"}; for a table, "table", the
             text of its line
  --list     after the line of an accepted pack, print a line for each
             certificate in it, FILE: certificate N: CLAIM; POSITION
  --memory-limit SIZE
             how much memory to use, in bytes or with K, M, G or T behind the
             number; otherwise three quarters of the free memory. With less,
             large files take longer, or are not checked
  --help     print this text
  --version  print the version
  --         all further arguments are files
A check that takes longer than two seconds shows its progress on standard error.

A certificate is one JSON object in UTF-8. It is accepted if and only if it meets
all of the following. (Compact certificates, packs and tables: at the end.)

Form
  - Keys: "format" is "onyx-certificate"; "version" is 1; "claim" is "draw", "V
    wins", "H wins" or "cycle"; "position". By the claim, and required then:
      draw           "strategies" with "V" and "H"; "line" with "prefix" and
                     "cycle"
      V wins         "strategies" with "V" only; no "line"
      H wins         "strategies" with "H" only; no "line"
      cycle          "line" with an empty "prefix" and "cycle"; "strategies"
                     absent or empty
    Allowed with every claim: "game" with "setup" and "moves"; "about", an
    object.
  - No other key, no key twice, no other type, nothing but blanks before or
    after the object (no byte order mark), no cut-off file.
  - A position is ROWS MIDPOINTS SIDE (V2H/1H2/2V1/3V BC12:V H) in canonical
    form: rows from the top, empty points as plain numbers; midpoints by row,
    then column, or "-"; capitals; one blank between the fields. Boards have 2
    to 20 columns and rows. There is no cross (an empty square with V on one
    diagonal and H on the other), and the side to move is not connected.
    "position" may also be a setup, open:WxH or standard:NxN.
  - A move is a place (D4, BC12) and a "*" for each pair that it captures,
    exactly.

Strategies
  - The entries of X's strategy are exactly the positions with X to move that
    arise from "position" when X plays the strategy's moves and the opponent
    plays anything, up to the end of the game: none is missing, none is spare.
  - Every move is legal, and the opponent never connects in that play.
  - For a win: no position of that play can repeat.
  - A finished "position" is won by the side connected; its strategy is empty.

Line and game
  - draw: prefix and cycle together are the play of both strategies from
    "position" until a position occurs for the second time; the cycle begins and
    ends with that position.
  - cycle: the moves are legal from "position" on, nobody connects, and they
    return to it.
  - game: the moves are legal from the setup on and end in "position", with the
    same side to move.

NOT checked
  - "about": its inside is never read, except that it must be JSON (and its
    numbers must fit a double).
  - Whether "position" can arise in a game from a setup, unless "game" is there.
  - For "cycle": what the positions are worth, and whether the play returns
    earlier.
  - For "draw": that only draws occur on the line of play; it follows from the
    two strategies.
  - How good the moves are: a winning strategy may take longer than necessary.
  - The file's name, and that two certificates differ.

Compact certificates, for strategies of millions of positions
(solver/certificate/compact_format.md defines the bytes)
  - The claim is "V wins", "H wins" or "draw"; there is no line, no game and no
    "about".
  - Header, position and blocks are whole, by their checksums; nothing else is
    in the file.
  - Strategies are checked as above; but where a strategy's owner wins within
    three plies, which the checker finds by itself, play counts as won, and
    there is no move for it.
  - A strategy is a sequence of moves: the checker follows all play under it,
    and takes the next move at each new position. The number of moves must be
    exact, and play under the strategy of a win must never repeat a position.

Games with one mistake (*.game.json), proved by two certificates. A mistake is a
ply after which the position is worth less to the player who made it.
  - One JSON object, as strict as a certificate. Keys: "format" is "onyx-game";
    "version" is 1; "win" and "draw", the names of two files in the same folder
    (letters, digits, ".", "_" and "-", and no "." first); "mistake", the number
    of a ply, from 1. Allowed: "about", an object.
  - "draw" is a certificate that is accepted, of a draw, with a game. Ply
    "mistake" is the last ply of this game, because later positions would not be
    proved to be draws. X is the player who made it.
  - "win" is a certificate that is accepted, JSON or compact, that X wins the
    setup of the game.
  - In each position of the game with X to move before the mistake, the strategy
    of "win" plays the move of the game. Where X makes the mistake, it plays
    another move. The strategy has a move in all of these positions: a compact
    certificate leaves out wins within three plies, so a game in which X misses
    or delays such a win needs a certificate in JSON.
  - So every position before the mistake is one that the strategy reaches, and a
    win for X: no earlier ply of X's gives up the win, and no ply of the other
    side makes its lost position worse. After the mistake it is a draw.

Packs, many certificates in one file
(solver/certificate/pack_format.md defines the bytes)
  - Head, index and lengths are whole, by their checksums; nothing else is in
    the file.
  - Each certificate is accepted as if it were a file by itself, and no two are
    of the same position.

Tables, of all positions of a board of at most 20 points
(solver/certificate/table_format.md defines the bytes)
  - Header, index and blocks are whole, by their checksums; nothing else is in
    the file.
  - For every colouring of the board, with either side to move, the table has
    the value that follows from the rules and from its successors: "illegal" for
    a cross or if the side to move is connected; a loss in 0 if the other side
    is connected; otherwise a win if some successor is a loss, in one ply more
    than the least of these; a loss if all are wins, in one ply more than the
    greatest; otherwise a draw. It follows that every value and distance is
    right.
  - The counts in the header are those of the table.

Exit code: 0 all accepted; 1 some rejected; 2 bad usage, or a file could not be
read (the others are still checked); 3 not enough memory; 130 interrupted; 141
the reader of the output has left. If several apply, the largest.
)";

constexpr int bad_input_code = 2;
constexpr int limit_code = 3;
constexpr int closed_pipe_code = 141;  // as a shell reports SIGPIPE

// Returns three quarters of the available memory; 1 GiB if unknown.
std::uint64_t memory_to_use() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::uint64_t kilobytes = 0;
  for (std::string rest; file >> name >> kilobytes; std::getline(file, rest)) {
    if (name == "MemAvailable:") return kilobytes * 1024 / 4 * 3;
  }
  return std::uint64_t{1} << 30;
}

// Returns one thread per processor, or fewer if starting more fails, which oneTBB does not handle.
std::size_t threads_to_use() {
  const auto wished = static_cast<std::size_t>(tbb::info::default_concurrency());
  std::latch end(1);
  std::vector<std::thread> threads;
  try {
    while (threads.size() < wished) threads.emplace_back([&] { end.wait(); });
  } catch (const std::system_error&) {
  }
  end.count_down();
  for (std::thread& thread : threads) thread.join();
  return std::max<std::size_t>(1, threads.size());
}

// Reads a size such as "500", "500M", "500MB" or "500MiB".
std::optional<std::uint64_t> read_size(std::string_view text) {
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const std::string_view tail : {"iB", "B"}) {
    if (unit.size() == tail.size() + 1 && unit.ends_with(tail)) unit.remove_suffix(tail.size());
  }
  const std::size_t power = unit.empty() ? 0 : std::string_view("KMGT").find(unit) + 1;
  if (error != std::errc() || unit.size() > 1 || (power == 0 && !unit.empty())) return std::nullopt;
  if (size > UINT64_MAX >> 10 * power) return std::nullopt;
  return size << 10 * power;
}

int usage_error(const std::string& what) {
  std::cerr << "onyx-check: " << what << "; see onyx-check --help\n";
  return bad_input_code;
}

int run(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  onyx::referee::FilesCheck options{.program = "onyx-check", .memory = memory_to_use()};
  bool only_files = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (only_files || !argument.starts_with('-') || argument == "-") {
      files.push_back(argument);
    } else if (argument == "--help" || argument == "-h") {
      onyx::referee::print(usage);
      return 0;
    } else if (argument == "--version") {
      onyx::referee::print(std::string("onyx-check ") + onyx::kVersion + '\n');
      return 0;
    } else if (argument == "--json") {
      options.as_json = true;
    } else if (argument == "--list") {
      options.lists_packs = true;
    } else if (argument == "--memory-limit") {
      const auto size = read_size(i + 1 < arguments.size() ? arguments[++i] : "");
      if (!size) return usage_error("--memory-limit takes a size, such as 500M or 2G");
      options.memory = *size;
    } else if (argument == "--") {
      only_files = true;
    } else {
      return usage_error("unknown option " + onyx::referee::printable(argument));
    }
  }
  if (files.empty()) {
    // Exit code 0 would mean that all files were accepted.
    std::cerr << std::string_view(usage).substr(0, std::string_view(usage).find('\n') + 1);
    return usage_error("no file is named");
  }
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads_to_use());
  return onyx::referee::check_files(files, options);
}

}  // namespace

int main(int argc, char** argv) {
  for (const int end : {SIGINT, SIGTERM}) std::signal(end, [](int) { std::_Exit(130); });
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows as a failed write
  try {
    return run({argv + std::min(argc, 1), argv + argc});
  } catch (const onyx::referee::OutputError& error) {
    if (error.code() == std::errc::broken_pipe) return closed_pipe_code;
    std::fprintf(stderr, "onyx-check: cannot write the results: %s\n",
                 error.code().message().c_str());
    return bad_input_code;
  } catch (const std::bad_alloc&) {
    std::fputs("onyx-check: out of memory\n", stderr);
    return limit_code;
  }
}

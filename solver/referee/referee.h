// The referee judges files that prove something about positions. It has its own rules and includes
// nothing else of the project, so nobody needs to trust the programs that write these files. This
// is its only public header. The following files say what is accepted, and why:
//   certificate   JSON: a strategy for each player who needs one        certificate_check.cpp
//   compact       the binary form, for millions of positions            compact_check.cpp
//   pack          many certificates of these two kinds in one file      pack_check.cpp
//   table         value and distance of every position of a board       table_check.cpp
//   game          a game with one mistake, proved by two certificates   game_check.cpp
// Use:
//   const referee::Verdict verdict = referee::check(referee::file_of(bytes));
//   if (!verdict.accepted) std::cerr << verdict.text << '\n';
// For any bytes, a check ends with a verdict or an exception named here, never with a signal.
// Memory grows with the data read, not with numbers in the file. All functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace onyx::referee {

/// The verdict on one file. Neither the file's name nor its `about` can change it.
struct Verdict {
  struct Game {
    std::string setup;  ///< "open:WxH" or "standard:NxN".
    std::uint64_t plies = 0;
    std::vector<std::string> moves = {};
  };

  bool accepted = false;
  /// One line of printable ASCII. If rejected, the reason; if accepted, by kind:
  /// certificate: "CLAIM; POSITION" or "CLAIM; POSITION; game of N plies from SETUP";
  /// game: "one mistake; POSITION; game of N plies from SETUP; V gives up a win at ply N";
  /// pack: "pack of N certificates: N CLAIM, N CLAIM"; table: "table of WxH: " and counts.
  std::string text = {};
  /// If accepted: "draw", "V wins", "H wins" or "cycle"; for a game "one mistake"; otherwise empty.
  std::string claim = {};
  /// The certified position (of a game, the last), in canonical form or a setup's name. Or empty.
  std::string position = {};
  std::optional<Game> game = {};  ///< The game from a setup to the position, if any.
  std::map<std::string, std::uint64_t> certificates = {};  ///< Counts per claim, for a pack.
};

/// `read_at` copies bytes to `to`; threads may call it concurrently. Its exceptions pass through.
struct File {
  std::uint64_t bytes;
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;
};
/// The bytes must outlive the result.
File file_of(std::string_view bytes);

enum class Kind { certificate, compact, pack, table, game };
/// Detects the kind by the first bytes, or by "format" in the first 64 KiB of a game.
Kind kind_of(const File& file);

struct Watch {
  /// Called repeatedly, by many threads at once; true stops the check. Unused for JSON.
  std::function<bool()> is_interrupted;
  /// Called by many threads at once, with counts of about equally long steps. Unused for JSON.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;
  /// Approximate limit, in bytes. A file that needs more is not checked.
  std::uint64_t memory = std::uint64_t{1} << 30;
  /// Called for each accepted certificate of a pack, in order, even if a later one is rejected.
  std::function<void(const Verdict& verdict)> certificate = nullptr;
  /// Opens a file in the folder of the judged file. Without this function, a game, which names two
  /// files, is rejected.
  std::function<File(const std::string& name)> beside = nullptr;
};

/// Thrown after Watch::is_interrupted has returned true.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

/// Thrown if a file needs more than the memory limit; `bytes` is estimated.
struct NeedsMemory : std::bad_alloc {
  explicit NeedsMemory(std::uint64_t needed) : bytes(needed) {}
  std::uint64_t bytes;
};

/// Thrown if a strategy has more than 2^32 - 1 positions, the checker's maximum.
struct TooManyPositions : std::bad_alloc {
  const char* what() const noexcept override { return "more than 4294967295 positions arise"; }
};

/// Judges any kind of file; packs and tables on all threads of TBB. Takes about linear time: a
/// minute or two for 10^8 entries on two cores. Throws Interrupted, NeedsMemory, std::bad_alloc,
/// and the exceptions of read_at.
Verdict check(const File& file, const Watch& watch = {});

/// Judges a JSON certificate. Throws only std::bad_alloc; the stack does not grow with the input.
Verdict check_certificate(std::string_view json);

/// Returns `name` with control characters replaced by escapes such as "\\x0a".
std::string printable(const std::string& name);

/// Thrown if standard output cannot be written; holds the error code of the failed write.
struct OutputError : std::system_error {
  using std::system_error::system_error;
};

/// Writes to standard output and flushes it. Throws OutputError.
void print(std::string_view text);

struct FilesCheck {
  std::string program;  ///< The program name that begins each message.
  bool as_json = false;
  bool lists_packs = false;  ///< Prints the claim of each certificate of a pack.
  bool shows_progress = true;
  std::uint64_t memory = std::uint64_t{1} << 30;
};

/// Implements `onyx-check FILE...` and `onyx check FILE...`. Prints, in the order of the names,
/// "FILE: accepted: TEXT" or "FILE: rejected: TEXT", for packs also "FILE: certificate N: TEXT", or
/// a JSON array. "-" is standard input. Errors and, after two seconds, progress go to standard
/// error. Files are judged concurrently; a file that exceeds its share of the memory is judged
/// alone. Returns the greatest code: 0 all accepted; 1 some rejected; 2 a file could not be read; 3
/// a file needs more memory. Throws OutputError; then no further file is started.
int check_files(const std::vector<std::string>& names, const FilesCheck& options);

}  // namespace onyx::referee

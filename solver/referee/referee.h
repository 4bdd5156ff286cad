// The referee: judges files that prove something about positions of Onyx. It includes nothing from
// the rest of the project and has its own rules, so that nobody needs to trust the programs that
// write such files. This is its only public header. For each kind of file, the head of the source
// file that judges it says what is accepted, and why acceptance implies the claim:
//
//   certificate   JSON: a strategy for each player who needs one        certificate_check.cpp
//   compact       the binary form, for millions of positions            compact_check.cpp
//   pack          many certificates of these two kinds in one file      pack_check.cpp
//   table         value and distance of every position of a board       table_check.cpp
//   game          a game with one mistake, by two certificates          game_check.cpp
//
// Use:
//
//   const referee::Verdict verdict = referee::check(referee::file_of(bytes));
//   if (!verdict.accepted) std::cerr << verdict.text << '\n';
//
// Whatever the bytes, a check ends in a verdict or one of the exceptions named here, never in a
// signal. Its memory grows with what it has read, not with numbers that the file states. All
// functions may be called from several threads at once.
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

/// The verdict on one file. The position is the one that was read and judged, and the game the one
/// that was replayed; neither the file's name nor its `about` can change them.
struct Verdict {
  struct Game {
    std::string setup;  ///< "open:WxH" or "standard:NxN".
    std::uint64_t plies = 0;
    std::vector<std::string> moves = {};
  };

  bool accepted = false;
  /// The text of a report after "accepted: " or "rejected: ", one line of printable ASCII. Accepted
  /// certificate: "CLAIM; POSITION", with a game "CLAIM; POSITION; game of N plies from SETUP".
  /// Game: "one mistake; POSITION; game of N plies from SETUP; V gives up a win at ply N". Pack:
  /// "pack of N certificates: N CLAIM, N CLAIM". Table: "table of WxH: " and the counts of its
  /// positions. Rejected: the reason.
  std::string text = {};
  /// "draw", "V wins", "H wins" or "cycle" for an accepted certificate, "one mistake" for a game,
  /// otherwise empty.
  std::string claim = {};
  /// The position of an accepted certificate, or the final position of a game: in canonical form,
  /// or as the setup's name if it is a setup with V to move. Otherwise empty.
  std::string position = {};
  /// The game from a setup to the position, if the file has one.
  std::optional<Game> game = {};
  /// For an accepted pack, the number of its certificates by claim; otherwise empty.
  std::map<std::string, std::uint64_t> certificates = {};
};

/// A file: its size, and a function that fills `to` with the bytes at an offset. The function is
/// only called for bytes within the size, from many threads at once; the check lets its exceptions
/// pass.
struct File {
  std::uint64_t bytes;
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;
};
/// A file in memory; the bytes must outlive the result.
File file_of(std::string_view bytes);

enum class Kind { certificate, compact, pack, table, game };
/// Determined by the first bytes, or by the format that is named within the first 64 KiB.
/// Everything else counts as a certificate.
Kind kind_of(const File& file);

/// Limits and callbacks of a long check.
struct Watch {
  /// Called now and then, from many threads at once; the check stops when it returns true. Unused
  /// for JSON.
  std::function<bool()> is_interrupted;
  /// Receives the number of steps done and of all steps, which take about equally long. Called from
  /// many threads at once. Unused for JSON.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;
  /// Approximate limit of memory, in bytes. A file that needs more is not checked.
  std::uint64_t memory = std::uint64_t{1} << 30;
  /// Called for each accepted certificate of a pack, in order. A later one may still be rejected,
  /// and the pack with it.
  std::function<void(const Verdict& verdict)> certificate = nullptr;
  /// Opens a file, given by name, in the folder of the judged one. A game names two files; without
  /// this function, it is rejected.
  std::function<File(const std::string& name)> beside = nullptr;
};

/// Thrown after Watch::is_interrupted returned true.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

/// Thrown if the memory limit is too low for the file; `bytes` would suffice.
struct NeedsMemory : std::bad_alloc {
  explicit NeedsMemory(std::uint64_t needed) : bytes(needed) {}
  std::uint64_t bytes;
};

/// Thrown if a strategy has more positions than the checker can number, 2^32 - 1.
struct TooManyPositions : std::bad_alloc {
  const char* what() const noexcept override { return "more than 4294967295 positions arise"; }
};

/// Judges a file of any kind, on all threads of TBB. Throws Interrupted, NeedsMemory,
/// std::bad_alloc, and the exceptions of read_at. Takes time proportional to the entries of a
/// strategy or the positions of a table: a minute or two for 10^8 entries, on two cores.
Verdict check(const File& file, const Watch& watch = {});

/// Judges the bytes of a certificate in JSON. Throws only std::bad_alloc; its stack does not grow
/// with the input.
Verdict check_certificate(std::string_view json);

/// A file's name, or another text from outside, with control characters replaced by "\\x0a" and the
/// like.
std::string printable(const std::string& name);

/// Thrown if standard output cannot be written; holds the error code of the failed write.
struct OutputError : std::system_error {
  using std::system_error::system_error;
};

/// Writes to standard output and flushes it. Throws OutputError.
void print(std::string_view text);

/// Options of check_files().
struct FilesCheck {
  std::string program;  ///< Precedes each message.
  bool as_json = false;
  bool lists_packs = false;  ///< Prints the claim of each certificate of a pack.
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< As in Watch.
};

/// Implements `onyx-check FILE...` and `onyx check FILE...`: judges files of any kind and prints a
/// line for each to standard output, "FILE: accepted: TEXT" or "FILE: rejected: TEXT" with the text
/// of the verdict, or all as one array of JSON. For an accepted pack, a line for each of its
/// certificates may follow: "FILE: certificate N: TEXT". The name "-" means standard input, a pipe
/// or a file. Prints to standard error which files could not be checked, and, from the third second
/// on, progress and the remaining time. Several files are judged at once, each with its share of
/// the memory, or alone if it needs more; answers come in the order of the names. Returns the exit
/// code: 0 all accepted; 1 some rejected; 2 a file could not be read; 3 a file needs more memory;
/// if several apply, the largest. Throws OutputError; after a failed write, no further file is
/// started.
int check_files(const std::vector<std::string>& names, const FilesCheck& options);

}  // namespace onyx::referee

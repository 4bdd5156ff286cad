// The referee: judges files that prove something about positions of Onyx. It includes nothing of
// the rest of the project and has rules of its own, so that nobody need trust the programs that
// write such files. This is its only public header; what is accepted, and why acceptance implies
// the claim, is said at the head of the file that judges each kind:
//
//   certificate   JSON: a strategy for each player who needs one        certificate_check.cpp
//   compact       the same in binary, for millions of positions         compact_check.cpp
//   pack          many certificates of these two kinds in one file      pack_check.cpp
//   table         value and distance of every position of a board       table_check.cpp
//   game          a game with one mistake, by two certificates          game_check.cpp
//
// Use:
//
//   const referee::Verdict verdict = referee::check(referee::file_of(bytes));
//   if (!verdict.accepted) std::cerr << verdict.text << '\n';
//
// Whatever the bytes are, a check ends, without a signal, in a verdict or one of the exceptions
// that are named here; and the memory that it takes grows with what it has read, not with what a
// file says is still to come. All functions may be called from several threads at once.
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

/// What is said of one file. The position is the one that the judge has read and judged, and the
/// game is the one that it has replayed; no name of a file and no `about` can change them.
struct Verdict {
  struct Game {
    std::string setup;  ///< "open:WxH" or "standard:NxN".
    std::uint64_t plies = 0;
    std::vector<std::string> moves = {};
  };

  bool accepted = false;
  /// What a report says after "accepted: " or "rejected: ", one line of printable ASCII. Accepted
  /// certificate: "CLAIM; POSITION", with a game "CLAIM; POSITION; game of N plies from SETUP".
  /// Game: "one mistake; POSITION; game of N plies from SETUP; V gives up a win at ply N". Pack:
  /// "pack of N certificates: N CLAIM, N CLAIM". Table: "table of WxH: ", and the counts of its
  /// positions. Rejected: the reason.
  std::string text = {};
  /// "draw", "V wins", "H wins" or "cycle" for an accepted certificate, "one mistake" for a game,
  /// else empty.
  std::string claim = {};
  /// The position of an accepted certificate, or at the end of a game, in canonical form, or the
  /// setup's name where it is a setup with V to move; else empty.
  std::string position = {};
  /// The game from a setup to the position, if it has one.
  std::optional<Game> game = {};
  /// For an accepted pack, the number of its certificates by claim; else empty.
  std::map<std::string, std::uint64_t> certificates = {};
};

/// A file: its size, and a function that fills `to` from an offset on. It is only asked for bytes
/// within the size, from many threads at once; what it throws leaves the check.
struct File {
  std::uint64_t bytes;
  std::function<void(std::uint64_t offset, std::size_t count, char* to)> read_at;
};
/// A file in memory, which must outlive it.
File file_of(std::string_view bytes);

enum class Kind { certificate, compact, pack, table, game };
/// By its first bytes, or the format that it names within the first 64 KiB. What is nothing else is
/// taken for a certificate.
Kind kind_of(const File& file);

/// What a long check may use, and who hears of it.
struct Watch {
  /// Asked now and then, from many threads at once; the work ends when it says yes. Not for JSON.
  std::function<bool()> is_interrupted;
  /// Steps done, and steps in all, of about equal length; called from many threads at once. Not for
  /// JSON.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;
  /// Bytes to use, about. A file that needs more is not checked.
  std::uint64_t memory = std::uint64_t{1} << 30;
  /// Told of each certificate of a pack that was accepted, in their order. A later one may still be
  /// rejected, and the pack with it.
  std::function<void(const Verdict& verdict)> certificate = nullptr;
  /// Opens a file in the folder of the one that is judged, by its name. A game names two; without
  /// this, it is rejected.
  std::function<File(const std::string& name)> beside = nullptr;
};

/// Thrown where Watch::is_interrupted has said yes.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

/// Thrown where the limit is too low for the file: `bytes` would do.
struct NeedsMemory : std::bad_alloc {
  explicit NeedsMemory(std::uint64_t needed) : bytes(needed) {}
  std::uint64_t bytes;
};

/// Thrown where the positions of a strategy are more than the checker has numbers for, 2^32 - 1.
struct TooManyPositions : std::bad_alloc {
  const char* what() const noexcept override { return "more than 4294967295 positions arise"; }
};

/// Judges a file of any kind, on all threads that TBB has. Throws Interrupted, NeedsMemory,
/// std::bad_alloc, and what reading the file throws. Takes time in proportion to the entries of a
/// strategy, or the positions of a table: a minute or two for 10^8 entries, on two cores.
Verdict check(const File& file, const Watch& watch = {});

/// Judges the bytes of a certificate in JSON. Throws only std::bad_alloc; the stack that it needs
/// does not grow with the input.
Verdict check_certificate(std::string_view json);

/// A file's name, or what else came from outside, without control characters: these become "\\x0a".
std::string printable(const std::string& name);

/// Thrown where standard output cannot be written; the code is that of the write that failed.
struct OutputError : std::system_error {
  using std::system_error::system_error;
};

/// Writes to standard output at once. Throws OutputError.
void print(std::string_view text);

/// How check_files() is to work.
struct FilesCheck {
  std::string program;  ///< Whose name stands before each message.
  bool as_json = false;
  bool lists_packs = false;  ///< Says of each certificate of a pack what it claims.
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< As in Watch.
};

/// What the command `onyx-check FILE...` does, and `onyx check FILE...`: judges files of any kind
/// and prints a line for each to standard output, "FILE: accepted: TEXT" or "FILE: rejected: TEXT"
/// with the text of the verdict, or all as one array of JSON. For an accepted pack, a line for each
/// of its certificates may follow: "FILE: certificate N: TEXT". The name "-" stands for standard
/// input, which is a pipe or a file. To standard error it prints what could not be checked, and
/// from the third second on how far it is and how long it will take. Several files are judged at
/// once, each with its share of the memory, or by itself if it needs more; answers come in the
/// order of the names. Returns the exit code: 0 all accepted; 1 some rejected; 2 a file could not
/// be read; 3 one needs more memory; if several apply, the largest. Throws OutputError; no file is
/// begun then.
int check_files(const std::vector<std::string>& names, const FilesCheck& options);

}  // namespace onyx::referee

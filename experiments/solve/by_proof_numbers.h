// What onyx solve does with an answer, whichever engine found it: it prints it, and writes the
// certificate. And proof-number search, which decides one position or maps its first moves.
#pragma once

#include "core/wide_position.h"
#include "experiments/solve/solve_answer.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "solver/certificate/proof.h"

namespace onyx::solve_command {

struct SolveOptions {
  std::vector<std::string> positions;
  std::string certificate;         ///< A file; for a map, a folder.
  std::string out;                 ///< The value of --out; for a map equal to `certificate`.
  std::string resume;              ///< File of the table of proof-number search.
  std::vector<std::string> known;  ///< Compact certificates to begin with, and folders of them.
  std::string first;               ///< Whose win is asked first: "v", "h", or "" for V's.
  std::string engine = "auto";
  bool map = false;
  Budget budget;
};

/// One position and the request about it.
template <int W>
struct Task {
  const WideBoard<W>& board;
  const WidePosition<W>& position;
  const SolveOptions& options;
  const Globals& globals;
  const InterruptScope& interrupt;
  Progress& progress;
};

/// The line for a value that is not proved.
inline constexpr const char* kNotProved =
    "proved: no, it depends on the table that was read; --certificate proves it";

int exit_code_of(const SolveAnswer& answer);

void print(const SolveAnswer& answer, bool as_json);
/// Prints JSON on one line, including for unknown values and faulty positions.
void print_line(const SolveAnswer& answer);

/// Reports that a limit was reached: on standard output only if `as_json`. Returns the exit code.
/// `explanation` is for people; if empty, it is derived from the answer.
int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation = "");

/// Writes the certificate, compact if the file's name ends in .certz, else as JSON. Consumes the
/// proof, which is empty for a finished position. Progress lines begin with `label`. Throws
/// FileError, and std::bad_alloc if a JSON certificate would take more than `most_bytes`.
template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& file, std::uint64_t most_bytes,
                       Progress& progress, const std::string& label = "");

/// Prints the answer. If a certificate is requested, writes what `prove` returns first, in the
/// memory that `bytes_left` allows. If that fails, the answer is still printed, and the caller
/// reports the error. Returns the exit code.
template <int W>
int give(const Task<W>& task, SolveAnswer answer, Claim claim,
         const std::function<Proof<W>()>& prove,
         const std::function<std::uint64_t(const Proof<W>&)>& bytes_left);

/// Solves, prints, and writes the requested files; returns the exit code. `why`: the reason for
/// choosing this engine. The position must not be finished.
template <int W>
int by_proof_numbers(const Task<W>& task, const std::string& why);

}  // namespace onyx::solve_command

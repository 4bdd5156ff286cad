// Prints answers and writes certificates for `onyx solve`.
#pragma once

#include "core/wide_position.h"
#include "experiments/solve/solve_answer.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "solver/certificate/proof.h"
#include "solver/referee/referee.h"

namespace onyx::solve_command {

struct SolveOptions {
  std::vector<std::string> positions;
  std::string certificate;         ///< A file; for a map, a folder.
  std::string out;                 ///< The value of --out, which --map uses as `certificate`.
  std::string resume;              ///< The file of the transposition table.
  std::vector<std::string> known;  ///< Compact certificates to load first, or folders of them.
  std::string first;               ///< Whose win to try first: "v", "h", or "" for V.
  std::string engine = "auto";
  bool map = false;
  bool self_check = false;  ///< Whether the referee judges the certificate before the answer.
  Budget budget;
  DecideOptions decide;
};

template <int W>
struct Task {
  const WideBoard<W>& board;
  const WidePosition<W>& position;
  const SolveOptions& options;
  const Globals& globals;
  const InterruptScope& interrupt;
  Progress& progress;
};

inline constexpr const char* kNotProved =
    "proved: no, it depends on the table that was read; --certificate proves it";

int exit_code_of(const SolveAnswer& answer);

void print(const SolveAnswer& answer, bool as_json);

/// Prints `explanation` (if empty, a default message) on standard error. If `as_json`, prints the
/// answer on standard output. Returns the exit code.
int print_unknown(const SolveAnswer& answer, bool as_json, std::string explanation = "");

/// Writes a compact certificate if the name of the file ends in .certz, else JSON. Consumes the
/// proof, which must be empty for a finished position. Throws FileError; std::bad_alloc if JSON
/// would take more than `most_bytes`.
template <int W>
void write_certificate(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                       Proof<W>&& proof, const std::string& file, std::uint64_t most_bytes,
                       Progress& progress, const std::string& label = "");

struct FailedSelfCheck : std::logic_error {
  using std::logic_error::logic_error;
};

/// Throws the exceptions of referee::check(), and FailedSelfCheck unless the referee accepts the
/// certificate as a proof of this value.
void require_accepted(std::string_view certificate, Claim claim, const std::string& position,
                      const referee::Watch& watch = {});

/// Writes the certificate, if requested, and prints the answer, even if writing throws; the caller
/// must report the error. With --self-check, prints only a message if the referee rejects the
/// certificate. Returns the exit code.
template <int W>
int give(const Task<W>& task, SolveAnswer answer, Claim claim,
         const std::function<Proof<W>()>& prove,
         const std::function<std::uint64_t(const Proof<W>&)>& bytes_left);

}  // namespace onyx::solve_command

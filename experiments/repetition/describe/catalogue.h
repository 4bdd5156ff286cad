// The catalogue: all classes that a set of certificates proves, grouped by pattern.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/repetition/describe/class_record.h"
#include "experiments/repetition/describe/proof_source.h"

namespace onyx {

struct CatalogueEntry {
  std::string file;       ///< The name of its source (proof_source.h).
  std::size_t order = 0;  ///< The source's index among all sources.
  ClassRecord record;
  ProofSource source;
};

struct Refusal {
  std::string file;
  NoRecord no_record;
};

struct Catalogue {
  std::vector<CatalogueEntry>
      classes;  ///< By board, then by file; equal classes are listed once, with the first file.
  std::size_t repeated = 0;      ///< Certificates of classes that other certificates prove as well.
  std::size_t patterns = 0;      ///< Numbered from 1; patterns with the most classes come first.
  std::vector<Refusal> refused;  ///< Certificates that were left out.
  bool is_interrupted = false;
};

/// proofs_in(), but throws InputError if there are none.
std::vector<ProofSource> some_proofs_in(const std::vector<std::string>& paths);

/// Reads the certificates in parallel; the result does not depend on the number of threads.
/// `command` begins the progress line and all messages. An interrupt is reported and sets
/// is_interrupted.
Catalogue read_catalogue(const std::vector<ProofSource>& proofs, const Stop& stop,
                         const std::string& command);

nlohmann::ordered_json to_json(const CatalogueEntry& entry);

nlohmann::ordered_json refusals_as_json(const Catalogue& catalogue);

/// Writes a line to standard error for each certificate that was left out. Returns the exit code.
int complain_of_refusals(const Catalogue& catalogue, const std::string& command);

/// The catalogue as an aligned table for people, one line per class.
std::string to_table(const Catalogue& catalogue);

}  // namespace onyx

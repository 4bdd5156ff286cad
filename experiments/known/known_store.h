// Answers questions about positions from certificates, each of which the referee must accept.
#pragma once

#include "experiments/files/proof_source.h"
#include "experiments/known/judged_once.h"
#include "experiments/known/known_value.h"
#include "solver/known/certificate_strategy.h"

namespace onyx {

inline constexpr const char* kKnownHelp =
    "Use what these certificates, packs, or all in these folders, prove; the referee judges each "
    "once. The default is the environment's ONYX_KNOWN";

/// Thread-safe.
class KnownStore {
 public:
  /// Finds the certificates in files, packs and folders, for all boards, but reads only their
  /// positions. Throws FileError.
  explicit KnownStore(const std::vector<std::string>& paths) : KnownStore(paths, false) {}
  /// Returns the default store, from the paths in ONYX_KNOWN, separated by colons, or
  /// share/onyx/known in the installation. Rejected and damaged certificates are reported and
  /// skipped. Strategies too large to read are skipped, too, but a compact certificate of a win
  /// then still gives the value of its own position.
  static KnownStore standing();
  static KnownStore of(const std::vector<std::string>& paths) {
    return paths.empty() ? standing() : KnownStore(paths);
  }

  bool is_empty() const { return entries_.empty(); }
  /// Returns a hash of the contents, not of names or order. Reads all files. Throws FileError.
  std::string content_hash() const;
  std::size_t size() const { return entries_.size(); }

  /// Looks up a canonical position. Judges each certificate at its first use: first certificates of
  /// positions in `game`, then the others, smallest first. Throws referee::Interrupted and
  /// referee::NeedsMemory; FileError if a certificate named by the user is rejected.
  std::optional<KnownValue> find(const std::string& position, const Stop& stop,
                                 const std::vector<std::string>& game = {});

  /// Returns the first answer, in the order of find(), and the certificate's name.
  std::optional<std::pair<StrategyAnswer, std::string>> ask(const std::string& position,
                                                            const Stop& stop);
  /// Returns the only certificate. Throws InputError if there is not exactly one.
  CertificateStrategy& only(const Stop& stop);

 private:
  struct Entry {
    ProofSource source;
    std::string start;
    std::uint64_t size = 0;  // in moves; for JSON an estimate
    bool is_compact = false;
    bool is_unusable = false;  // rejected or damaged
    bool is_told_large = false;
    std::optional<CertificateStrategy> strategy = {};
  };

  KnownStore(const std::vector<std::string>& paths, bool is_standing);
  std::optional<std::string> accepted_bytes(Entry& entry, const Stop& stop);
  /// Judges and reads the certificate at its first use. Returns nullptr if it is skipped.
  CertificateStrategy* open(Entry& entry, bool is_on_game, const Stop& stop);
  /// Returns what a compact certificate of a win in `position` proves. Reads one block.
  std::optional<KnownValue> claimed(const std::string& position, const Stop& stop);
  /// Calls `use` for each certificate that may know the position, until `use` returns true.
  void visit(const std::string& position, const Stop& stop, const std::vector<std::string>& game,
             const std::function<bool(CertificateStrategy&, const std::string&)>& use);

  bool is_standing_ = false;
  std::mutex mutex_;
  std::vector<Entry> entries_;  // the smallest first
  JudgedOnce judged_;
};

}  // namespace onyx

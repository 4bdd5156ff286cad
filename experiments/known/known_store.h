// What certificates prove, looked up by position. Uses only certificates that the referee has
// accepted.
#pragma once

#include "experiments/known/judged_once.h"
#include "experiments/repetition/describe/proof_source.h"
#include "solver/known/certificate_strategy.h"

namespace onyx {

/// The help of --known where it names a store.
inline constexpr const char* kKnownHelp =
    "Use what these certificates, packs, or all in these folders, prove; the referee judges each "
    "once. The default is the environment's ONYX_KNOWN";

/// Thread-safe.
class KnownStore {
 public:
  /// Opens JSON and compact certificates, packs, and folders of them, for boards of any size; reads
  /// only the position of each. Throws FileError for a path or certificate that cannot be read.
  explicit KnownStore(const std::vector<std::string>& paths) : KnownStore(paths, false) {}
  /// The certificates that nobody named: those of ONYX_KNOWN, paths separated by colons, or else of
  /// share/onyx/known in the installation. Rejected or damaged ones are reported and passed over. A
  /// strategy too large to be read unasked is passed over, too; but if it is compact and proves a
  /// win, it gives the value of its own position.
  static KnownStore standing();
  /// `paths`, or the standing store if there are none.
  static KnownStore of(const std::vector<std::string>& paths) {
    return paths.empty() ? standing() : KnownStore(paths);
  }

  bool is_empty() const { return entries_.empty(); }
  /// A hash of all certificates, regardless of names and order. Reads them all. Throws FileError.
  std::string content_hash() const;
  /// The number of certificates, for all boards.
  std::size_t size() const { return entries_.size(); }

  /// Looks in all certificates that may know the position, the smallest first. Judges and opens a
  /// certificate when it is first needed. Throws FileError for a rejected one that was named,
  /// referee::Interrupted if `stop` came first, and referee::NeedsMemory. `position` is in
  /// canonical form.
  std::optional<KnownValue> find(const std::string& position, const Stop& stop);

  /// The first answer, in the order of find(), with the name of the certificate that gave it.
  std::optional<std::pair<StrategyAnswer, std::string>> ask(const std::string& position,
                                                            const Stop& stop);
  /// The strategy of the only certificate. Throws InputError if there are several.
  CertificateStrategy& only(const Stop& stop);

 private:
  struct Entry {
    ProofSource source;
    std::string start;       // its position
    std::uint64_t size = 0;  // moves; in JSON, estimated
    bool is_compact = false;
    bool is_unusable = false;  // rejected or damaged
    bool is_told_large = false;
    std::optional<CertificateStrategy> strategy = {};
  };

  KnownStore(const std::vector<std::string>& paths, bool is_standing);
  /// Reads and judges the certificate; returns nothing if it is passed over.
  std::optional<std::string> accepted_bytes(Entry& entry, const Stop& stop);
  /// Judges and reads the certificate, if not done yet. Returns nullptr if it is passed over.
  CertificateStrategy* open(Entry& entry, const Stop& stop);
  /// What a certificate of the position itself claims; does not read its strategy.
  std::optional<KnownValue> claimed(const std::string& position, const Stop& stop);
  /// Calls use(strategy, name) for the certificates that may know the position, until use() returns
  /// true.
  void visit(const std::string& position, const Stop& stop,
             const std::function<bool(CertificateStrategy&, const std::string&)>& use);

  bool is_standing_ = false;
  bool is_installed_ = false;  // from share/onyx/known
  std::mutex mutex_;
  std::vector<Entry> entries_;  // the smallest first
  JudgedOnce judged_;
};

}  // namespace onyx

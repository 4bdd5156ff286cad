#include "experiments/known/known_store.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "experiments/files/certificate_files.h"
#include "solver/certificate/compact_reader.h"

namespace onyx {
namespace {

/// Maximum moves of a strategy that --known does not name. Judging takes about a second per 90,000
/// moves, so only strategies that start at a position of the game get the higher limit.
constexpr std::uint64_t kMostOnGame = 2'000'000;
constexpr std::uint64_t kMostInPassing = 100'000;
constexpr std::uint64_t kJsonBytesPerEntry = 64;

std::vector<std::string> standing_paths() {
  std::vector<std::string> paths;
  if (const char* const known = std::getenv("ONYX_KNOWN")) {
    std::istringstream text(known);
    for (std::string path; std::getline(text, path, ':');) {
      if (!path.empty()) paths.push_back(path);
    }
    return paths;
  }
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto installed = program.parent_path().parent_path() / "share/onyx/known";
  if (!error && std::filesystem::is_directory(installed, error)) paths.push_back(installed);
  return paths;
}

}  // namespace

KnownStore KnownStore::standing() { return {standing_paths(), true}; }

KnownStore::KnownStore(const std::vector<std::string>& paths, bool is_standing)
    : is_standing_(is_standing) {
  const auto entry_of = [](const ProofSource& source) {
    if (source.number == 0 && source.damage.empty()) {
      const InputFile file(source.file);
      const std::string head =
          source_of(file).read(0, std::min<std::uint64_t>(file.bytes(), compact::kMostStartBytes));
      if (compact::is_compact(head)) {
        return Entry{source, compact::position_of(head), compact::moves_of(head), true};
      }
      return Entry{source, source.position(), file.bytes() / kJsonBytesPerEntry};
    }
    return Entry{source, source.position(), source.packed.unpacked / kJsonBytesPerEntry};
  };
  try {
    for (const ProofSource& source : proofs_in(paths, true)) {
      try {
        entries_.push_back(entry_of(source));
        // may_reach() throws if the start is not a position.
        static_cast<void>(may_reach(entries_.back().start, entries_.back().start));
      } catch (const std::runtime_error& error) {
        if (!is_standing) throw FileError(fmt::format("'{}': {}", source.name(), error.what()));
        notify("onyx: passes over '{}': {}", source.name(), error.what());
        if (!entries_.empty() && entries_.back().source.name() == source.name()) {
          entries_.pop_back();
        }
      }
    }
  } catch (const FileError& error) {
    if (!is_standing) throw;
    notify("onyx: ONYX_KNOWN: {}", error.what());
  }
  std::ranges::stable_sort(entries_, {}, &Entry::size);
}

std::string KnownStore::content_hash() const {
  std::set<std::string> hashes;
  for (const Entry& entry : entries_) hashes.insert(onyx::content_hash(entry.source.read()));
  return onyx::content_hash(fmt::format("{}", fmt::join(hashes, " ")));
}

std::optional<std::string> KnownStore::accepted_bytes(Entry& entry, const Stop& stop) {
  if (entry.is_unusable) return std::nullopt;
  try {
    std::string bytes = entry.source.read();
    judged_.require_accepted(entry.source.name(), bytes, stop);
    return bytes;
  } catch (const FileError& error) {
    if (!is_standing_) throw;
    entry.is_unusable = true;
    notify("onyx: passes over a certificate: {}", error.what());
    return std::nullopt;
  }
}

CertificateStrategy* KnownStore::open(Entry& entry, bool is_on_game, const Stop& stop) {
  if (is_standing_ && entry.size > (is_on_game ? kMostOnGame : kMostInPassing)) {
    if (is_on_game && !std::exchange(entry.is_told_large, true)) {
      notify("onyx: passes over '{}': too large to be read in passing; name it with --known",
             entry.source.name());
    }
    return nullptr;
  }
  if (entry.strategy) return &*entry.strategy;
  const auto bytes = accepted_bytes(entry, stop);
  if (!bytes) return nullptr;
  return &entry.strategy.emplace(*bytes, stop);
}

std::optional<KnownValue> KnownStore::claimed(const std::string& position, const Stop& stop) {
  for (Entry& entry : entries_) {
    if (!entry.is_compact || entry.start != position) continue;
    const std::lock_guard lock(mutex_);
    const auto bytes = accepted_bytes(entry, stop);
    if (!bytes) continue;
    const Claim claim = compact::claim_of(*bytes).first;
    if (claim == Claim::draw) continue;
    const auto move = compact::first_move_of(source_of_bytes(*bytes));
    return KnownValue{claim, move.value_or(""), entry.source.name()};
  }
  return std::nullopt;
}

void KnownStore::visit(const std::string& position, const Stop& stop,
                       const std::vector<std::string>& game,
                       const std::function<bool(CertificateStrategy&, const std::string&)>& use) {
  const BoardSize size = board_size_of(position);
  std::vector<Entry*> on_game;
  std::vector<Entry*> others;
  for (Entry& entry : entries_) {
    if (board_size_of(entry.start) != size || !may_reach(entry.start, position)) continue;
    const auto is_start = [&](const std::string& at) { return are_symmetric(entry.start, at); };
    const bool is_on_game = is_start(position) || std::ranges::any_of(game, is_start);
    (is_on_game ? on_game : others).push_back(&entry);
  }
  const std::lock_guard lock(mutex_);
  for (const bool is_on_game : {true, false}) {
    for (Entry* const entry : is_on_game ? on_game : others) {
      CertificateStrategy* const strategy = open(*entry, is_on_game, stop);
      if (strategy != nullptr && use(*strategy, entry->source.name())) return;
    }
  }
}

std::optional<KnownValue> KnownStore::find(const std::string& position, const Stop& stop,
                                           const std::vector<std::string>& game) {
  std::optional<KnownValue> found = claimed(position, stop);
  if (found) return found;
  visit(position, stop, game, [&](const CertificateStrategy& strategy, const std::string& name) {
    const std::optional<Claim> value = strategy.value_of(position);
    if (!value) return false;
    found = {*value, {}, name};
    if (const auto answer = strategy.at(position)) found->move = answer->move;
    return true;
  });
  return found;
}

std::optional<std::pair<StrategyAnswer, std::string>> KnownStore::ask(const std::string& position,
                                                                      const Stop& stop) {
  std::optional<std::pair<StrategyAnswer, std::string>> found;
  visit(position, stop, {}, [&](const CertificateStrategy& strategy, const std::string& name) {
    if (const auto answer = strategy.at(position)) found = {*answer, name};
    return found.has_value();
  });
  return found;
}

CertificateStrategy& KnownStore::only(const Stop& stop) {
  refuse_if(entries_.size() != 1, "there are {} certificates; name a file with one",
            entries_.size());
  return *open(entries_.front(), true, stop);
}

}  // namespace onyx

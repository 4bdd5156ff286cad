#include "experiments/repetition/find/spread.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>

#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_set>

#include "core/legality.h"
#include "core/line.h"
#include "core/notation.h"
#include "core/packed_hash.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/folder_lock.h"
#include "experiments/repetition/find/class_finder.h"
#include "experiments/repetition/find/found_classes.h"
#include "experiments/support/pipeline.h"
#include "experiments/support/version.h"

namespace onyx {
namespace {

struct Attempt {
  Finding finding;
  bool is_won = false;  ///< By somebody, as the search for draws saw.
};

template <int W>
class Spread {
 public:
  Spread(const Board<W>& board, const SpreadSettings& settings, const SpreadLimits& limits,
         const std::filesystem::path& folder)
      : board_(board),
        settings_(settings),
        limits_(limits),
        folder_(folder),
        found_(folder),
        checkpoint_({folder, "spread-" + format_board_size(settings.board) + ".json"},
                    {"checkpoint", "delete it to start again (certificates found so far are kept)"},
                    fmt::format("{} states, {} nodes at most{}", settings.max_states,
                                settings.max_nodes, settings.one_of_each ? ", one of each" : "")) {}

  SpreadTally run(const std::vector<std::string>& seeds) {
    load();
    for (const std::string& key : found_.positions()) {
      if (board_size_of(key) != settings_.board) continue;
      claims_.insert(key);
      if (!spread_.contains(key)) waiting_.insert(key);
    }
    std::vector<Position<W>> positions;
    for (const std::string& seed : seeds) positions.push_back(parse_position(board_, seed));
    look_at(positions);
    while (!waiting_.empty() && !limits_.stop.met()) {
      // A class at a time: what is found does not depend on threads, and little is done twice after
      // an interrupt.
      const std::string key = *waiting_.begin();
      look_at(neighbours_of(key));
      if (limits_.stop.met()) break;
      waiting_.erase(key);
      spread_.insert(key);
      save();
    }
    tally_.end = limits_.stop.met().value_or(End::complete);
    return tally();
  }

 private:
  void load() {
    if (!checkpoint_.exists()) return;
    checkpoint_.load([&](const JsonFields& fields) {
      fields.require_format("onyx-spread", 1);
      for (const std::string& key : fields.texts("spread")) spread_.insert(key);
      return 0;
    });
  }

  void save() const { checkpoint_.save("onyx-spread", 1, {{"spread", spread_}}); }

  SpreadTally tally() const {
    SpreadTally tally = tally_;
    tally.classes = found_.size();
    tally.spread = spread_.size();
    return tally;
  }

  /// All that one change makes of the class's positions, but for what was tried before.
  std::vector<Position<W>> neighbours_of(const std::string& key) {
    const Certificate certificate = found_.read(key);
    if (!certificate.line) {
      throw FileError(
          fmt::format("'{}' has a certificate of {} that goes round no cycle; remove it",
                      folder_.string(), key));
    }
    Line<W> line = replay(board_, parse_position(board_, key), certificate.line->cycle);
    if (settings_.one_of_each) line.positions.resize(1);
    std::vector<Position<W>> changed;
    const auto add = [&](const Position<W>& position) {
      if (!is_legal(board_, position) || is_finished(board_, position)) return;
      if (tried_.insert(format_position(board_, position)).second) changed.push_back(position);
    };
    for (const Position<W>& position : line.positions) {
      Position<W> other_side = position;
      other_side.to_move = other(position.to_move);
      add(other_side);
      for (Place place = 0; place < board_.place_count(); ++place) {
        for (int content = 0; content < 3; ++content) {
          Position<W> next = position;
          for (PlaceSet<W>& stones : next.stones) stones.remove(place);
          if (content < 2) next.stones[static_cast<std::size_t>(content)].add(place);
          if (next != position) add(next);
        }
      }
    }
    return changed;
  }

  void look_at(const std::vector<Position<W>>& positions) {
    std::size_t taken = 0;
    run_pipeline<Position<W>>(
        4,
        [&]() -> std::optional<Position<W>> {
          if (taken == positions.size() || limits_.stop.met()) return std::nullopt;
          return positions[taken++];
        },
        [&](const Position<W>& position) { return attempt(position); },
        [&](const Attempt& attempt) { store(attempt); });
  }

  /// What `look` finds, but for classes that are known or that another thread is about to certify:
  /// who of them does it makes no difference to the certificate.
  template <class Look>
  Finding without_known(const Look& look) {
    std::vector<std::string> claimed;
    Finding finding = look([&](const std::string& key) {
      const std::lock_guard lock(mutex_);
      if (!claims_.insert(key).second) return true;
      claimed.push_back(key);
      return false;
    });
    const std::lock_guard lock(mutex_);
    for (const std::string& key : claimed) claims_.erase(key);
    for (const Certificate& certificate : finding.classes) claims_.insert(certificate.position);
    return finding;
  }

  Attempt attempt(const Position<W>& position) {
    ClassFinder<W>& finder = finders_.local();
    Stop stop = limits_.stop;
    stop.work = settings_.max_states;
    Attempt attempt{
        without_known([&](const auto& known) { return finder.find(position, stop, known); })};
    if (attempt.finding.end != End::work_limit || settings_.max_nodes == 0) return attempt;
    stop.work = settings_.max_nodes;
    const IsLeftOut<W> is_left_out = [&](const PackedPosition<W>& draw) {
      const std::lock_guard lock(mutex_);
      return drawn_.contains(draw);
    };
    if (is_left_out(pack(position))) {
      attempt.finding.end = End::complete;  // its classes are all found, some perhaps just now
      return attempt;
    }
    std::vector<PackedPosition<W>> drawn;
    Finding more = without_known([&](const auto& known) {
      return finder.find_by_numbers(position, stop, known, is_left_out, drawn);
    });
    attempt.is_won = more.end == End::complete && drawn.empty();
    if (more.end == End::complete) {
      const std::lock_guard lock(mutex_);
      drawn_.insert(drawn.begin(), drawn.end());
    }
    std::move(attempt.finding.classes.begin(), attempt.finding.classes.end(),
              std::back_inserter(more.classes));
    attempt.finding = std::move(more);
    return attempt;
  }

  void store(const Attempt& attempt) {
    const End end = attempt.finding.end;
    if (end == End::interrupted || end == End::time_limit) return;
    ++tally_.tried;
    tally_.won += attempt.is_won ? 1 : 0;
    tally_.given_up += !attempt.is_won && end != End::complete ? 1 : 0;
    for (Certificate certificate : attempt.finding.classes) {
      certificate.about = {{"program", fmt::format("onyx {}", kVersion)}, {"by", "spread"}};
      if (!found_.has(certificate.position)) found_.add(certificate);
      if (!spread_.contains(certificate.position)) waiting_.insert(certificate.position);
    }
    if (limits_.progress) limits_.progress(tally());
  }

  const Board<W>& board_;
  const SpreadSettings settings_;
  const SpreadLimits& limits_;
  const std::filesystem::path folder_;
  FoundClasses found_;
  Checkpoint checkpoint_;
  SpreadTally tally_;
  std::unordered_set<std::string> tried_;
  std::mutex mutex_;              ///< Of the next two.
  std::set<std::string> claims_;  ///< Classes that are certified, or being certified.
  /// Draws all of whose classes are found, by the search for draws.
  std::unordered_set<PackedPosition<W>, PackedHash<W>> drawn_;
  std::set<std::string> waiting_;  ///< Classes that are still to be spread from.
  std::set<std::string> spread_;
  tbb::enumerable_thread_specific<ClassFinder<W>> finders_{
      [this] { return ClassFinder<W>(board_); }};
};

}  // namespace

SpreadTally run_spread(const SpreadSettings& settings, const std::vector<std::string>& seeds,
                       const SpreadLimits& limits, const std::filesystem::path& folder) {
  prepare_folder(folder);
  const FolderLock lock(folder, FolderLock::Kind::alone, {});
  return with_board(settings.board, [&](const auto& board) {
    return Spread(board, settings, limits, folder).run(seeds);
  });
}

}  // namespace onyx

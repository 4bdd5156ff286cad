#include "experiments/boards/tiered_board.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <set>

#include "core/base/assert.h"
#include "core/notation.h"
#include "experiments/files/certificate_files.h"
#include "experiments/files/run_lock.h"
#include "experiments/support/version.h"
#include "solver/engine/tier_run/slice_format.h"
#include "solver/engine/tier_run/slice_store.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

/// A board of at most kMostWholeBoardPoints points has at most 64 places, which fit into one word.
constexpr int kSmallBoard = 1;
using NarrowBoard = WideBoard<kSmallBoard>;
using SmallTier = SolvedTier<kSmallBoard, TierEngine>;

/// The numbers of sample draws kept per number of stones, for a tier and for the board.
constexpr std::size_t kTierSample = 3;
constexpr std::size_t kBoardSample = 20;

/// Returns the maximum growth of the slices, in bytes, while the wanted tiers are solved.
std::uint64_t growth_of_slices(const TierMap& map, const SliceFormat& format,
                               const std::set<TierName>& wanted) {
  std::int64_t held = 0;
  std::int64_t most = 0;
  for (const TierName& name : map.all()) {
    if (!wanted.contains(name)) continue;
    for (const SliceName& slice : map.slices_of(name)) {
      if (!wanted.contains(map.reader_of(slice))) continue;
      held += static_cast<std::int64_t>(format.most_file_bytes(slice.midpoint));
      most = std::max(most, held);
    }
    for (const SliceName& slice : map.read_by(name)) {
      // Do not subtract an existing slice, because its file may be shorter than the bound.
      if (!wanted.contains(slice.tier)) continue;
      held -= static_cast<std::int64_t>(format.most_file_bytes(slice.midpoint));
    }
  }
  return static_cast<std::uint64_t>(most);
}

/// Returns all tiers that contain the midpoint stones of `taken`, symmetric tiers included. Tiers
/// with the fewest midpoints taken come first.
std::vector<TierName> tiers_with(const TierName& taken, std::size_t midpoints) {
  std::vector<TierName> tiers = {taken};
  for (std::size_t i = 0; i < midpoints; ++i) {
    if (taken.has(i)) continue;
    const std::size_t count = tiers.size();
    for (const Player player : {Player::V, Player::H}) {
      for (std::size_t k = 0; k < count; ++k) tiers.push_back(tiers[k].with(i, player));
    }
  }
  std::sort(tiers.begin(), tiers.end(), [](const TierName& a, const TierName& b) {
    return a.taken() == b.taken() ? a < b : a.taken() < b.taken();
  });
  return tiers;
}

TierResult result_of(const NarrowBoard& board, const SmallTier& tier) {
  TierResult result{tier.alike, tier.alike_swapped, tier.solver.counts(), std::nullopt, true, {}};
  if (result.draws() == 0) return result;
  result.draws_listed = result.draws() <= kMostTierDraws;
  for (const auto& [stones, draws] : census_of(tier, kTierSample)) {
    TierDraws& here = result.draws_by_stones[stones];
    here.draws = draws.draws;
    here.right_side = draws.right_side;
    for (const auto& position : draws.sample) {
      here.sample.push_back(format_position(board, position));
    }
  }
  return result;
}

DrawCodes draws_of(const SmallTier& tier, std::uint64_t count, const DrawFormat& format) {
  DrawCodes codes;
  codes.reserve(count);
  tier.solver.for_each_drawn([&](const Colouring& colouring, Player to_move) {
    codes.push_back(format.code_of(tier.position(colouring, to_move)));
  });
  std::sort(codes.begin(), codes.end());
  ONYX_ASSERT(codes.size() == count);
  return codes;
}

constexpr std::string_view kSliceStart = "slice-";
constexpr std::string_view kSliceEnding = ".slice";

/// Thrown if a slice is missing or damaged. The message names the file.
struct SliceDamage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Slices on disk. Each is one file (solver/engine/tier_run/slice_format.h), complete or absent.
class DiskSlices final : public SliceStore {
 public:
  /// `midpoints` has the names of all midpoints. The folder must exist; `format` must outlive this.
  DiskSlices(std::filesystem::path folder, const SliceFormat& format,
             std::vector<std::string> midpoints)
      : folder_(std::move(folder)), format_(format), midpoints_(std::move(midpoints)) {}

  void put(const SliceName& name, HandedDown slice) override {
    NewFile file(file_of(name));
    const std::uint64_t bytes = std::visit(
        [&](const auto& of_kind) { return format_.write(name, of_kind, writer_to(file)); }, slice);
    file.finish();
    count_file(name, bytes);
  }
  /// Throws SliceDamage, and removes the file, if the slice is missing or damaged: its tier must be
  /// solved again. Throws FileError if the file cannot be read, because it may still be intact.
  const TierSlice& get(const SliceName& name) override {
    return loaded_ = load(name, &SliceFormat::read);
  }
  const PackedSlice& get_packed(const SliceName& name) override {
    return packed_ = load(name, &SliceFormat::read_packed);
  }
  void refuse(const SliceName& name) override { give_up(name, "a block is not part of a slice"); }
  void drop(const SliceName& name) override {
    std::error_code ignored;
    std::filesystem::remove(file_of(name).path(), ignored);
    const auto found = files_.find(name);
    if (found == files_.end()) return;
    ONYX_ASSERT(file_bytes_ >= found->second);
    file_bytes_ -= found->second;
    files_.erase(found);
  }
  std::uint64_t bytes() const override { return bytes_of(loaded_) + bytes_of(packed_); }

  bool has(const SliceName& name) const {
    return is_sound(file_of(name).path(),
                    [&](const SourceFile& file) { format_.check_head(name, file); });
  }
  void keep_only(const std::set<SliceName>& names) {
    std::set<std::filesystem::path> kept;
    for (const SliceName& name : names) {
      const std::filesystem::path path = file_of(name).path();
      kept.insert(path);
      std::error_code error;
      const std::uintmax_t bytes = std::filesystem::file_size(path, error);
      if (!error) count_file(name, bytes);
    }
    std::error_code ignored;
    std::vector<std::filesystem::path> others;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored)) {
      const std::string name = entry.path().filename().string();
      const bool is_slice = name.starts_with(kSliceStart) && name.ends_with(kSliceEnding);
      if (is_slice && !kept.contains(entry.path())) others.push_back(entry.path());
    }
    for (const auto& path : others) std::filesystem::remove(path, ignored);
  }
  std::uint64_t peak_file_bytes() const { return peak_file_bytes_; }

 private:
  FolderFile file_of(const SliceName& name) const {
    return {folder_, fmt::format("{}{}-{}{}", kSliceStart, text_of(name.tier, midpoints_.size()),
                                 midpoints_[name.midpoint], kSliceEnding)};
  }
  /// Reads the slice's file with `read`. Throws as get() does.
  template <class Slice>
  Slice load(const SliceName& name,
             Slice (SliceFormat::*read)(const SliceName&, const SourceFile&) const) {
    loaded_ = {};
    packed_ = {};
    std::string why;
    try {
      const InputFile file(file_of(name).path());
      return (format_.*read)(name, source_of(file));
    } catch (const Damage& damage) {
      why = damage.what();
    } catch (const MissingFile& error) {
      drop(name);
      throw SliceDamage(error.what());
    }
    give_up(name, why);
  }
  [[noreturn]] void give_up(const SliceName& name, const std::string& why) {
    const std::string path = file_of(name).path().string();
    drop(name);
    throw SliceDamage(fmt::format("'{}' is damaged: {}", path, why));
  }
  void count_file(const SliceName& name, std::uint64_t bytes) {
    std::uint64_t& known = files_[name];
    file_bytes_ += bytes - known;
    known = bytes;
    peak_file_bytes_ = std::max(peak_file_bytes_, file_bytes_);
  }

  std::filesystem::path folder_;
  const SliceFormat& format_;
  std::vector<std::string> midpoints_;
  // The slice read last; at most one of the two is set.
  TierSlice loaded_;
  PackedSlice packed_;
  std::map<SliceName, std::uint64_t> files_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t peak_file_bytes_ = 0;
};

class TierFolder {
 public:
  TierFolder(BoardSize size, const TieredRun& run)
      : board_(size),
        task_(whole_board_task(board_)),
        map_(map_of(task_)),
        format_(size, task_.cells, corners_of(board_, task_), kVersion),
        draw_files_(run.folder, size, map_.midpoints()),
        run_(run) {
    if (run.part) {
      const std::vector<TierName> level = map_.level(run.part->taken);
      for (std::size_t i = run.part->shard.number; i < level.size(); i += run.part->shard.count) {
        asked_solved_.insert(level[i]);
      }
      return;
    }
    asked_ = tiers_with(run.within, map_.midpoints());
    for (const TierName& name : asked_) asked_solved_.insert(map_.to_solved(name)(name));
  }

  TieredBoard solve() {
    prepare_folder(run_.folder);
    // Only runs over parts of a level may share a folder. Other runs could remove slices in use.
    const auto kind = run_.part ? RunLock::Kind::shared : RunLock::Kind::alone;
    const RunLock lock(run_.folder, kind);
    const TierResults files(run_.folder, board_.size(), map_.midpoints());
    std::vector<std::string> midpoints;
    for (const Place place : task_.midpoints) {
      midpoints.push_back(format_place(board_.geometry(), place));
    }
    DiskSlices slices(run_.folder, format_, std::move(midpoints));
    for (;;) {
      for (const TierName& name : map_.all()) {
        if (results_.contains(name)) continue;  // solved in an earlier attempt
        const auto result = files.load(name);
        if (result && draw_files_.has_all_of(name, *result)) results_.emplace(name, *result);
      }
      try {
        found_.is_complete = solve_missing(files, slices);
        break;
      } catch (const SliceDamage& damage) {
        run_.warn(fmt::format("{}; its tier is solved again", damage.what()));
      }
    }
    found_.peak_disk_bytes = slices.peak_file_bytes();
    if (found_.is_complete && !run_.part) add_up(files);
    return found_;
  }

 private:
  bool solve_missing(const TierResults& files, DiskSlices& slices) {
    // Tiers that were not asked for count as solved, so that they are skipped.
    const std::set<TierName> wanted = map_.to_solve(
        [&](const TierName& name) {
          return results_.contains(name) || !asked_solved_.contains(name);
        },
        [&](const SliceName& slice) { return slices.has(slice); });
    // Remove slices only if all tiers are asked for, because a later run may need them.
    if (!run_.part && run_.within == TierName{}) {
      std::set<SliceName> read;
      for (const TierName& name : wanted) {
        for (const SliceName& slice : map_.read_by(name)) read.insert(slice);
      }
      slices.keep_only(read);
    }
    found_.progress.total = found_.progress.done + wanted.size();
    if (run_.progress) run_.progress(found_.progress);
    if (wanted.empty()) return true;
    require_room(growth_of_slices(map_, format_, wanted));

    std::unique_ptr<TierEngine> own;
    if (run_.engine == nullptr) {
      own = std::make_unique<TierSolver>(static_cast<int>(task_.cells.size()));
    }
    TierEngine& solver = run_.engine == nullptr ? *own : *run_.engine;
    TierRun<kSmallBoard, TierEngine> tiers(board_, task_, solver, Threads::all);
    const auto visit = [&](const SmallTier& tier) {
      keep(files, tier);
      ++found_.progress.done;
      if (run_.progress) run_.progress(found_.progress);
    };
    // Whether the tier will read its slices: this run solves it or, if this run has only a part of
    // a level, another run may solve it.
    const auto is_reader = [&](const TierName& name) {
      return wanted.contains(name) || (run_.part && !results_.contains(name));
    };
    const bool is_complete = tiers.run(
        visit, slices, [&](const TierName& name) { return wanted.contains(name); },
        run_.should_stop, is_reader);
    found_.peak_bytes = std::max(found_.peak_bytes, solver.bytes() + tiers.slice_bytes());
    return is_complete;
  }

  /// Throws NoRoom if the slices cannot fit. (If the disk fills up later, the run stops.)
  void require_room(std::uint64_t most) const {
    // Slices compress by a factor of at least 3 for 3x4, and at least 10 for larger boards.
    constexpr double kLeastCompression = 3;
    const double needed = static_cast<double>(most) / kLeastCompression;
    std::error_code error;
    const std::filesystem::space_info space = std::filesystem::space(run_.folder, error);
    const auto available = static_cast<double>(space.available);
    constexpr double kMebibyte = 1 << 20;
    refuse_if<NoRoom>(!error && needed > available,
                      "'{}' has room for {:.0f} MiB, and slices take {:.0f} MiB more if they "
                      "compress well; free some space, or use another disk",
                      run_.folder.string(), available / kMebibyte, needed / kMebibyte);
  }

  void keep(const TierResults& files, const SmallTier& tier) {
    const TierResult result = result_of(board_, tier);
    const auto [known, is_new] = results_.emplace(tier.name, result);
    // A solved tier is solved again if its slices are missing.
    refuse_if<FileError>(
        !is_new && known->second != result,
        "tier {} in '{}' has different counts now that it is solved again; use another folder",
        text_of(tier.name, map_.midpoints()), run_.folder.string());
    if (result.draws() > 0 && result.draws_listed) {
      draw_files_.save(tier.name, draws_of(tier, result.draws(), draw_files_.format()));
    }
    files.save(tier.name, result);
  }

  void add_up(const TierResults& files) {
    std::map<TierName, TierResult> solved;
    for (const TierName& name : asked_) {
      const TierSymmetry& symmetry = map_.to_solved(name);
      const TierResult& result = results_.at(symmetry(name));
      if (!result.draws_listed) found_.unlisted_draws += result.draws();
      const bool is_new = solved.emplace(symmetry(name), result).second;
      const bool is_swapped = symmetry.cells.swaps_colours;
      found_.counts += result.counts.times(is_swapped ? 0 : 1, is_swapped ? 1 : 0);
      for (const auto& [stones, draws] : result.draws_by_stones) {
        TierDraws& all = found_.draws[stones];
        all.draws += draws.draws;
        // Swapping colours exchanges the right and the wrong side to move (core/README.md, fact 4).
        all.right_side += is_swapped ? draws.draws - draws.right_side : draws.right_side;
        if (!is_new) continue;
        ONYX_ASSERT(all.sample.size() <= kBoardSample);
        const std::size_t room = kBoardSample - all.sample.size();
        const auto count = static_cast<std::ptrdiff_t>(std::min(room, draws.sample.size()));
        all.sample.insert(all.sample.end(), draws.sample.begin(), draws.sample.begin() + count);
      }
    }
    found_.list = files.write_list(solved);
  }

  const NarrowBoard board_;
  const TierTask<kSmallBoard> task_;
  const TierMap map_;
  const SliceFormat format_;
  const DrawFiles draw_files_;
  const TieredRun& run_;
  std::vector<TierName> asked_;      ///< Empty for a part of a level.
  std::set<TierName> asked_solved_;  ///< One tier of each symmetry class.
  std::map<TierName, TierResult> results_;
  TieredBoard found_;
};

}  // namespace

TieredNeeds tiered_needs(BoardSize size) {
  const NarrowBoard board(size);
  const TierTask<kSmallBoard> task = whole_board_task(board);
  const TierMap map = map_of(task);
  const SliceFormat format(size, task.cells, corners_of(board, task), kVersion);
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < map.midpoints(); ++i) {
    // Memory holds the slice, its symmetric image, and the file read or written.
    largest = std::max(largest, 2 * format.memory_bytes(i) + format.most_file_bytes(i));
  }
  const std::vector<TierName> all = map.all();
  return {one_tier_bytes(size) + static_cast<double>(largest),
          static_cast<double>(growth_of_slices(map, format, {all.begin(), all.end()}))};
}

TieredBoard solve_tiered_board(BoardSize size, const TieredRun& run) {
  return TierFolder(size, run).solve();
}

}  // namespace onyx

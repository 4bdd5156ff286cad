#include "experiments/natural/selfplay.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "core/base/ascii.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/notation.h"
#include "core/packed_position.h"
#include "experiments/files/input.h"
#include "experiments/files/run_lock.h"
#include "experiments/known/known_store.h"
#include "experiments/natural/played_game.h"
#include "experiments/repetition/find/random_positions.h"
#include "experiments/support/output.h"
#include "experiments/support/pipeline.h"
#include "solver/play/opponent.h"
#include "solver/play/sighted_player.h"
#include "solver/referee/referee.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSelfplayFormat = "onyx-selfplay";
constexpr int kSelfplayVersion = 1;

/// The counts of a tally and their names in the file; `next` is saved separately.
using TallyNumber = std::uint64_t SelfplayTally::*;
constexpr std::pair<const char*, TallyNumber> kTallyNumbers[] = {
    {"games", &SelfplayTally::games},
    {"v_wins", &SelfplayTally::v_wins},
    {"h_wins", &SelfplayTally::h_wins},
    {"too_long", &SelfplayTally::too_long},
    {"plies", &SelfplayTally::plies},
    {"shortest", &SelfplayTally::shortest},
    {"longest", &SelfplayTally::longest},
    {"captures", &SelfplayTally::captures},
    {"games_with_captures", &SelfplayTally::games_with_captures},
    {"games_with_draws", &SelfplayTally::games_with_draws},
    {"positions", &SelfplayTally::positions},
    {"undecided", &SelfplayTally::undecided}};

SelfplayTally selfplay_tally_in(const JsonFields& fields) {
  fields.require_format(kSelfplayFormat, kSelfplayVersion);
  SelfplayTally tally;
  tally.next = fields.count("next");
  for (const auto& [name, number] : kTallyNumbers) tally.*number = fields.count(name);
  for (const JsonFields& one : fields.objects("drawn")) {
    tally.drawn.push_back({one.count("game"), one.count("ply"), one.text("position")});
  }
  for (const JsonFields& one : fields.objects("returning")) {
    tally.returning.push_back(
        {one.count("game"), one.count("from"), one.count("to"), one.text("position")});
  }
  return tally;
}

Json json_of(const SelfplayTally& tally) {
  Json json;
  json["next"] = tally.next;
  for (const auto& [name, number] : kTallyNumbers) json[name] = tally.*number;
  json["drawn"] = tally.drawn;
  json["returning"] = Json::array();
  for (const ReturningGame& one : tally.returning) {
    json["returning"].push_back(
        {{"game", one.game}, {"from", one.from}, {"to", one.to}, {"position", one.position}});
  }
  return json;
}

std::string player_of(const SelfplaySettings& settings, std::size_t index) {
  return settings.levels[index] > 0 ? fmt::format("level {}", settings.levels[index])
                                    : fmt::format("sight {}", settings.sights[index]);
}

bool is_by_sight(const SelfplaySettings& settings) {
  return settings.levels == std::array{0, 0} && settings.random_plies == 0;
}

std::string describe(const SelfplaySettings& settings, const KnownStore* known) {
  const std::string players =
      is_by_sight(settings)
          ? fmt::format("sight {} of V and {} of H", settings.sights[0], settings.sights[1])
          : fmt::format("{} of V and {} of H, {} random plies", player_of(settings, 0),
                        player_of(settings, 1), settings.random_plies);
  const std::string certificates =
      known == nullptr ? "" : fmt::format(", certificates {:.16}", known->content_hash());
  return fmt::format("{}, {}, noise {}, seed {}, {} nodes for a value at most{}", settings.setup,
                     players, settings.noise, settings.seed, settings.value_nodes, certificates);
}

std::string stem_of(const SelfplaySettings& settings) {
  std::string players = is_by_sight(settings)
                            ? fmt::format("sight{}-{}", settings.sights[0], settings.sights[1])
                            : fmt::format("{}-{}-random{}", player_of(settings, 0),
                                          player_of(settings, 1), settings.random_plies);
  std::erase(players, ' ');
  std::string setup = settings.setup;
  std::replace(setup.begin(), setup.end(), ':', '-');
  return fmt::format("selfplay-{}-{}-seed{}-shard", setup, players, settings.seed);
}

class ShardFiles {
 public:
  ShardFiles(const SelfplaySettings& settings, const std::string& description, std::uint64_t shard,
             const fs::path& folder)
      : stem_(fmt::format("{}{}of{}", stem_of(settings), shard, settings.shard.count)),
        records_{folder, stem_ + ".games"},
        checkpoint_({folder, stem_ + ".json"},
                    {"checkpoint", "delete it to start this shard again"}, description) {}

  bool exist() const { return checkpoint_.exists(); }
  fs::path records() const { return records_.path(); }
  SelfplayTally load() const { return checkpoint_.load(selfplay_tally_in); }

  /// Returns the records of the games that the checkpoint counts. Throws FileError if any is lost.
  std::string records_of(const SelfplayTally& tally) const {
    std::string records = records_up_to(tally.games);
    const auto games = static_cast<std::uint64_t>(std::ranges::count(records, '\n'));
    refuse_if<FileError>(
        games < tally.games,
        "'{}' has {} of the {} games that its checkpoint counts; restore it, or delete '{}' to "
        "start this shard again",
        records_.path().string(), games, tally.games, checkpoint_.path().string());
    return records;
  }

  /// Returns the first `games` complete lines of the records, or all if there are fewer.
  std::string records_up_to(std::uint64_t games) const {
    const std::string text = fs::exists(records_.path()) ? read_file(records_.path()) : "";
    std::size_t end = 0;
    for (; games > 0; --games) {
      const std::size_t line_end = text.find('\n', end);
      if (line_end == std::string::npos) break;
      end = line_end + 1;
    }
    return text.substr(0, end);
  }

  void save(const SelfplayTally& tally, const std::string& records) const {
    const auto is_wanted = checkpoint_.unless_further(
        selfplay_tally_in, [&](const SelfplayTally& other) { return other.next > tally.next; });
    write_file(records_, records, is_wanted);
    checkpoint_.save(kSelfplayFormat, kSelfplayVersion, json_of(tally), is_wanted);
  }

 private:
  std::string stem_;
  FolderFile records_;
  Checkpoint checkpoint_;
};

std::vector<std::uint64_t> shards_in(const SelfplaySettings& settings, const fs::path& folder) {
  const std::string begin = stem_of(settings);
  const std::string end = fmt::format("of{}.json", settings.shard.count);
  std::vector<std::uint64_t> shards;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(begin) || !name.ends_with(end)) continue;
    const std::string number = name.substr(begin.size(), name.size() - begin.size() - end.size());
    const auto shard = parse_number(number, std::uint64_t{0}, settings.shard.count - 1);
    if (shard) shards.push_back(*shard);
  }
  std::sort(shards.begin(), shards.end());
  return shards;
}

struct Played {
  std::uint64_t number = 0;
  bool is_cut_short = false;  ///< If true, the game does not count.
  std::string record;
  SelfplayTally tally;
};

template <int W>
class SelfplayRun {
 public:
  SelfplayRun(const WideBoard<W>& board, const SelfplaySettings& settings,
              const SelfplayLimits& limits, const fs::path& folder)
      : board_(board),
        settings_(settings),
        limits_(limits),
        folder_(folder),
        setup_(parse_position(board, settings.setup)),
        known_(settings.known.empty() ? nullptr : std::make_unique<KnownStore>(settings.known)),
        description_(describe(settings, known_.get())),
        files_(settings, description_, settings.shard.number, folder) {}

  Selfplay run() {
    if (files_.exist()) tally_ = files_.load();
    records_ = files_.records_of(tally_);
    save();
    std::uint64_t upcoming = settings_.shard.first_from(tally_.next);
    run_pipeline<std::uint64_t>(
        16,
        [&]() -> std::optional<std::uint64_t> {
          if (upcoming >= settings_.games || limits_.stop.met()) return std::nullopt;
          return std::exchange(upcoming, upcoming + settings_.shard.count);
        },
        [&](std::uint64_t number) { return play(number); },
        [&](const Played& played) { store(played); });
    save();
    Selfplay result;
    join(result);
    if (settings_.shard.first_from(tally_.next) < settings_.games) {
      result.end = limits_.stop.met().value_or(End::time_limit);
    }
    return result;
  }

 private:
  Played play(std::uint64_t number) {
    Played played;
    played.number = number;
    Random random = random_for(settings_.seed, number);
    int plies = 0;
    const std::optional<PlayedGame<W>> game = play_game<W>(
        board_, setup_, kMostPliesForPlace * static_cast<std::size_t>(board_.place_count()),
        [&](const WidePosition<W>& position) {
          return plies++ < settings_.random_plies
                     ? std::optional(random_place(placements(board_, position), random))
                     : choose(position, random);
        });
    played.is_cut_short = !game;
    if (!game) return played;
    played.record = settings_.setup;
    for (const std::string& move : format_moves(board_, setup_, game->line.moves)) {
      played.record += ' ' + move;
    }
    played.record += '\n';
    Stop stop = limits_.stop;
    stop.work = settings_.value_nodes;
    AskKnown<W> known;
    if (known_) known = [this](const WidePosition<W>& position) { return known_value(position); };
    try {
      const GameWorth worth = worth_of(board_, game->line, stop, known);
      played.is_cut_short = worth.is_cut_short;
      played.tally = tally_of(*game, worth, number);
    } catch (const referee::Interrupted&) {
      played.is_cut_short = true;
    }
    return played;
  }

  /// Remembers answers, because a large certificate would be read again for each question.
  std::optional<Claim> known_value(const WidePosition<W>& position) {
    const std::lock_guard lock(asking_);
    const auto asked = asked_.find(pack(position));
    if (asked != asked_.end()) return asked->second;
    const auto found = known_->find(format_position(board_, position), limits_.stop);
    return asked_[pack(position)] = found ? std::optional(found->claim) : std::nullopt;
  }

  /// Returns nullopt if a limit is met.
  std::optional<Place> choose(const WidePosition<W>& position, Random& random) {
    const auto mover = static_cast<std::size_t>(index_of(position.to_move));
    if (settings_.levels[mover] > 0) {
      // Leave the deadline out: it may end the run, but must not change the choice.
      Stop stop;
      stop.interrupt = limits_.stop.interrupt;
      const ChosenMove chosen =
          choose_move(format_position(board_, position), settings_.levels[mover], random(), stop);
      if (limits_.stop.met()) return std::nullopt;
      return parse_move(board_, position, chosen.move);
    }
    SightedPlayer<W>& player = players_.local();
    player.search().set_limits(limits_.stop);
    return player.choose(position, {settings_.sights[mover], settings_.noise}, random);
  }

  SelfplayTally tally_of(const PlayedGame<W>& game, const GameWorth& worth,
                         std::uint64_t number) const {
    const WideLine<W>& line = game.line;
    SelfplayTally tally;
    tally.next = number + 1;
    tally.games = 1;
    if (game.end == GameEnd::connected) {
      ++(line.end().to_move == Player::H ? tally.v_wins : tally.h_wins);
    }
    tally.too_long = game.end == GameEnd::too_long ? 1 : 0;
    if (game.end == GameEnd::repeated) {
      tally.returning.push_back(
          {number, game.returns_to, line.moves.size(), format_position(board_, line.end())});
    }
    tally.plies = tally.shortest = tally.longest = line.moves.size();
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
      const PlaceSet<W> captured = captured_by(board_, line.positions[i], line.moves[i]);
      tally.captures += static_cast<std::uint64_t>(captured.count()) / 2;
    }
    tally.games_with_captures = tally.captures > 0 ? 1 : 0;
    tally.positions = worth.values.size();
    for (std::size_t i = 0; i < worth.values.size(); ++i) {
      tally.undecided += worth.values[i] ? 0 : 1;
      if (worth.values[i] != Claim::draw) continue;
      tally.drawn.push_back({number, i, format_position(board_, line.positions[i])});
    }
    tally.games_with_draws = tally.drawn.empty() ? 0 : 1;
    return tally;
  }

  void store(const Played& played) {
    // The next run continues at the game that was cut short, so drop all later games.
    was_cut_short_ = was_cut_short_ || played.is_cut_short;
    if (was_cut_short_) return;
    tally_ += played.tally;
    records_ += played.record;
    if (Stop::Clock::now() >= next_save_) save();
    if (limits_.progress) limits_.progress(tally_);
  }

  void save() {
    files_.save(tally_, records_);
    next_save_ = Stop::Clock::now() + clock_seconds(limits_.seconds_between_saves);
  }

  void join(Selfplay& result) const {
    std::unordered_set<std::string> games;
    for (const std::uint64_t shard : shards_in(settings_, folder_)) {
      const ShardFiles files(settings_, description_, shard, folder_);
      const SelfplayTally tally = files.load();
      // Read only the lines that exist: another host's latest records may not be visible yet.
      const std::string records = files.records_up_to(tally.games);
      for (const TextLine& line : filled_lines(records)) games.emplace(line.text);
      result.joined += tally;
      result.records.push_back(files.records());
    }
    result.distinct = games.size();
    const auto by_game = [](const auto& a, const auto& b) { return a.game < b.game; };
    std::stable_sort(result.joined.drawn.begin(), result.joined.drawn.end(), by_game);
    std::stable_sort(result.joined.returning.begin(), result.joined.returning.end(), by_game);
  }

  const WideBoard<W>& board_;
  const SelfplaySettings settings_;
  const SelfplayLimits& limits_;
  const fs::path folder_;
  const WidePosition<W> setup_;
  const std::unique_ptr<KnownStore> known_;  ///< Null unless certificates are named.
  std::mutex asking_;
  std::unordered_map<PackedPosition<W>, std::optional<Claim>, PackedHash<W>> asked_;
  const std::string description_;
  const ShardFiles files_;
  SelfplayTally tally_;
  std::string records_;
  tbb::enumerable_thread_specific<SightedPlayer<W>> players_{
      [this] { return SightedPlayer<W>(board_); }};
  bool was_cut_short_ = false;
  Stop::Clock::time_point next_save_;
};

}  // namespace

void to_json(Json& json, const DrawnPosition& drawn) {
  json = {{"game", drawn.game}, {"ply", drawn.ply}, {"position", drawn.position}};
}

SelfplayTally& SelfplayTally::operator+=(const SelfplayTally& that) {
  const bool has_shortest = games == 0 || (that.games > 0 && that.shortest < shortest);
  const std::uint64_t least = has_shortest ? that.shortest : shortest;
  const std::uint64_t most = std::max(longest, that.longest);
  for (const auto& [name, number] : kTallyNumbers) this->*number += that.*number;
  shortest = least;
  longest = most;
  next = std::max(next, that.next);
  drawn.insert(drawn.end(), that.drawn.begin(), that.drawn.end());
  returning.insert(returning.end(), that.returning.begin(), that.returning.end());
  return *this;
}

Selfplay run_selfplay(const SelfplaySettings& settings, const SelfplayLimits& limits,
                      const fs::path& folder) {
  prepare_folder(folder);
  const RunLock lock(folder, RunLock::Kind::shared);
  return with_board(board_size_of(settings.setup), [&](const auto& board) {
    return SelfplayRun(board, settings, limits, folder).run();
  });
}

}  // namespace onyx

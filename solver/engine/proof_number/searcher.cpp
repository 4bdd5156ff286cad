#include "solver/engine/proof_number/searcher.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/engine/proof_number/worker.h"
#include "solver/engine/tactics/virtual_connections.h"

namespace onyx::proof_number {
namespace {

std::vector<Place> central_first(const Geometry& geometry) {
  std::vector<Place> places(static_cast<std::size_t>(geometry.place_count()));
  std::iota(places.begin(), places.end(), Place{0});
  const BoardSize size = geometry.size();
  const auto eccentricity = [&](Place place) {
    const auto [x, y] = geometry.half_steps_to(place);
    return (x - size.width + 1) * (x - size.width + 1) +
           (y - size.height + 1) * (y - size.height + 1);
  };
  std::ranges::stable_sort(places, {}, eccentricity);
  return places;
}

/// Upper limit on a node count read from a file, so that sums do not overflow.
constexpr std::uint64_t kMostNodes = UINT64_C(1) << 62;

}  // namespace

template <int W>
std::optional<Knowledge> decided_by(const Outlook<W>& outlook, Player mover, Player attacker) {
  if (outlook.forecast == Forecast::open) return std::nullopt;
  const bool attacker_wins = (outlook.forecast == Forecast::win) == (mover == attacker);
  return Knowledge{attacker_wins ? Numbers::proved() : Numbers::disproved(), outlook.plies,
                   outlook.move, 0};
}

template <int W>
Searcher<W>::Searcher(const WideBoard<W>& board, ProofTable<W>& table, int threads,
                      const Techniques& techniques)
    : board_(board),
      table_(table),
      techniques_(techniques),
      folding_(board, techniques.symmetry),
      threads_(std::max(threads, 1)),
      first_numbers_(board.place_count()),
      order_(central_first(board.geometry())),
      busy_(std::make_unique<std::array<std::atomic<std::uint8_t>, 1 << 16>>()) {}

template <int W>
std::unique_ptr<Searcher<W>> Searcher<W>::beside(const Searcher& that) {
  auto searcher = std::make_unique<Searcher>(that.board_, that.table_, 1, that.techniques_);
  searcher->is_beside_others_ = true;
  searcher->make_evaluations();
  if (!that.evaluations_.empty()) {
    searcher->evaluations_.front().take_over(that.evaluations_.front());
  }
  return searcher;
}

template <int W>
void Searcher<W>::resume_from_table(std::uint64_t nodes) {
  nodes_of_file_ = std::min(nodes, kMostNodes);
  while (next_restart_ <= this->nodes() + nodes_of_file_) next_restart_ *= 2;
  make_evaluations();
  PatternEvaluation<W>& evaluation = evaluations_.front();
  // The first entries are a fair sample, because the table is in hash order.
  std::uint64_t left = kMostLearnt;
  table_.for_each([&](const typename ProofTable<W>::Entry& entry) {
    if (left == 0 || !entry.knowledge.is_settled()) return;
    --left;
    const Player attacker = attacker_of(entry.question);
    evaluation.learn(position_of(entry.question),
                     entry.knowledge.numbers.is_proved() ? attacker : other(attacker));
  });
  for (PatternEvaluation<W>& copy : std::span(evaluations_).subspan(1)) copy.take_over(evaluation);
}

template <int W>
End Searcher<W>::search(std::span<const WidePosition<W>> roots, Player attacker, const Stop& stop) {
  std::vector<WidePosition<W>> folded;
  for (const WidePosition<W>& root : roots) {
    ONYX_ASSERT(can_go_on(board_, root));
    folded.push_back(folding_(root));
  }
  const std::uint64_t most_nodes =
      stop.work > UINT64_MAX - nodes() ? UINT64_MAX : nodes() + stop.work;
  is_solved_ = std::make_unique<std::atomic<bool>[]>(roots.size());
  expanded_ = std::make_unique<std::atomic<std::uint64_t>[]>(roots.size());
  make_evaluations();
  int threads = 1;
  std::uint64_t most = threads_ == 1 ? most_nodes : std::min(most_nodes, nodes() + kNodesAlone);
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&](int number) {
    try {
      Worker(*this, attacker, stop, most, number).run(folded);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failure = std::current_exception();
    }
    stop_ = true;
  };
  for (;;) {
    stop_ = false;
    pause_ = Pause::none;
    end_ = End::complete;
    std::vector<std::thread> helpers;
    helpers.reserve(static_cast<std::size_t>(threads));
    try {
      for (int i = 1; i < threads; ++i) helpers.emplace_back(run, i);
    } catch (const std::system_error&) {
    }
    run(0);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
    if (pause_ == Pause::to_grow) {
      table_.grow();
    } else if (pause_ == Pause::to_restart) {
      table_.keep_solved();
      next_restart_ *= 2;
    } else if (pause_ == Pause::to_save) {
      saves_.save();
    } else if (end_ == End::work_limit && most < most_nodes) {
      threads = threads_;
      most = most_nodes;
    } else {
      break;
    }
  }
  const bool all_solved = std::all_of(is_solved_.get(), is_solved_.get() + roots.size(),
                                      [](const auto& is_solved) { return is_solved.load(); });
  ONYX_ASSERT(all_solved || end_ != End::complete);
  return all_solved ? End::complete : end_.load();
}

template <int W>
std::optional<Knowledge> Searcher<W>::known(const WidePosition<W>& position,
                                            Player attacker) const {
  ONYX_ASSERT(can_go_on(board_, position));
  Outlook<W> outlook = outlook_of(board_, position);
  if (const auto decided = decided_by(outlook, position.to_move, attacker)) return decided;
  const auto found = in_table(position, attacker);
  if (!techniques_.connections || (found && found->numbers.is_solved())) return found;
  // Use the folded position, as the search does, because the virtual connections found in the
  // rotated position may differ.
  const WidePosition<W> folded = folding_(position);
  if (folded != position) outlook = outlook_of(board_, folded);
  look_for_connections(board_, folded, outlook);
  auto decided = decided_by(outlook, position.to_move, attacker);
  if (!decided) return found;
  decided->move = folding_.back(position, decided->move);
  return decided;
}

template <int W>
void Searcher<W>::record(const WidePosition<W>& position, Player attacker,
                         const Knowledge& knowledge) {
  ONYX_ASSERT(can_go_on(board_, position) && is_placement(board_, position, knowledge.move));
  ONYX_ASSERT(knowledge.is_settled());
  const WidePosition<W> folded = folding_(position);
  const PackedPosition<W> question = pack_question(folded, attacker);
  Knowledge turned = knowledge;
  turned.move = folding_.back(position, knowledge.move);  // a half-turn is its own inverse
  store(question, hash_of(question), turned);
}

template <int W>
std::vector<Place> Searcher<W>::principal_variation(WidePosition<W> position, Player attacker,
                                                    int plies) const {
  std::vector<Place> moves;
  while (static_cast<int>(moves.size()) < plies && !is_finished(board_, position)) {
    const auto found = known(position, attacker);
    if (!found || !is_placement(board_, position, found->move)) break;
    moves.push_back(found->move);
    position = successor(board_, position, found->move);
  }
  return moves;
}

#define ONYX_INSTANTIATE(W)   \
  template class Searcher<W>; \
  template std::optional<Knowledge> decided_by(const Outlook<W>&, Player mover, Player attacker);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number

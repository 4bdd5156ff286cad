#include "solver/proof_number/search.h"

#include <algorithm>
#include <thread>

#include "solver/proof_number/worker.h"

namespace onyx::proof_number {
namespace {

/// Central places are on more chains; a midpoint blocks four points and comes before its corners.
std::vector<Place> central_first(const Geometry& geometry) {
  std::vector<int> eccentricity;
  std::vector<Place> places;
  const auto [width, height] = geometry.size();
  for (int i = 0; i < geometry.place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    int x = 2 * geometry.x_of(place);
    int y = 2 * geometry.y_of(place);
    if (geometry.is_midpoint(place)) {
      const Cell cell = geometry.square_of(place);
      x = 2 * cell.column + 1;
      y = 2 * cell.row + 1;
    }
    eccentricity.push_back((x - width + 1) * (x - width + 1) + (y - height + 1) * (y - height + 1));
    places.push_back(place);
  }
  std::stable_sort(places.begin(), places.end(),
                   [&](Place a, Place b) { return eccentricity[a] < eccentricity[b]; });
  return places;
}

}  // namespace

template <int W>
std::optional<Knowledge> decided_by(const Outlook<W>& outlook, Player mover, Player attacker) {
  using Verdict = typename Outlook<W>::Verdict;
  if (outlook.verdict == Verdict::open) return std::nullopt;
  const bool attacker_wins = (outlook.verdict == Verdict::win) == (mover == attacker);
  return Knowledge{attacker_wins ? Numbers::proved() : Numbers::disproved(), outlook.plies,
                   outlook.move, 0};
}

template <int W>
Searcher<W>::Searcher(const Board<W>& board, ProofTable<W>& table, int threads,
                      const Techniques& techniques)
    : board_(board),
      table_(table),
      techniques_(techniques),
      folding_(board, techniques.symmetry),
      threads_(std::max(threads, 1)),
      order_(central_first(board.geometry())),
      busy_(std::make_unique<std::array<std::atomic<std::uint8_t>, 1 << 16>>()) {}

template <int W>
Searcher<W>::~Searcher() = default;

template <int W>
SearchEnd Searcher<W>::search(const Position<W>& root, Player attacker,
                              const SearchLimits& limits) {
  const Position<W> folded = folding_(root);
  stop_ = false;
  end_ = SearchEnd::solved;
  const auto run = [&](bool is_first) {
    Worker(*this, attacker, limits, is_first).run(folded);
    stop_ = true;
  };
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads_; ++i) helpers.emplace_back(run, false);
  run(true);
  for (std::thread& helper : helpers) helper.join();
  const auto found = known(root, attacker);
  return found && found->numbers.is_solved() ? SearchEnd::solved : end_.load();
}

template <int W>
std::optional<Knowledge> Searcher<W>::known(const Position<W>& position, Player attacker) const {
  const Outlook<W> outlook = outlook_of(board_, position);
  if (const auto decided = decided_by(outlook, position.to_move, attacker)) return decided;
  const Position<W> folded = folding_(position);
  const PackedPosition<W> question = pack_question(folded, attacker);
  auto found = table_.find(question, hash_of(question));
  if (found) found->move = folding_.back(position, found->move);
  return found;
}

template <int W>
void Searcher<W>::record(const Position<W>& position, Player attacker, const Knowledge& knowledge) {
  const Position<W> folded = folding_(position);
  const PackedPosition<W> question = pack_question(folded, attacker);
  Knowledge turned = knowledge;
  turned.move = folding_.back(position, knowledge.move);  // a half turn is its own inverse
  table_.store(question, hash_of(question), turned);
}

template <int W>
std::vector<Place> Searcher<W>::principal_variation(Position<W> position, Player attacker,
                                                    int plies) const {
  std::vector<Place> moves;
  while (static_cast<int>(moves.size()) < plies && !is_finished(board_, position)) {
    const auto found = known(position, attacker);
    if (!found || !placements(board_, position).has(found->move)) break;
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

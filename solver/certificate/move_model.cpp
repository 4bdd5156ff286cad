#include "solver/certificate/move_model.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "core/moves.h"

namespace onyx::compact {
namespace {

using proof_number::Way;

constexpr int kFirstSlotBits = 8;
constexpr int kMostSlotBits = 20;

/// The first, second, and any later question about a move have separate chances.
constexpr std::uint32_t kLastQuestion = 2;
constexpr std::uint32_t kStates = std::uint32_t{1} << 18;
constexpr std::uint32_t kMostVotes = 128;

/// Limits of the answer counts: the larger the limit, the less an answer changes a chance later on.
constexpr std::uint32_t kStatesLimit = 120;
constexpr std::uint32_t kVotesLimit = 62;

/// Votes that a context gives, by its state.
constexpr std::array<std::uint32_t, 8> kVotes{4, 8, 12, 16, 2, 1, 0, 0};

/// State of a context's row with respect to a place.
template <class Guesses>
std::uint32_t state_of(const Guesses& guesses, Place place) {
  const auto& [first, second, third] = guesses.places;
  if (place == first) return guesses.run == 0 ? 0 : guesses.run < 4 ? 1 : guesses.run < 15 ? 2 : 3;
  if (place == second || place == third) return guesses.run == 0 ? 4 : 5;
  return guesses.run < 4 ? 6 : 7;
}

/// Hash of the numbers that make up a context.
class ContextHash {
 public:
  void add(std::uint64_t number) {
    hash_ = (hash_ ^ number) * 0x9e3779b97f4a7c15;
    hash_ ^= hash_ >> 32;
  }
  template <int W>
  void add(const PlaceSet<W>& set, std::size_t words) {
    for (std::size_t i = 0; i < words; ++i) add(set.words()[i]);
  }
  std::uint64_t upper_bits(int count) const { return hash_ >> (64 - count); }

 private:
  std::uint64_t hash_ = 0;
};

/// Index of a place among those left after the questions.
template <int W>
std::uint32_t number_in(const PlaceSet<W>& set, Place place) {
  std::uint32_t before = 0;
  set.for_each([&](Place other) { before += other < place ? 1 : 0; });
  return before;
}
template <int W>
Place place_in(PlaceSet<W> set, std::uint32_t number) {
  while (number-- > 0) set.pop_lowest();
  return set.lowest();
}

template <int W>
struct Putting {
  RangeEncoder& encoder;
  Place move;

  bool is(Place place, std::uint32_t chance) const {
    encoder.put(place == move, chance);
    return place == move;
  }
  Place one_of(const PlaceSet<W>& left) const {
    encoder.put_one_of(number_in(left, move), static_cast<std::uint32_t>(left.count()));
    return move;
  }
};

template <int W>
struct Taking {
  RangeDecoder& decoder;

  bool is(Place, std::uint32_t chance) const { return decoder.take(chance); }
  Place one_of(const PlaceSet<W>& left) const {
    if (left.empty()) throw Damage("bytes that do not encode moves");
    return place_in(left, decoder.take_one_of(static_cast<std::uint32_t>(left.count())));
  }
};

}  // namespace

template <int W>
std::uint32_t MoveModel<W>::Chance::in_65536() const {
  return std::clamp<std::uint32_t>(likely() >> 6, 16, 65520);
}

template <int W>
void MoveModel<W>::Chance::learn(bool is_yes, std::uint32_t limit) {
  constexpr std::uint32_t kSure = (1 << 22) - 1;
  const std::uint32_t answers = this->answers();
  const std::uint32_t likely = this->likely();
  const std::uint32_t learned =
      is_yes ? likely + (kSure - likely) / (answers + 2) : likely - likely / (answers + 2);
  bits_ = learned << 10 | std::min(answers + 1, limit);
}

template <int W>
MoveModel<W>::MoveModel(const WideBoard<W>& board)
    : board_(board),
      around_(static_cast<std::size_t>(board.place_count())),
      slot_bits_(kFirstSlotBits),
      by_states_((kLastQuestion + 1) * kStates),
      by_votes_((kLastQuestion + 1) * kMostVotes) {
  for (auto& slots : slots_) slots.resize(std::size_t{1} << slot_bits_);
  for (int of = 0; of < board.place_count(); ++of) {
    const HalfSteps from = board.geometry().half_steps_to(static_cast<Place>(of));
    for (int place = 0; place < board.place_count(); ++place) {
      const HalfSteps to = board.geometry().half_steps_to(static_cast<Place>(place));
      const int way = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
      auto& [near, wide] = around_[static_cast<std::size_t>(of)];
      if (way <= 2) near.add(static_cast<Place>(place));
      if (way <= 4) wide.add(static_cast<Place>(place));
    }
  }
}

template <int W>
auto MoveModel<W>::contexts_of(const WidePosition<W>& position, const Way& way) -> Found {
  const PlaceSet<W>& own = position.of(position.to_move);
  const PlaceSet<W>& others = position.of(other(position.to_move));
  std::array<PlaceSet<W>, 2> around;
  if (way.reply) around = around_[*way.reply];
  const auto& [near, wide] = around;
  const std::uint64_t reply = way.reply.value_or(kNone);
  const std::uint64_t answer = way.answer.value_or(kNone);
  const std::size_t words = (static_cast<std::size_t>(board_.place_count()) + 63) / 64;
  Found found;
  std::size_t number = 0;
  const auto add = [&](std::uint64_t of_reply, std::uint64_t of_answer, const PlaceSet<W>& ours,
                       const PlaceSet<W>& theirs) {
    ContextHash hash;
    for (const std::uint64_t part : {std::uint64_t{number + 1}, of_reply, of_answer})
      hash.add(part);
    hash.add(ours, words);
    hash.add(theirs, words);
    found[number] = &slots_[number][hash.upper_bits(slot_bits_)];
    ++number;
  };
  add(kNone, kNone, own, {});
  add(reply, kNone, own, {});
  add(kNone, answer, own, {});
  add(reply, kNone, own & near, others & near);
  add(reply, answer, own & near, others & near);
  add(reply, kNone, own & wide, others & wide);
  return found;
}

template <int W>
auto MoveModel<W>::next_question(const Found& found, const PlaceSet<W>& left) const
    -> std::optional<Question> {
  std::optional<Question> best;
  PlaceSet<W> seen;
  for (const Guesses* const guesses : found) {
    for (const Place place : guesses->places) {
      if (place == kNone || !left.has(place) || seen.has(place)) continue;
      seen.add(place);
      Question question{place, 0, 0};
      for (std::size_t i = 0; i < kContexts; ++i) {
        const std::uint32_t state = state_of(*found[i], place);
        question.states |= state << (3 * i);
        question.votes += kVotes[state];
      }
      if (!best || question.votes > best->votes ||
          (question.votes == best->votes && place < best->place)) {
        best = question;
      }
    }
  }
  return best;
}

template <int W>
auto MoveModel<W>::chance_of(std::uint32_t asked, const Question& question) -> Chance& {
  const std::uint32_t which = std::min(asked, kLastQuestion);
  Chance& chance = by_states_[which * kStates + question.states];
  if (chance.is_new()) {
    chance = Chance::taken_from(by_votes_[which * kMostVotes + question.votes]);
  }
  return chance;
}

template <int W>
void MoveModel<W>::learn(const Found& found, Place move) {
  for (Guesses* const guesses : found) {
    auto& [first, second, third] = guesses->places;
    if (first == move) {
      guesses->run = static_cast<std::uint16_t>(std::min(guesses->run + 1, 15));
      continue;
    }
    if (second != move) third = second;
    second = first;
    first = move;
    guesses->run = 0;
  }
  if (++moves_ >> slot_bits_ == 0 || slot_bits_ == kMostSlotBits) return;
  // The upper bits of a hash are its slot number, so each slot is split into two equal ones.
  ++slot_bits_;
  for (auto& slots : slots_) {
    std::vector<Guesses> larger(2 * slots.size());
    for (std::size_t i = 0; i < larger.size(); ++i) larger[i] = slots[i / 2];
    slots = std::move(larger);
  }
}

template <int W>
template <class Coder>
Place MoveModel<W>::next(const WidePosition<W>& position, const Way& way, const PlaceSet<W>& legal,
                         Coder&& coder) {
  const Found found = contexts_of(position, way);
  PlaceSet<W> left = legal;
  for (std::uint32_t asked = 0;; ++asked) {
    const std::optional<Question> question = next_question(found, left);
    if (!question) break;
    Chance& chance = chance_of(asked, *question);
    const bool is_yes = coder.is(question->place, chance.in_65536());
    chance.learn(is_yes, kStatesLimit);
    by_votes_[std::min(asked, kLastQuestion) * kMostVotes + question->votes].learn(is_yes,
                                                                                   kVotesLimit);
    if (is_yes) {
      learn(found, question->place);
      return question->place;
    }
    left.remove(question->place);
  }
  const Place move = coder.one_of(left);
  learn(found, move);
  return move;
}

template <int W>
void MoveModel<W>::put(RangeEncoder& encoder, const WidePosition<W>& position, const Way& way,
                       Place move) {
  const PlaceSet<W> legal = placements(board_, position);
  if (move >= board_.place_count() || !legal.has(move)) {
    throw std::invalid_argument("a strategy's move is not legal");
  }
  next(position, way, legal, Putting<W>{encoder, move});
}

template <int W>
Place MoveModel<W>::take(RangeDecoder& decoder, const WidePosition<W>& position, const Way& way) {
  return next(position, way, placements(board_, position), Taking<W>{decoder});
}

#define ONYX_INSTANTIATE(W) template class MoveModel<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::compact

// Predicts the next move in the walk of a compact certificate by asking "is it this place?".
//
// compact_format.md specifies the model bit for bit. The model is a form of symbol ranking (P.
// Fenwick, "Symbol ranking text compression with Shannon recodings", 1997). Several contexts
// determine the questions and the likelihoods of a yes, as in M. Mahoney, "Adaptive weighing of
// context models for lossless data compression", 2005.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/moves.h"
#include "core/wide_board.h"
#include "core/wide_position.h"
#include "solver/certificate/range_coder.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::compact {

inline constexpr int kFirstSlotBits = 8;
inline constexpr int kMostSlotBits = 20;

/// Highest question index. The first, second, and all later questions have separate chances.
inline constexpr std::uint32_t kLastQuestion = 2;
inline constexpr std::uint32_t kStates = std::uint32_t{1} << 18;
inline constexpr std::uint32_t kMostVotes = 128;

/// Caps on the answer counts of a chance. A higher cap makes the chance adapt more slowly.
inline constexpr std::uint32_t kStatesLimit = 120;
inline constexpr std::uint32_t kVotesLimit = 62;

inline constexpr std::array<std::uint32_t, 8> kVotes{4, 8, 12, 16, 2, 1, 0, 0};

struct ContextHash {
  std::uint64_t value = 0;
  void add(std::uint64_t number) {
    value = (value ^ number) * 0x9e3779b97f4a7c15;
    value ^= value >> 32;
  }
  template <int W>
  void add(const PlaceSet<W>& set, std::size_t words) {
    for (std::size_t i = 0; i < words; ++i) add(set.words()[i]);
  }
};

/// Models the moves of one strategy. Takes 3 to 53 MB, and under 1 microsecond per move.
template <int W>
class MoveModel {
 public:
  explicit MoveModel(const WideBoard<W>& board)
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

  /// Encodes the owner's move. Throws std::invalid_argument for an illegal move.
  void put(RangeEncoder& encoder, const WidePosition<W>& position, const proof_number::Way& way,
           Place move) {
    const PlaceSet<W> legal = placements(board_, position);
    if (move >= board_.place_count() || !legal.has(move)) {
      throw std::invalid_argument("a strategy's move is not legal");
    }
    next(
        position, way, legal,
        [&](Place place, std::uint32_t chance) {
          encoder.put(place == move, chance);
          return place == move;
        },
        [&](const PlaceSet<W>& left) {
          std::uint32_t before = 0;
          left.for_each([&](Place place) { before += place < move ? 1 : 0; });
          encoder.put_one_of(before, static_cast<std::uint32_t>(left.count()));
          return move;
        });
  }
  /// Decodes the owner's move, which is always legal. Throws Damage for invalid bytes.
  Place take(RangeDecoder& decoder, const WidePosition<W>& position, const proof_number::Way& way) {
    return next(
        position, way, placements(board_, position),
        [&](Place, std::uint32_t chance) { return decoder.take(chance); },
        [&](PlaceSet<W> left) {
          if (left.empty()) throw Damage("bytes that do not encode moves");
          std::uint32_t before = decoder.take_one_of(static_cast<std::uint32_t>(left.count()));
          while (before-- > 0) left.pop_lowest();
          return left.lowest();
        });
  }

 private:
  static constexpr std::size_t kContexts = 6;
  static constexpr Place kNone = UINT16_MAX;

  // The last distinct moves in a context, newest first. `run` counts repeats of places[0].
  struct Guesses {
    std::array<Place, 3> places{kNone, kNone, kNone};
    std::uint16_t run = 0;
    std::uint32_t state_of(Place place) const {
      if (place == places[0]) return run == 0 ? 0 : run < 4 ? 1 : run < 15 ? 2 : 3;
      if (place == places[1] || place == places[2]) return run == 0 ? 4 : 5;
      return run < 4 ? 6 : 7;
    }
  };
  using Found = std::array<Guesses*, kContexts>;

  // The upper 22 bits hold the likelihood of yes, the lower 10 bits the number of answers.
  class Chance {
   public:
    bool is_new() const { return answers() == 0; }
    std::uint32_t in_65536() const { return std::clamp<std::uint32_t>(likely() >> 6, 16, 65520); }
    void learn(bool is_yes, std::uint32_t limit) {
      constexpr std::uint32_t kSure = (1 << 22) - 1;
      const std::uint32_t answers = this->answers();
      const std::uint32_t likely = this->likely();
      const std::uint32_t learned =
          is_yes ? likely + (kSure - likely) / (answers + 2) : likely - likely / (answers + 2);
      bits_ = learned << 10 | std::min(answers + 1, limit);
    }
    static Chance taken_from(const Chance& other) { return Chance{other.likely() << 10 | 2}; }

    Chance() = default;

   private:
    explicit Chance(std::uint32_t bits) : bits_(bits) {}
    std::uint32_t answers() const { return bits_ & 1023; }
    std::uint32_t likely() const { return bits_ >> 10; }

    std::uint32_t bits_ = std::uint32_t{1} << 31;
  };

  struct Question {
    Place place;
    std::uint32_t states;  // The state of `place` in each context, one octal digit per context.
    std::uint32_t votes;
  };

  // Codes one move. is_it(place, chance) codes yes or no; one_of(left) codes a choice from `left`.
  template <class IsIt, class OneOf>
  Place next(const WidePosition<W>& position, const proof_number::Way& way, PlaceSet<W> left,
             const IsIt& is_it, const OneOf& one_of) {
    const Found found = contexts_of(position, way);
    for (std::uint32_t asked = 0;; ++asked) {
      const std::optional<Question> question = next_question(found, left);
      if (!question) break;
      ONYX_ASSERT(question->states < kStates && question->votes < kMostVotes);
      const std::size_t which = std::min(asked, kLastQuestion);
      Chance& by_states = by_states_[which * kStates + question->states];
      Chance& by_votes = by_votes_[which * kMostVotes + question->votes];
      if (by_states.is_new()) by_states = Chance::taken_from(by_votes);
      const bool is_yes = is_it(question->place, by_states.in_65536());
      by_states.learn(is_yes, kStatesLimit);
      by_votes.learn(is_yes, kVotesLimit);
      if (is_yes) {
        learn(found, question->place);
        return question->place;
      }
      left.remove(question->place);
    }
    const Place move = one_of(left);
    learn(found, move);
    return move;
  }

  Found contexts_of(const WidePosition<W>& position, const proof_number::Way& way) {
    const PlaceSet<W>& own = position.of(position.to_move);
    const PlaceSet<W>& others = position.of(other(position.to_move));
    ONYX_ASSERT(!way.reply || *way.reply < board_.place_count());
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
      found[number] = &slots_[number][hash.value >> (64 - slot_bits_)];
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
  // Returns the remaining guess with the most votes (lowest place on a tie), or nothing.
  std::optional<Question> next_question(const Found& found, const PlaceSet<W>& left) const {
    std::optional<Question> best;
    PlaceSet<W> seen;
    for (const Guesses* const guesses : found) {
      for (const Place place : guesses->places) {
        if (place == kNone || !left.has(place) || seen.has(place)) continue;
        seen.add(place);
        Question question{place, 0, 0};
        for (std::size_t i = 0; i < kContexts; ++i) {
          const std::uint32_t state = found[i]->state_of(place);
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
  void learn(const Found& found, Place move) {
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
    // The upper bits of the hash are the slot number, so slot i splits into slots 2i and 2i + 1.
    ++slot_bits_;
    for (auto& slots : slots_) {
      std::vector<Guesses> larger(2 * slots.size());
      for (std::size_t i = 0; i < larger.size(); ++i) larger[i] = slots[i / 2];
      slots = std::move(larger);
    }
  }

  const WideBoard<W>& board_;
  std::vector<std::array<PlaceSet<W>, 2>> around_;  // Places within 1 and 2 steps of each place.
  std::uint64_t moves_ = 0;                         // Moves coded so far.
  int slot_bits_;                                   // log2 of the slots per context.
  std::array<std::vector<Guesses>, kContexts> slots_;
  std::vector<Chance> by_states_;
  std::vector<Chance> by_votes_;
};

}  // namespace onyx::compact

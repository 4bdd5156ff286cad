// Predicts the next move of a strategy in the walk of a compact certificate from the moves before
// it. A move is coded as answers to "is it this one?", most of which are likely.
//
// compact_format.h specifies the model bit for bit. It is symbol ranking as in P. Fenwick, "Symbol
// ranking text compression with Shannon recodings", 1997; the next question, and the likelihood of
// a yes, depend on the predictions of several contexts, as in M. Mahoney, "Adaptive weighing of
// context models for lossless data compression", 2005.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/wide_board.h"
#include "core/wide_position.h"
#include "solver/certificate/range_coder.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::compact {

/// Reader and writer each keep one, in equal states after equal moves. One object serves all blocks
/// of a strategy. Some tenths of a microsecond per move; 3 MB at first, growing by up to 50 MB with
/// the moves.
template <int W>
class MoveModel {
 public:
  /// The board must outlive it. O(places^2).
  explicit MoveModel(const WideBoard<W>& board);

  /// Encodes the owner's move; the owner is to move. Throws std::invalid_argument if it is not
  /// legal.
  void put(RangeEncoder& encoder, const WidePosition<W>& position, const proof_number::Way& way,
           Place move);
  /// Decodes the owner's move, a legal one. Throws Damage.
  Place take(RangeDecoder& decoder, const WidePosition<W>& position, const proof_number::Way& way);

 private:
  static constexpr std::size_t kContexts = 6;
  static constexpr Place kNone = UINT16_MAX;

  // The last moves in a context, latest first, and how often in a row the first of them was
  // repeated.
  struct Guesses {
    std::array<Place, 3> places{kNone, kNone, kNone};
    std::uint16_t run = 0;
  };
  using Found = std::array<Guesses*, kContexts>;

  // The likelihood of a yes, learned from the answers: out of 2^22, in the upper 22 bits, and the
  // number of answers up to a limit, in the lower 10.
  class Chance {
   public:
    bool is_new() const { return answers() == 0; }
    std::uint32_t in_65536() const;
    void learn(bool is_yes, std::uint32_t limit);
    // Counts as learned from two answers.
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
    std::uint32_t states;  // by context: of its row for the place, an octal digit each
    std::uint32_t votes;
  };

  // Returns one of the legal moves. The coder answers whether the place asked about is the move,
  // and picks the move from the remaining places.
  template <class Coder>
  Place next(const WidePosition<W>& position, const proof_number::Way& way,
             const PlaceSet<W>& legal, Coder&& coder);

  Found contexts_of(const WidePosition<W>& position, const proof_number::Way& way);
  // The place with the most votes, among equal ones the lowest; nothing if no guess is left.
  std::optional<Question> next_question(const Found& found, const PlaceSet<W>& left) const;
  Chance& chance_of(std::uint32_t asked, const Question& question);
  void learn(const Found& found, Place move);

  const WideBoard<W>& board_;
  std::vector<std::array<PlaceSet<W>, 2>> around_;  // by place: within one step, within two
  std::uint64_t moves_ = 0;                         // coded so far
  int slot_bits_;                                   // log2 of the number of slots per context
  std::array<std::vector<Guesses>, kContexts> slots_;
  std::vector<Chance> by_states_;
  std::vector<Chance> by_votes_;
};

}  // namespace onyx::compact

// What move a strategy makes next in the walk of a compact certificate: guessed from the moves
// before it, and written down as answers to "is it this one?", most of which are likely.
//
// compact_format.h says how it goes, bit for bit. By symbol ranking as in P. Fenwick, "Symbol
// ranking text compression with Shannon recodings", 1997; what is asked next, and how likely a yes
// is, depends on what several contexts would guess, as in M. Mahoney, "Adaptive weighing of context
// models for lossless data compression", 2005.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/board.h"
#include "core/position.h"
#include "solver/certificate/range_coder.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx::compact {

/// Reader and writer each have one, which knows the same of the moves so far. It is as good for all
/// blocks of a strategy. Some tenths of a microsecond a move; 3 MB, and with the moves 50 MB more.
template <int W>
class MoveModel {
 public:
  /// The board must outlive it. O(places^2).
  explicit MoveModel(const Board<W>& board);

  /// The owner, who is to move, makes this move. Throws std::invalid_argument if it is not legal.
  void put(RangeEncoder& encoder, const Position<W>& position, const proof_number::Way& way,
           Place move);
  /// A legal move. Throws Damage.
  Place take(RangeDecoder& decoder, const Position<W>& position, const proof_number::Way& way);

 private:
  static constexpr std::size_t kContexts = 6;
  static constexpr Place kNone = UINT16_MAX;

  // The last moves in a context, latest first, and how often in a row the first of them was made
  // again.
  struct Guesses {
    std::array<Place, 3> places{kNone, kNone, kNone};
    std::uint16_t run = 0;
  };
  using Found = std::array<Guesses*, kContexts>;

  // How likely a yes is, learned from the answers: in 2^22, times 2^10, and their number up to a
  // limit.
  class Chance {
   public:
    bool is_new() const { return answers() == 0; }
    std::uint32_t in_65536() const;
    void learn(bool is_yes, std::uint32_t limit);
    // As if it had been found by two answers.
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
    std::uint32_t states;  // of all contexts as to the place, an octal digit each
    std::uint32_t votes;
  };

  // One of the legal moves. The coder says whether the place that is asked for is it, and which of
  // the rest it is.
  template <class Coder>
  Place next(const Position<W>& position, const proof_number::Way& way, const PlaceSet<W>& legal,
             Coder&& coder);

  Found contexts_of(const Position<W>& position, const proof_number::Way& way);
  // None if no guess is left. The best by votes, of equal ones the place with the least number.
  std::optional<Question> next_question(const Found& found, const PlaceSet<W>& left) const;
  Chance& chance_of(std::uint32_t asked, const Question& question);
  void learn(const Found& found, Place move);

  const Board<W>& board_;
  std::vector<std::array<PlaceSet<W>, 2>> around_;  // of each place: within one step, within two
  std::uint64_t moves_ = 0;                         // so far
  int slot_bits_;                                   // log2 of the slots of a context
  std::array<std::vector<Guesses>, kContexts> slots_;
  std::vector<Chance> by_states_;
  std::vector<Chance> by_votes_;
};

}  // namespace onyx::compact

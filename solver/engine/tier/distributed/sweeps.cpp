#include "solver/engine/tier/distributed/sweeps.h"

#include <algorithm>

#include "core/base/stopwatch.h"

namespace onyx {
using tier::kGrain;

/// The number of blocks swept between two checks for questions from other ranks.
static constexpr std::size_t kBlocksAtOnce = std::size_t{1} << 13;

PartSweeps::PartSweeps(TierPart& part, Peers& peers, std::size_t batch)
    : part_(part),
      peers_(peers),
      batch_(batch),
      view_(part.part()),
      answer_([&part](const std::uint32_t* questions, std::size_t count, tier::Known* answers) {
        part.answer(questions, count, answers);
      }) {
  // Blocks that read nothing from other ranks come first. A block never reads more in a later
  // sweep, so this order stays valid.
  const PartOrder& order = part_.order();
  const tier::Questions questions = tier::kernel().questions;
  places_ = order.places;
  is_open_.resize(places_.size());
  parallel_for_each_index(part_.threads(), places_.size(), kGrain, [&](std::size_t i) {
    tier::Question asked[tier::kMostQuestions];
    is_open_[i] = questions(part_.rules(), view_, places_[i], asked) > 0 ? 1 : 0;
  });
  std::vector<tier::BlockPlace> asking;
  for (std::size_t group = 0; group + 1 < order.group_begin.size(); ++group) {
    std::size_t local = order.group_begin[group];
    begin_.push_back(local);
    asking.clear();
    for (std::size_t i = local; i < order.group_begin[group + 1]; ++i) {
      if (is_open_[i] != 0) {
        asking.push_back(places_[i]);
      } else {
        places_[local++] = places_[i];
      }
    }
    begin_.push_back(local);
    std::copy(asking.begin(), asking.end(), places_.begin() + static_cast<std::ptrdiff_t>(local));
  }
  begin_.push_back(places_.size());
  ONYX_ASSERT(batch > 0 && begin_.size() % 2 == 1);
}

bool PartSweeps::run(const ShouldStop& should_stop) {
  has_changed_ = true;
  bool wants_stop = false;
  for (count_ = 0;; ++count_) {
    std::vector<std::uint64_t> numbers;  // rounds of each group, has_changed_, wants_stop
    for (std::size_t i = 1; i < begin_.size(); i += 2) {
      numbers.push_back((begin_[i + 1] - begin_[i] + batch_ - 1) / batch_);
    }
    numbers.push_back(has_changed_ ? 1 : 0);
    numbers.push_back(wants_stop ? 1 : 0);
    const Stopwatch watch;
    peers_.greatest(numbers);
    waited_ += watch.seconds();
    if (numbers[numbers.size() - 2] == 0) return true;
    if (numbers.back() != 0) return false;
    has_changed_ = false;
    for (std::size_t group = 0; 2 * group + 2 < begin_.size(); ++group) {
      sweep_group(group, numbers[group]);
      wants_stop = wants_stop || should_stop();
    }
    forget_decided();
  }
}

void PartSweeps::sweep_group(std::size_t group, std::uint64_t rounds) {
  const std::size_t first = begin_[2 * group + 1];
  const std::size_t last = begin_[2 * group + 2];
  const auto ask_round = [&](std::uint64_t round) {
    const std::size_t begin = std::min(first + round * batch_, last);
    ask(begin, std::min(begin + batch_, last), batches_[round % 2]);
  };
  if (rounds > 0) ask_round(0);
  sweep_local(begin_[2 * group], first);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    if (round + 1 < rounds) ask_round(round + 1);
    sweep_batch(batches_[round % 2]);
  }
}

void PartSweeps::sweep_local(std::size_t begin, std::size_t end) {
  const tier::SweepPart sweep = tier::kernel().sweep_part;
  visits_ += end - begin;
  for (std::size_t count = 0; begin < end; begin += count) {
    count = std::min(kBlocksAtOnce, end - begin);
    parallel_for(part_.threads(), count, kGrain, [&](std::size_t from, std::size_t to) {
      if (sweep(part_.rules(), view_, &places_[begin + from], to - from, nullptr,
                &is_open_[begin + from])) {
        has_changed_.store(true, std::memory_order_relaxed);
      }
    });
    peers_.answer_what_has_come(answer_);
  }
}

void PartSweeps::ask(std::size_t begin, std::size_t end, Batch& batch) {
  const tier::Questions questions = tier::kernel().questions;
  batch.resize((end - begin + kGrain - 1) / kGrain);
  parallel_for_each_index(part_.threads(), batch.size(), [&](std::size_t i) {
    tier::Question asked[tier::kMostQuestions];
    Piece& piece = batch[i];
    piece.begin = begin + i * kGrain;
    piece.end = std::min(piece.begin + kGrain, end);
    piece.questions.clear();
    for (std::size_t place = piece.begin; place < piece.end; ++place) {
      const std::size_t count = questions(part_.rules(), view_, places_[place], asked);
      piece.questions.insert(piece.questions.end(), asked, asked + count);
    }
  });
  std::vector<std::vector<std::uint32_t>> by_rank(part_.rank_count());
  for (Piece& piece : batch) {
    piece.first_answer.resize(by_rank.size());
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
      piece.first_answer[rank] = by_rank[rank].size();
    }
    for (const tier::Question& question : piece.questions) {
      by_rank[question.owner].push_back(question.what);
    }
  }
  peers_.ask(by_rank);
}

void PartSweeps::sweep_batch(const Batch& batch) {
  const Stopwatch watch;
  const std::vector<BigArray<tier::Known>>& answers = peers_.finish_round(answer_);
  waited_ += watch.seconds();
  const tier::SweepPart sweep = tier::kernel().sweep_part;
  constexpr std::size_t kPiecesAtOnce = kBlocksAtOnce / kGrain;
  for (std::size_t first = 0; first < batch.size(); first += kPiecesAtOnce) {
    const std::size_t count = std::min(kPiecesAtOnce, batch.size() - first);
    parallel_for(part_.threads(), count, 1, [&](std::size_t from, std::size_t to) {
      std::vector<const tier::Known*> next(answers.size());
      for (std::size_t i = first + from; i < first + to; ++i) {
        const Piece& piece = batch[i];
        for (std::size_t rank = 0; rank < next.size(); ++rank) {
          next[rank] = answers[rank].data() + piece.first_answer[rank];
        }
        if (sweep(part_.rules(), view_, &places_[piece.begin], piece.end - piece.begin, next.data(),
                  &is_open_[piece.begin])) {
          has_changed_.store(true, std::memory_order_relaxed);
        }
      }
    });
    peers_.answer_what_has_come(answer_);
  }
  if (!batch.empty()) visits_ += batch.back().end - batch.front().begin;
}

void PartSweeps::forget_decided() {
  std::size_t kept = 0;
  for (std::size_t range = 0, i = 0; range + 1 < begin_.size(); ++range) {
    const std::size_t begin = kept;
    for (; i < begin_[range + 1]; ++i) {
      if (is_open_[i] != 0) places_[kept++] = places_[i];
    }
    begin_[range] = begin;
  }
  begin_.back() = kept;
}

}  // namespace onyx

// Lets threads of one program act as ranks, to test their communication without MPI.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

#include "solver/engine/tier/distributed/peers.h"

namespace onyx::test {

using Message = std::vector<char>;

/// Holds all messages that are sent but not yet received.
class PostOffice {
 public:
  enum class Kind { data, question, answer };
  /// The sender, the receiver, the kind of message, and the round.
  using Address = std::tuple<int, int, Kind, std::uint64_t>;

  void post(const Address& address, Message message) {
    const std::scoped_lock lock(mutex_);
    messages_[address].push_back(std::move(message));
    ++posted_;
    changed_.notify_all();
  }
  std::optional<Message> take(const Address& address) {
    const std::scoped_lock lock(mutex_);
    return take_locked(address);
  }
  Message wait(const Address& address) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (auto message = take_locked(address)) return std::move(*message);
      changed_.wait(lock);
    }
  }
  /// Waits until the number of posted messages exceeds `posted`.
  void wait_for_more(std::uint64_t posted) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return posted_ > posted; });
  }
  std::uint64_t posted() {
    const std::scoped_lock lock(mutex_);
    return posted_;
  }

 private:
  std::optional<Message> take_locked(const Address& address) {
    std::deque<Message>& waiting = messages_[address];
    if (waiting.empty()) return std::nullopt;
    Message message = std::move(waiting.front());
    waiting.pop_front();
    return message;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Address, std::deque<Message>> messages_;
  std::uint64_t posted_ = 0;
};

class LocalPeers final : public Peers {
 public:
  LocalPeers(PostOffice& office, int rank, int count)
      : office_(office), rank_(rank), count_(count), answers_(static_cast<std::size_t>(count)) {}

  int rank() const override { return rank_; }
  int count() const override { return count_; }

  void broadcast(void* data, std::size_t bytes) override {
    if (rank_ != 0) return receive(0, data, bytes);
    for (int to = 1; to < count_; ++to) send(to, data, bytes);
  }
  void greatest(std::vector<std::uint64_t>& numbers) override {
    combine(numbers, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  }
  void add_up(std::vector<std::uint64_t>& numbers) override {
    combine(numbers, std::plus<std::uint64_t>());
  }
  void send(int to, const void* data, std::size_t bytes) override {
    const char* const begin = static_cast<const char*>(data);
    office_.post({rank_, to, PostOffice::Kind::data, 0}, {begin, begin + bytes});
  }
  void receive(int from, void* data, std::size_t bytes) override {
    const Message message = office_.wait({from, rank_, PostOffice::Kind::data, 0});
    if (message.size() != bytes) throw std::logic_error("a message of another size was expected");
    if (bytes > 0) std::memcpy(data, message.data(), bytes);
  }

  void ask(const std::vector<std::vector<std::uint32_t>>& questions) override {
    if (!questions[static_cast<std::size_t>(rank_)].empty() || begun_ - finished_ == 2) {
      throw std::logic_error("asked itself, or a third round");
    }
    for (int to = 0; to < count_; ++to) {
      if (to == rank_) continue;
      const auto& asked = questions[static_cast<std::size_t>(to)];
      Message message(asked.size() * sizeof(std::uint32_t));
      if (!asked.empty()) std::memcpy(message.data(), asked.data(), message.size());
      office_.post({rank_, to, PostOffice::Kind::question, begun_}, std::move(message));
      traffic_.questions += asked.size();
    }
    asked_[begun_ % 2].assign(answers_.size(), false);
    ++begun_;
  }

  void answer_what_has_come(const Answer& answer) override {
    for (std::uint64_t round = finished_; round < begun_; ++round) {
      for (int from = 0; from < count_; ++from) {
        const auto message = office_.take({from, rank_, PostOffice::Kind::question, round});
        if (!message) continue;
        std::vector<std::uint32_t> questions(message->size() / sizeof(std::uint32_t));
        if (!questions.empty()) std::memcpy(questions.data(), message->data(), message->size());
        std::vector<tier::Known> answers(questions.size());
        answer(questions.data(), questions.size(), answers.data());
        const char* const begin = reinterpret_cast<const char*>(answers.data());
        office_.post({rank_, from, PostOffice::Kind::answer, round},
                     {begin, begin + answers.size() * sizeof(tier::Known)});
        asked_[round % 2][static_cast<std::size_t>(from)] = true;
      }
    }
  }

  const std::vector<BigArray<tier::Known>>& finish_round(const Answer& answer) override {
    std::vector<bool> is_answered(answers_.size());
    const auto is_finished = [&] {
      for (int from = 0; from < count_; ++from) {
        const auto at = static_cast<std::size_t>(from);
        if (from == rank_ || is_answered[at]) continue;
        const auto message = office_.take({from, rank_, PostOffice::Kind::answer, finished_});
        if (!message) return false;
        answers_[at].resize(message->size() / sizeof(tier::Known));
        if (!message->empty()) {
          std::memcpy(answers_[at].data(), message->data(), message->size());
        }
        is_answered[at] = true;
      }
      const auto& asked = asked_[finished_ % 2];
      return std::count(asked.begin(), asked.end(), true) == count_ - 1;
    };
    for (;;) {
      const std::uint64_t posted = office_.posted();
      answer_what_has_come(answer);
      if (is_finished()) break;
      office_.wait_for_more(posted);
    }
    ++finished_;
    return answers_;
  }

 private:
  template <class Operation>
  void combine(std::vector<std::uint64_t>& numbers, const Operation& operation) {
    const std::size_t bytes = numbers.size() * sizeof(std::uint64_t);
    if (rank_ != 0) {
      send(0, numbers.data(), bytes);
    } else {
      std::vector<std::uint64_t> theirs(numbers.size());
      for (int from = 1; from < count_; ++from) {
        receive(from, theirs.data(), bytes);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          numbers[i] = operation(numbers[i], theirs[i]);
        }
      }
    }
    broadcast(numbers.data(), bytes);
  }

  PostOffice& office_;
  const int rank_;
  const int count_;
  std::vector<BigArray<tier::Known>> answers_;
  std::vector<bool> asked_[2];  ///< Per round modulo 2, the ranks that have asked.
  std::uint64_t begun_ = 0;
  std::uint64_t finished_ = 0;
};

}  // namespace onyx::test

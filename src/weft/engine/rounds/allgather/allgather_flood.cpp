// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/allgather/allgather_flood.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/interrupt.hpp"

namespace weft::rounds {

std::uint64_t Pacer::num_started(std::uint64_t rounds, double bandwidth) {
  double const span = static_cast<double>(rounds);
  double number = std::ceil(span * bandwidth);
  while (number > 0 && (number - 1) / bandwidth >= span) --number;
  while (number / bandwidth < span) ++number;
  return static_cast<std::uint64_t>(number);
}

namespace {

class FloodRun {
 public:
  FloodRun(Flood const& flood, FloodSettings const& settings)
      : flood_(flood), settings_(settings), queues_(flood.num_channels()) {
    outcome_.classes.resize(settings.bandwidth.size());
  }

  FloodOutcome run() {
    for (std::uint32_t node = 0; node < flood_.num_nodes(); ++node) {
      flood_.start(node, sends_);
      enqueue();
    }
    while (open_stage()) {
      while (!active_.empty()) advance();
    }
    for (std::uint32_t c = 0; c < queues_.size(); ++c) {
      auto& counts = outcome_.classes[flood_.class_of(c)];
      counts.messages += queues_[c].sent;
      counts.max = std::max(counts.max, queues_[c].sent);
    }
    outcome_.rounds = now_;
    return std::move(outcome_);
  }

 private:
  struct Waiting {
    std::uint32_t token, stage;
  };
  class Queue {
   public:
    bool empty() const { return head_ == std::ssize(waiting_); }
    void push(Waiting message) { waiting_.push_back(message); }
    Waiting pop() {
      auto const message = waiting_[static_cast<std::size_t>(head_++)];
      if (empty()) {
        waiting_.clear();
        head_ = 0;
      } else if (head_ >= compact_after && 2 * head_ >= std::ssize(waiting_)) {
        waiting_.erase(waiting_.begin(), waiting_.begin() + head_);
        head_ = 0;
      }
      return message;
    }

    Pacer pacer;
    std::uint64_t sent = 0;
    bool active = false;

   private:
    static constexpr std::ptrdiff_t compact_after = 4096;
    std::vector<Waiting> waiting_;
    std::ptrdiff_t head_ = 0;
  };

  /// Queues the messages in `sends_`; with barriers, stores the messages of later stages.
  void enqueue() {
    for (auto const& send : sends_)
      if (settings_.barrier && send.stage != stage_) {
        if (later_.size() <= send.stage) later_.resize(send.stage + 1);
        later_[send.stage].push_back(send);
      } else {
        put(send);
      }
    sends_.clear();
  }

  void put(FloodSend const& send) {
    auto& queue = queues_[send.channel];
    queue.push({send.token, send.stage});
    if (queue.active) return;
    queue.active = true;
    active_.push_back(send.channel);
  }

  /// Queues the messages of the next stage; returns false if there is none. Without barriers, there is only
  /// one stage.
  bool open_stage() {
    if (!active_.empty()) return true;
    while (stage_ + 1 < later_.size()) {
      ++stage_;
      if (later_[stage_].empty()) continue;
      std::vector<FloodSend> const sends = std::move(later_[stage_]);
      later_[stage_] = {};
      for (auto const& send : sends) put(send);
      return true;
    }
    return false;
  }

  void advance() {
    throw_if_interrupted();
    std::sort(active_.begin(), active_.end());
    arrived_.clear();
    class_sends_.assign(outcome_.classes.size(), false);
    std::size_t kept = 0;
    for (auto const c : active_) {
      transmit(c);
      queues_[c].active = !queues_[c].empty();
      if (queues_[c].active) active_[kept++] = c;
    }
    active_.resize(kept);
    ++now_;
    for (std::size_t i = 0; i < class_sends_.size(); ++i) outcome_.classes[i].stage_rounds += class_sends_[i];
    deliver();
  }

  void transmit(std::uint32_t c) {
    auto& queue = queues_[c];
    auto const index = flood_.class_of(c);
    double const bandwidth = settings_.bandwidth[index];
    class_sends_[index] = true;
    queue.pacer.wake(now_, bandwidth);
    while (!queue.empty() && queue.pacer.begins_in_round_after(now_, bandwidth)) {
      auto const [token, stage] = queue.pop();
      queue.pacer.begin_messages(1);
      ++queue.sent;
      outcome_.classes[index].last_round = now_ + 1;
      arrived_.push_back({c, token, stage});
    }
  }

  void deliver() {
    std::stable_sort(arrived_.begin(), arrived_.end(),
                     [](FloodSend const& a, FloodSend const& b) { return a.stage < b.stage; });
    for (auto const& message : arrived_)
      for (auto const target : flood_.targets(message.channel))
        for (std::uint32_t copy = 0; copy < target.copies; ++copy) {
          ++outcome_.arrivals;
          if (settings_.on_arrival) settings_.on_arrival(target.node, message.token);
          flood_.forward(target.node, message, sends_);
          enqueue();
        }
  }

  Flood const& flood_;
  FloodSettings const& settings_;
  std::vector<Queue> queues_;
  std::vector<std::uint32_t> active_;
  std::vector<FloodSend> sends_, arrived_;
  std::vector<std::vector<FloodSend>> later_;
  std::vector<char> class_sends_;
  std::uint32_t stage_ = 0;
  std::uint64_t now_ = 0;
  FloodOutcome outcome_;
};

}  // namespace

FloodOutcome run_flood(Flood const& flood, FloodSettings const& settings) {
  return FloodRun(flood, settings).run();
}

}  // namespace weft::rounds

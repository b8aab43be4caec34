// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/slackness/slackness.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/statistics.hpp"

namespace weft::slackness {
namespace {

constexpr std::uint64_t unanswered = ~std::uint64_t{0};

/// State of the processors between two steps.
class Run {
 public:
  Run(Processors const& processors, Latency const& latency, std::uint64_t seed)
      : processors_(processors),
        latency_(&latency),
        next_(processors.count, 0),
        left_(processors.count, 0),
        wake_(processors.count, 0),
        ready_(std::size_t{processors.count} * processors.virtual_processors, 0),
        waiting_(processors.limit.is_set() ? ready_.size() : 0) {
    for (std::uint32_t p = 0; p < processors.count; ++p) random_.emplace_back(seed, Purpose::delay, p);
  }

  /// Simulates a step; returns the number of processors that are busy in it.
  std::uint32_t step() {
    std::uint32_t busy = 0;
    for (std::uint32_t p = 0; p < processors_.count; ++p) {
      if (left_[p] == 0 && !take_turn(p)) continue;
      ++busy;
      if (--left_[p] == 0) request(p);
    }
    if (processors_.limit.is_set()) accept();
    ++now_;
    return busy;
  }

  std::uint64_t now() const { return now_; }
  /// Returns whether both states evolve identically from now on, assuming a fixed latency.
  bool is_like(Run const& other) const {
    return next_ == other.next_ && left_ == other.left_ && credit_ == other.credit_ &&
           num_waiting_ == other.num_waiting_ && answers_like(other) && waits_like(other);
  }

 private:
  std::size_t slot(std::uint32_t p, std::uint32_t v) const {
    return std::size_t{p} * processors_.virtual_processors + v;
  }

  /// Returns whether processor p has a virtual processor that is ready, and stores it in next_[p].
  bool take_turn(std::uint32_t p) {
    if (now_ < wake_[p]) return false;
    auto const s = processors_.virtual_processors;
    std::uint64_t soonest = unanswered;
    for (std::uint32_t tried = 0; tried < s; ++tried) {
      auto const at = ready_[slot(p, next_[p])];
      if (at <= now_) {
        left_[p] = processors_.every;
        return true;
      }
      soonest = std::min(soonest, at);
      if (processors_.turn == Turn::strict) break;
      next_[p] = next_[p] + 1 == s ? 0 : next_[p] + 1;
    }
    wake_[p] = soonest;
    return false;
  }

  void request(std::uint32_t p) {
    auto const v = next_[p];
    next_[p] = v + 1 == processors_.virtual_processors ? 0 : v + 1;
    if (!processors_.limit.is_set()) return answer(p, slot(p, v));
    ready_[slot(p, v)] = unanswered;
    waiting_[place(num_waiting_++)] = slot(p, v);
  }

  /// Accepts the request of a virtual processor and draws its latency.
  void answer(std::uint32_t p, std::size_t slot) {
    ready_[slot] = now_ + 1 + latency_->sample(random_[p]);
    wake_[p] = std::min(wake_[p], ready_[slot]);
  }

  void accept() {
    credit_ += processors_.limit.requests;
    auto const maximum = credit_ / processors_.limit.steps;
    credit_ %= processors_.limit.steps;
    for (auto left = std::min<std::uint64_t>(maximum, num_waiting_); left > 0; --left) {
      auto const slot = waiting_[first_waiting_];
      first_waiting_ = place(1);
      --num_waiting_;
      answer(static_cast<std::uint32_t>(slot / processors_.virtual_processors), slot);
    }
  }

  /// Returns the index of the i-th waiting request in waiting_.
  std::size_t place(std::size_t i) const {
    auto const at = first_waiting_ + i;
    return at < waiting_.size() ? at : at - waiting_.size();
  }

  std::uint64_t steps_until(std::uint64_t time) const {
    return time == unanswered ? unanswered : time - std::min(time, now_);
  }
  bool answers_like(Run const& other) const {
    for (std::size_t i = 0; i < ready_.size(); ++i) {
      if (i % (1U << 20) == 0) throw_if_interrupted();
      if (steps_until(ready_[i]) != other.steps_until(other.ready_[i])) return false;
    }
    return true;
  }
  bool waits_like(Run const& other) const {
    for (std::size_t i = 0; i < num_waiting_; ++i)
      if (waiting_[place(i)] != other.waiting_[other.place(i)]) return false;
    return true;
  }

  Processors processors_;
  Latency const* latency_;
  std::uint64_t now_ = 0, credit_ = 0;
  std::vector<std::uint32_t> next_;   // virtual processor that is running, or runs next
  std::vector<std::uint64_t> left_;   // steps until its request; 0: no virtual processor is running
  std::vector<std::uint64_t> wake_;   // by processor: earliest time at which a virtual processor can be ready
  std::vector<std::uint64_t> ready_;  // arrival time of the reply, by processor and virtual processor
  std::vector<std::size_t> waiting_;  // ring buffer of requests not yet accepted, as indices into ready_
  std::size_t first_waiting_ = 0, num_waiting_ = 0;
  std::vector<Rng> random_;
};

/// Returns the utilization over one period if a state repeats (R. P. Brent, An improved Monte Carlo
/// factorization algorithm, BIT 1980); this requires `tells_future`: the state determines all later states.
/// Otherwise returns the utilization over `steps` steps, from batch means.
Utilization measure(Run& run, bool tells_future, double processors, std::uint64_t steps, Progress& progress) {
  constexpr std::uint64_t max_blocks = 2048;
  constexpr std::size_t batches = 32;
  auto const block = std::max<std::uint64_t>(1, steps / max_blocks);
  auto const share = [&](std::uint64_t busy, std::uint64_t of) {
    return static_cast<double>(busy) / (processors * static_cast<double>(of));
  };
  std::optional<Run> seen;
  if (tells_future) seen = run;
  std::uint64_t busy = 0, busy_seen = 0;
  std::vector<double> series;
  while (run.now() < steps) {
    auto const busy_before = busy;
    progress.advance(0);
    for (std::uint64_t i = 0; i < block; ++i) {
      busy += run.step();
      if (!seen) continue;
      if (run.is_like(*seen)) return {share(busy - busy_seen, run.now() - seen->now()), 0, true, run.now()};
      if (run.now() < 2 * seen->now() + 1) continue;
      seen = run;
      busy_seen = busy;
    }
    series.push_back(share(busy - busy_before, block));
  }
  auto const steady = steady_state(series, batches, 0.95);
  return {steady.mean, steady.half_width, false, run.now()};
}

}  // namespace

double utilization_formula(Processors const& processors, double latency) {
  auto const every = static_cast<double>(processors.every);
  auto const work = static_cast<double>(processors.virtual_processors) * every / (latency + every);
  auto const network =
      processors.limit.is_set() ? every * processors.limit.per_step() / processors.count : 1.0;
  return std::min({1.0, work, network});
}

std::uint64_t needed_slackness(std::uint64_t every, double latency) {
  return static_cast<std::uint64_t>(std::ceil(latency / static_cast<double>(every))) + 1;
}

Utilization simulate(Processors const& processors, Latency const& latency, std::uint64_t steps,
                     std::uint64_t seed, Progress& progress) {
  WEFT_EXPECT(processors.count > 0 && processors.virtual_processors > 0 && processors.every > 0 && steps > 0);
  Run run(processors, latency, seed);
  return measure(run, latency.is_fixed(), static_cast<double>(processors.count), steps, progress);
}

std::uint64_t memory_of(Processors const& processors) {
  constexpr std::uint64_t bytes_per_processor = 40, bytes_per_virtual_processor = 16, copies = 2;
  return copies * processors.count *
         (bytes_per_processor + bytes_per_virtual_processor * processors.virtual_processors);
}

Estimate estimate(Processors const& processors, std::uint64_t steps) {
  constexpr double seconds_per_step = 2e-8;
  return {static_cast<double>(memory_of(processors)),
          static_cast<double>(steps) * processors.count * seconds_per_step};
}

}  // namespace weft::slackness

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/mapping/search/congestion.hpp"

namespace weft::mapping {

/// Limits of a search, which ends when the first one is reached.
struct SearchBudget {
  using Clock = std::chrono::steady_clock;
  std::uint64_t moves = ~std::uint64_t{0};
  Clock::time_point begin = Clock::now();
  std::optional<Clock::time_point> end = {};

  /// Returns the fraction of the budget that has been used, 1 at the end.
  double used(std::uint64_t moves_done) const;
};

/// Simulated annealing (S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, Science 220, 1983) of a placement. A
/// move exchanges the tasks of two terminals, mostly such that a task with traffic over a full channel (with
/// a load near the maximum) moves next to one of its partners. The search minimizes the potential of
/// Congestion, with a power that increases during cooling, and records the best placement by CongestionValue.
class Annealing {
 public:
  /// All arguments except `random` must outlive this object.
  Annealing(Congestion& congestion, TaskGraph const& tasks, Network const& network, Rng const& random);

  /// Runs one cooling cycle. `hot`: initial temperature, the relative increase of the potential that is
  /// accepted with probability 1/e.
  void cool(SearchBudget const& budget, double hot, Progress& progress);
  CongestionValue best_value() const { return best_value_; }
  Placement best() const { return at_best_ ? congestion_->placement() : best_; }

 private:
  /// Recomputes the potential, so that rounding errors do not accumulate, and lists the tasks with traffic
  /// over a full channel.
  void refresh(std::size_t stage);
  bool propose(std::uint32_t& one, std::uint32_t& other);
  std::uint32_t near(std::uint32_t terminal);
  void accept(std::uint32_t one, std::uint32_t other);
  bool accepts(double change);

  Congestion* congestion_;
  TaskGraph const* tasks_;
  Network const* network_;
  Rng random_;
  double temperature_ = 0;
  std::vector<std::uint32_t> congested_tasks_;  // tasks with traffic over a full channel at the last refresh
  CongestionValue best_value_;
  Placement best_;
  bool at_best_ = true;
};

}  // namespace weft::mapping

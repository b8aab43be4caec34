// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/search/annealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace weft::mapping {
namespace {

constexpr std::array<unsigned, 4> doublings{1, 2, 4, 6};  // log2 of the power, by stage
constexpr double cold = 1e-3;                             // final temperature, as a fraction of the first
constexpr std::uint64_t batch = 128;                      // moves at one temperature, unless they take long
constexpr std::uint64_t few = 4;                          // moves between reads of the clock
constexpr std::chrono::microseconds patience{500};        // maximum time between updates of the temperature
constexpr double full = 0.95;  // load of a full channel, as a fraction of the maximum

}  // namespace

double SearchBudget::used(std::uint64_t moves_done) const {
  double const by_moves = moves == 0 ? 1 : static_cast<double>(moves_done) / static_cast<double>(moves);
  if (!end) return by_moves;
  std::chrono::duration<double> const all = *end - begin, past = Clock::now() - begin;
  return std::max(by_moves, all.count() <= 0 ? 1 : past / all);
}

Annealing::Annealing(Congestion& congestion, TaskGraph const& tasks, Network const& network,
                     Rng const& random)
    : congestion_(&congestion),
      tasks_(&tasks),
      network_(&network),
      random_(random),
      best_value_(congestion.value()) {}

void Annealing::cool(SearchBudget const& budget, double hot, Progress& progress) {
  std::uint64_t const interval = std::max<std::uint64_t>(batch, tasks_->num_arcs() / 4) / batch * batch;
  std::size_t stage = 0;
  std::uint64_t reported = 0;
  auto looked = SearchBudget::Clock::now();
  for (std::uint64_t done = 0;; ++done) {
    bool const late = budget.end && done % few == 0 && SearchBudget::Clock::now() - looked > patience;
    if (done % batch == 0 || late) {
      double const used = budget.used(done);
      progress.advance(done - reported);
      reported = done;
      looked = SearchBudget::Clock::now();
      if (used >= 1) break;
      temperature_ = hot * std::pow(cold, used);
      auto const due = static_cast<std::size_t>(used * doublings.size());
      if (due > stage || done % interval == 0) refresh(stage = due);
    }
    std::uint32_t one = 0, other = 0;
    if (propose(one, other) && accepts(congestion_->try_exchange(one, other))) accept(one, other);
  }
}

void Annealing::refresh(std::size_t stage) {
  congestion_->set_power(doublings[stage]);
  congestion_->find_tasks_above(
      static_cast<std::uint64_t>(full * static_cast<double>(congestion_->value().max)), congested_tasks_);
}

bool Annealing::accepts(double change) {
  if (change <= 0) return true;
  return change < -std::log1p(-random_.uniform()) * temperature_ * congestion_->potential();
}

bool Annealing::propose(std::uint32_t& one, std::uint32_t& other) {
  auto const dice = random_();
  auto const task = (dice & 1) != 0 && !congested_tasks_.empty()
                        ? congested_tasks_[random_.below(congested_tasks_.size())]
                        : static_cast<std::uint32_t>(random_.below(tasks_->num_tasks()));
  one = congestion_->placement()[task];
  auto const partners = tasks_->partners(task);
  if ((dice & 6) != 0 && !partners.empty())
    other = near(congestion_->placement()[partners[random_.below(partners.size())].task]);
  else
    other = static_cast<std::uint32_t>(random_.below(network_->num_terminals()));
  return congestion_->differ(one, other);
}

/// Returns a terminal of the same router, or of a router at the end of a short random walk.
std::uint32_t Annealing::near(std::uint32_t terminal) {
  constexpr unsigned max_steps = 6;
  auto at = network_->injection_router({terminal});
  if (random_.below(network_->terminals_at(at).count) == 0)
    for (unsigned step = 0; step < max_steps; ++step) {
      auto const degree = network_->degree(at);
      if (degree == 0) break;
      at = network_->target(network_->channel(at, {static_cast<std::uint16_t>(random_.below(degree))}));
      if (network_->terminals_at(at).count > 0) break;
    }
  auto const there = network_->terminals_at(at);
  return there.count == 0 ? terminal : there.first.v + static_cast<std::uint32_t>(random_.below(there.count));
}

void Annealing::accept(std::uint32_t one, std::uint32_t other) {
  congestion_->accept();
  auto const value = congestion_->value();
  if (value < best_value_) {
    best_value_ = value;
    at_best_ = true;
  } else if (at_best_ && value != best_value_) {
    best_ = congestion_->placement();
    auto const a = congestion_->task_on(one), b = congestion_->task_on(other);
    if (a != Congestion::no_task) best_[a] = other;
    if (b != Congestion::no_task) best_[b] = one;
    at_best_ = false;
  }
}
}  // namespace weft::mapping

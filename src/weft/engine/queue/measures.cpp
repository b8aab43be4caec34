// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/measures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/queue/allocations/make.hpp"

namespace weft::queue {
namespace {

/// Returns the minimum value that at least a fraction `part` of the values does not exceed.
double percentile(std::vector<double>& values, double part) {
  auto const place = std::clamp<double>(std::ceil(part * static_cast<double>(values.size())) - 1, 0,
                                        static_cast<double>(values.size() - 1));
  auto const at = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

WaitMeasures wait_measures(std::span<Job const> jobs, std::span<JobTimes const> times,
                           std::span<std::uint32_t const> some) {
  constexpr double bound = 10;
  WaitMeasures measures{.jobs = some.size()};
  if (some.empty()) return measures;
  std::vector<double> waits;
  for (auto const job : some) {
    auto const wait = times[job].start - jobs[job].submit, run = times[job].end - times[job].start;
    waits.push_back(wait);
    measures.mean += wait;
    measures.worst = std::max(measures.worst, wait);
    measures.bounded_slow_down += std::max(1.0, (wait + run) / std::max(run, bound));
    measures.run += run;
    measures.node_seconds += run * jobs[job].nodes;
  }
  auto const count = static_cast<double>(some.size());
  measures.mean /= count;
  measures.bounded_slow_down /= count;
  measures.run /= count;
  measures.median = percentile(waits, 0.5);
  measures.ninety = percentile(waits, 0.9);
  return measures;
}

MachineMeasures machine_measures(std::span<Job const> jobs, QueueOutcome const& outcome,
                                 std::uint32_t nodes) {
  MachineMeasures measures;
  double end = jobs.front().submit, used = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    end = std::max(end, outcome.jobs[i].end);
    used += (outcome.jobs[i].end - outcome.jobs[i].start) * jobs[i].nodes;
  }
  measures.makespan = end - jobs.front().submit;
  if (measures.makespan <= 0) return measures;
  for (std::size_t i = 0; i + 1 < outcome.moments.size(); ++i) {
    auto const& moment = outcome.moments[i];
    auto const time = outcome.moments[i + 1].time - moment.time;
    measures.loss +=
        time * static_cast<double>(std::min<std::uint64_t>(nodes - moment.busy, moment.waiting_nodes));
    measures.blocked += moment.blocked ? time : 0;
    measures.queue += time * moment.waiting;
  }
  measures.utilization = used / measures.makespan / nodes;
  measures.loss /= measures.makespan * nodes;
  measures.blocked /= measures.makespan;
  measures.queue /= measures.makespan;
  return measures;
}

SlowDownMeasures slow_down_measures(std::span<Job const> jobs, std::span<JobTimes const> times) {
  SlowDownMeasures measures;
  double weight = 0, sum = 0;
  for (std::uint32_t i = 0; i < jobs.size(); ++i) {
    auto const alone = jobs[i].duration();
    if (alone <= 0 || times[i].cut) continue;
    auto const slow_down = (times[i].end - times[i].start) / alone;
    weight += alone * jobs[i].nodes;
    sum += slow_down * alone * jobs[i].nodes;
    if (slow_down <= measures.worst) continue;
    measures.worst = slow_down;
    measures.worst_job = i;
  }
  if (weight > 0) measures.mean = sum / weight;
  return measures;
}

Fragmentation::Fragmentation(Nodes const& nodes, std::function<double(std::uint32_t, std::uint32_t)> distance)
    : nodes_(nodes), distance_(std::move(distance)), idle_(nodes), seen_(nodes.num_groups(), 0) {
  for (std::uint32_t g = 0; g < nodes.num_groups(); ++g)
    group_sizes_.push_back(static_cast<std::uint32_t>(nodes.in_group(g).size()));
  std::ranges::sort(group_sizes_, std::greater{});
  try {
    best_ = make_allocation({"box", {}}, {&nodes, 0}).allocation;
  } catch (InputError const&) { best_ = make_allocation({"per_group", {}}, {&nodes, 0}).allocation; }
}

std::uint32_t Fragmentation::min_groups_for(std::uint32_t count) const {
  std::uint32_t groups = 0;
  for (std::uint64_t held = 0; held < count; ++groups) held += group_sizes_[groups];
  return groups;
}

double Fragmentation::mean_hops(NodeList const& nodes, std::uint64_t draw) const {
  constexpr std::size_t max_pairs = 64;
  auto const count = nodes.size();
  double sum = 0;
  if (count * (count - 1) / 2 <= max_pairs) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < i; ++j) sum += distance_(nodes_.router(nodes[i]), nodes_.router(nodes[j]));
    return sum / static_cast<double>(count * (count - 1) / 2);
  }
  auto rng = Rng::derived(mix64(draw + 1));
  for (std::size_t pair = 0; pair < max_pairs; ++pair) {
    auto const i = rng.below(count), other = rng.below(count - 1), j = other + (other >= i);
    sum += distance_(nodes_.router(nodes[i]), nodes_.router(nodes[j]));
  }
  return sum / max_pairs;
}

double Fragmentation::best_mean_hops(std::uint32_t count) {
  auto const [known, is_new] = best_of_size_.try_emplace(count, 0);
  if (is_new) known->second = mean_hops(best_->place(idle_, count, 0), 0);
  return known->second;
}

void Fragmentation::add(std::uint32_t job, NodeList const& nodes) {
  if (nodes.size() < 2) return;
  ++jobs_;
  for (auto const node : nodes)
    if (auto& last = seen_[nodes_.group(node)]; last != job + std::uint64_t{1}) {
      last = job + std::uint64_t{1};
      ++groups_;
    }
  auto const count = static_cast<std::uint32_t>(nodes.size());
  min_groups_ += min_groups_for(count);
  if (!distance_) return;
  hops_ += mean_hops(nodes, job);
  best_hops_ += best_mean_hops(count);
}

}  // namespace weft::queue

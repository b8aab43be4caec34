// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/collective_run.hpp"

namespace weft {
namespace {

/// Returns the index of the fastest outcome for messages of `bytes` bytes.
std::size_t fastest(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t bytes,
                    collective::Cost const& cost) {
  auto const size = static_cast<double>(bytes);
  auto const seconds = [&](CollectiveOutcome const& each) {
    return each.best(size, cost).seconds(size, cost);
  };
  return static_cast<std::size_t>(std::ranges::min_element(outcomes, {}, seconds) - outcomes.begin());
}

/// Returns the sizes in (low, high] at which the times of two runs are equal, rounded down and up. Between
/// consecutive sizes, the order of all times is constant.
std::vector<std::uint64_t> crossings(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t low,
                                     std::uint64_t high, collective::Cost const& cost) {
  struct Line {
    double offset, slope;
  };
  std::vector<Line> lines;
  for (auto const& outcome : outcomes)
    for (auto const& run : outcome.runs)
      lines.push_back(
          {run.latency(cost), cost.beta * static_cast<double>(run.slots) / run.blocks_per_message});
  std::vector<std::uint64_t> sizes;
  for (auto const& a : lines)
    for (auto const& b : lines) {
      auto const size = (b.offset - a.offset) / (a.slope - b.slope);
      bool const is_inside = size >= static_cast<double>(low) && size <= static_cast<double>(high);
      if (!is_inside) continue;  // parallel lines: NaN or infinite
      auto const below = static_cast<std::uint64_t>(size);
      if (below > low) sizes.push_back(below);
      if (below < high) sizes.push_back(below + 1);
    }
  std::ranges::sort(sizes);
  auto const repeated = std::ranges::unique(sizes);
  sizes.erase(repeated.begin(), repeated.end());
  return sizes;
}

}  // namespace

CollectiveRun const& CollectiveOutcome::best(double bytes, collective::Cost const& cost) const {
  auto const whole_bytes =
      std::ranges::find_if(runs, [&](CollectiveRun const& run) { return run.blocks_per_message > bytes; });
  auto const last = std::max(runs.begin() + 1, whole_bytes);
  return *std::min_element(runs.begin(), last, [&](CollectiveRun const& a, CollectiveRun const& b) {
    return a.seconds(bytes, cost) < b.seconds(bytes, cost);
  });
}

std::vector<Crossover> crossovers(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t low,
                                  std::uint64_t high, collective::Cost const& cost) {
  std::vector<Crossover> changes{{low, fastest(outcomes, low, cost)}};
  for (auto const bytes : crossings(outcomes, low, high, cost))
    if (auto const now = fastest(outcomes, bytes, cost); now != changes.back().outcome)
      changes.push_back({bytes, now});
  return changes;
}

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "support/flow_cases.hpp"

namespace weft {

/// The max-min fair rates by progressive filling (Bertsekas & Gallager, Data Networks, 6.5.2): all flows
/// speed up together, in proportion to their weights, until a cap is reached or a channel is full; its flows
/// stay as they are, the others go on.
inline std::vector<double> fill_max_min(std::vector<double> capacity,
                                        std::vector<FlowCase::Flow> const& flows) {
  std::vector<double> rate(flows.size(), 0);
  std::vector<bool> done(flows.size(), false);
  for (std::size_t left = flows.size(); left > 0;) {
    std::vector<double> requested(capacity.size(), 0);
    double level = flow::unlimited;
    for (std::size_t f = 0; f < flows.size(); ++f) {
      if (done[f]) continue;
      level = std::min(level, flows[f].cap / flows[f].weight);
      for (auto const& hop : flows[f].hops) requested[hop.channel] += hop.share * flows[f].weight;
    }
    std::vector<bool> full(capacity.size(), false);
    for (std::size_t c = 0; c < capacity.size(); ++c)
      if (requested[c] > 0) level = std::min(level, capacity[c] / requested[c]);
    for (std::size_t c = 0; c < capacity.size(); ++c)
      full[c] = requested[c] > 0 && capacity[c] / requested[c] <= level * (1 + 1e-14);
    for (std::size_t f = 0; f < flows.size(); ++f) {
      if (done[f]) continue;
      bool const stops =
          flows[f].cap / flows[f].weight <= level ||
          std::ranges::any_of(flows[f].hops, [&](auto const& hop) { return full[hop.channel]; });
      if (!stops) continue;
      done[f] = true;
      --left;
      rate[f] = level * flows[f].weight;
      for (auto const& hop : flows[f].hops) capacity[hop.channel] -= hop.share * rate[f];
    }
  }
  return rate;
}

}  // namespace weft

#include "weft/engine/slackness/latencies/distances.hpp"

#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::slackness {

Latency Distances::latency(LatencyContext const& context) const {
  std::vector<std::uint64_t> steps(context.pairs.size());
  for (std::size_t hops = 0; hops < steps.size(); ++hops) {
    auto const time =
        std::ceil(static_cast<double>(context.trips * hops) * params_.per_hop + params_.overhead);
    if (time >= 0x1p32)
      throw InputError(fmt::format("a request takes {:.3g} steps", time), "at most 2^32 - 1 can be simulated",
                       "choose a smaller per_hop");
    steps[hops] = static_cast<std::uint64_t>(time);
  }
  return Latency::listed(steps, context.pairs);
}

}  // namespace weft::slackness

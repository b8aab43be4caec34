// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/flow_channels.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::flow {

std::vector<double> FlowChannels::capacities() const {
  constexpr std::uint64_t maximum = 0xfffffffe;
  if (size() > maximum)
    throw InputError(fmt::format("too many channels: {}", size()), "engine flow supports at most 2^32 - 2",
                     "use a smaller network, or terminals=free", "topology");
  auto const unit = network_->unit_rate(bandwidth_);
  std::vector<double> capacities(size());
  for (std::uint32_t c = 0; c < network_->num_channels(); ++c)
    capacities[c] = unit * network_->bandwidth({c});
  if (counts_terminals())
    for (std::uint32_t t = 0; t < network_->num_terminals(); ++t)
      capacities[injection({t})] = capacities[ejection({t})] = unit * network_->terminal_bandwidth({t});
  return capacities;
}

ClassId FlowChannels::class_of(std::uint32_t channel) const {
  if (channel < channels()) return network_->class_of({channel});
  return channel < channels() + terminals() ? network_->injection_class() : network_->ejection_class();
}

}  // namespace weft::flow

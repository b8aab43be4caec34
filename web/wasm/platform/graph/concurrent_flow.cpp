// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/concurrent_flow.hpp"

namespace weft {

std::optional<double> concurrent_flow(Graph const& /*graph*/, std::span<std::uint32_t const> /*weights*/,
                                      std::span<double const> /*capacity*/, FlowPaths /*paths*/) {
  return std::nullopt;  // needs COIN-OR CLP
}

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "weft/graph/graph.hpp"

namespace weft {

/// Returns the number of variables of the linear program of concurrent_flow.
std::uint64_t concurrent_flow_variables(Graph const& graph, std::span<std::uint32_t const> weights);

/// The paths over which traffic may be split: any paths, or shortest paths only.
enum class FlowPaths : std::uint8_t { any, shortest };

/// Returns the maximum f such that all ordered pairs of distinct vertices can simultaneously send f times the
/// product of their weights within the capacities of the arcs. The traffic of a pair may be split in any way
/// over `paths` that do not traverse ends of the graph. Weights and capacities are 1 if empty. Solves a
/// linear program (COIN-OR CLP) with one commodity per source; returns nullopt if the program cannot be
/// solved. Checks for Ctrl-C. Source: F. Shahrokhi and D. W. Matula, The maximum concurrent flow problem, J.
/// ACM 37, 1990.
std::optional<double> concurrent_flow(Graph const& graph, std::span<std::uint32_t const> weights = {},
                                      std::span<double const> capacity = {},
                                      FlowPaths paths = FlowPaths::any);

}  // namespace weft

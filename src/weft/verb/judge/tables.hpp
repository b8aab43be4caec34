// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "weft/analysis/fabric/judgment.hpp"
#include "weft/analysis/fabric/route_bounds.hpp"
#include "weft/core/table.hpp"
#include "weft/verb/judge/judge.hpp"

/// The pairs that are lost if a cable between switches fails alone, without rerouting.
namespace weft::verb {

/// A row for each routing and cable that has not failed; of each routing the worst cable first.
Table each_failure_table(std::span<fabric::JudgedRouting const> routings, fabric::JudgedFabric const& fabric);

/// The worst cable in words, with a comma before; empty if no cable loses a pair.
std::string format_worst_failure(fabric::JudgedRouting const& routing, fabric::JudgedFabric const& fabric);

/// A row for each routing.
Table routings_table(std::span<fabric::JudgedRouting const> routings, routing::FabricEnds ends);
/// Loads that no routing can beat; `minimum` and `min_shortest_load` where linear programs gave them.
Table bounds_table(fabric::RouteBounds const& bounds, std::optional<double> minimum,
                   std::optional<double> min_shortest_load, fabric::FabricNames const& names);
/// The first pairs of each routing that do not arrive.
Table lost_table(std::span<fabric::JudgedRouting const> routings, fabric::JudgedFabric const& fabric);
/// Whether each routing can deadlock.
Table verdicts_table(std::span<fabric::JudgedRouting const> routings, routing::FabricEnds ends);
/// The cycles of channels that wait for each other.
Table cycles_table(std::span<fabric::JudgedRouting const> routings, fabric::FabricNames const& names,
                   routing::FabricEnds ends);

}  // namespace weft::verb

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "weft/analysis/fabric/judgment.hpp"
#include "weft/analysis/fabric/route_bounds.hpp"
#include "weft/core/table.hpp"
#include "weft/verb/judge/judge.hpp"

/// The tables of `judge`.
namespace weft::verb {

/// Returns the pairs lost if a single cable between switches fails, without rerouting: one row for each
/// routing and working cable, sorted by routing, worst cable first.
Table each_failure_table(std::span<fabric::JudgedRouting const> routings, fabric::JudgedFabric const& fabric);

/// Returns the most damaging cable failure as a clause that begins with a comma; empty if no cable failure
/// loses a pair.
std::string format_worst_failure(fabric::JudgedRouting const& routing, fabric::JudgedFabric const& fabric);

/// Returns the table `routings`, with one row per routing.
Table routings_table(std::span<fabric::JudgedRouting const> routings, routing::FabricEnds ends);
/// Returns the lower bounds on the load of any routing. `minimum`, `min_shortest_load`: optima of the linear
/// programs, if they were solved.
Table bounds_table(fabric::RouteBounds const& bounds, std::optional<double> minimum,
                   std::optional<double> min_shortest_load, fabric::FabricNames const& names);
/// Returns the first undelivered pairs of each routing.
Table lost_table(std::span<fabric::JudgedRouting const> routings, fabric::JudgedFabric const& fabric);
/// Returns the table `verdict`: whether each routing can deadlock.
Table verdicts_table(std::span<fabric::JudgedRouting const> routings, routing::FabricEnds ends);
/// Returns the cyclic channel dependencies of each routing.
Table cycles_table(std::span<fabric::JudgedRouting const> routings, fabric::FabricNames const& names,
                   routing::FabricEnds ends);

}  // namespace weft::verb

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/result.hpp"

/// The results of `show` on several topologies as tables with a column for each.
namespace weft::verb {

/// Returns the verdict on metrics and prices: the best network by distance, by throughput and by price.
std::string metrics_verdict(std::vector<std::string> const& topologies, std::vector<Result> const& shown);

/// Returns the metrics of all topologies as one table: a row for each metric, a column for each topology.
Table metrics_side_by_side(std::vector<std::string> const& topologies, std::vector<Result> const& shown);

/// Adds the reasons why metrics requested exactly are not exact: a note for each topology and method.
void add_inexact_notes(std::vector<std::string> const& topologies, std::vector<Result> const& shown,
                       Result& result);

/// Adds the costs of all topologies as one table, unless a topology has no cost.
void add_costs(std::vector<std::string> const& topologies, std::vector<Result> const& shown, Result& result);

}  // namespace weft::verb

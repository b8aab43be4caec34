// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/result.hpp"

/// The results of `show` for several topologies, as tables with one column per topology.
namespace weft::verb {

/// Returns names of the topologies that differ: the second of two equal topologies is `TOPOLOGY (2)`.
std::vector<std::string> distinct_names(std::vector<std::string> const& topologies);

/// Returns the verdict on metrics and prices: the networks with the best distance, throughput and price.
std::string metrics_verdict(std::vector<std::string> const& topologies, std::vector<Result> const& shown);

/// Returns the metrics of all topologies as one table, with a row per metric and a column per topology.
Table metrics_side_by_side(std::vector<std::string> const& topologies, std::vector<Result> const& shown);

/// Adds a note for each topology and method that states why metrics requested as exact are not exact.
void add_inexact_notes(std::vector<std::string> const& topologies, std::vector<Result> const& shown,
                       Result& result);

/// Adds the costs of all topologies as one table, unless a topology has no cost.
void add_costs(std::vector<std::string> const& topologies, std::vector<Result> const& shown, Result& result);

}  // namespace weft::verb

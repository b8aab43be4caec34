// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"

/// The same question for several routings: one table and one figure for all.
namespace weft::verb {

/// The routings of the parameter `routing`: a spec, or several in brackets. Throws InputError for an
/// empty list, and for a routing that occurs twice.
std::vector<std::string> routings_in(std::string const& text);

/// Runs the experiment of each routing, one after the other. The tables of one name become one, with the
/// column `routing` in front; arrays and settings that differ are numbered as the routings. The answer has a
/// sentence for each.
ExperimentPtr side_by_side(std::string_view verb, std::vector<std::string> const& routings,
                           std::function<ExperimentPtr(std::string const& routing)> const& assemble,
                           std::int64_t seed);

/// Whether a result has several routings.
bool is_side_by_side(Result const& result);

/// The rows of a table with one routing, in order.
struct RowsOfRouting {
  std::string routing;
  std::vector<std::size_t> rows;
};
std::vector<RowsOfRouting> rows_by_routing(Table const& table);

}  // namespace weft::verb

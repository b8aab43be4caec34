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

/// Assembles a request of the verb: one experiment, or one for each of several routings, side by side. `make`
/// assembles a request with a single routing.
template <class Verb>
ExperimentPtr assemble_by_routing(typename Verb::Params params,
                                  std::function<ExperimentPtr(typename Verb::Params const&)> const& make) {
  auto const routings = routings_in(params.routing);
  auto const assemble_one = [&](std::string const& routing) {
    params.routing = routing;
    return make(params);
  };
  if (routings.size() == 1) return assemble_one(routings.front());
  return side_by_side(Verb::name, routings, assemble_one, params.seed);
}

/// Whether a result has several routings.
bool is_side_by_side(Result const& result);

/// The rows of a table with one routing, in order.
struct RowsOfRouting {
  std::string routing;
  std::vector<std::size_t> rows;
};
std::vector<RowsOfRouting> rows_by_routing(Table const& table);

}  // namespace weft::verb

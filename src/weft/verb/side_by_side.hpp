// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"

/// The same question for several values of a parameter, such as routings: one table and one figure for all.
namespace weft::verb {

/// The values of the parameter `key`: a spec, or several in brackets. Throws InputError for an empty list,
/// and for a value that occurs twice.
std::vector<std::string> values_in(std::string const& key, std::string const& text);
inline std::vector<std::string> routings_in(std::string const& text) { return values_in("routing", text); }

/// Runs the experiment of each value, one after the other. The tables of one name become one, with the column
/// `key` in front; arrays, files and settings that differ are numbered as the values. The answer has a
/// sentence for each.
ExperimentPtr side_by_side(std::string_view verb, std::string const& key,
                           std::vector<std::string> const& values,
                           std::function<ExperimentPtr(std::string const& value)> const& assemble,
                           std::int64_t seed);

/// Assembles a request of the verb: one experiment, or one for each of several values of the parameter `key`,
/// side by side. `make` assembles a request with a single value.
template <class Verb>
ExperimentPtr assemble_by(std::string const& key, std::string Verb::Params::*value,
                          typename Verb::Params params,
                          std::function<ExperimentPtr(typename Verb::Params const&)> const& make) {
  auto const values = values_in(key, params.*value);
  auto const assemble_one = [&](std::string const& one) {
    params.*value = one;
    return make(params);
  };
  if (values.size() == 1) return assemble_one(values.front());
  return side_by_side(Verb::name, key, values, assemble_one, params.seed);
}

template <class Verb>
ExperimentPtr assemble_by_routing(typename Verb::Params params,
                                  std::function<ExperimentPtr(typename Verb::Params const&)> const& make) {
  return assemble_by<Verb>("routing", &Verb::Params::routing, std::move(params), make);
}

/// Returns whether a result has several values of the parameter.
bool is_side_by_side(Result const& result, std::string const& key = "routing");

/// The rows of a table with one routing, in order.
struct RowsOfRouting {
  std::string routing;
  std::vector<std::size_t> rows;
};
std::vector<RowsOfRouting> rows_by_routing(Table const& table);

}  // namespace weft::verb

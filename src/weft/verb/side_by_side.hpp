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

/// A request with several values of a parameter, such as routings: one experiment per routing, with
/// combined tables and figures.
namespace weft::verb {

/// Returns the values in the parameter `key`: a spec, or several in brackets. Throws InputError for an
/// empty list and for duplicate values.
std::vector<std::string> values_in(std::string const& key, std::string const& text);
inline std::vector<std::string> routings_in(std::string const& text) { return values_in("routing", text); }

/// Returns an experiment that runs the experiments of all values of `key` in order. It concatenates tables of
/// the same name, with a first column `key`, and numbers arrays, files and differing settings by value. The
/// verdict has a sentence for each value.
ExperimentPtr side_by_side(std::string_view verb, std::string const& key,
                           std::vector<std::string> const& values,
                           std::function<ExperimentPtr(std::string const& value)> const& assemble,
                           std::int64_t seed);

/// Assembles a request of the verb: one experiment, or one per routing, side by side. `make` assembles a
/// request with a single routing.
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

/// The rows of a table with a given routing, in order.
struct RowsOfRouting {
  std::string routing;
  std::vector<std::size_t> rows;
};
std::vector<RowsOfRouting> rows_by_routing(Table const& table);

}  // namespace weft::verb

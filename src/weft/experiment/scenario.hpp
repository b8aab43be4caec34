// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/core/error.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft {

/// A simulation as specified by the user: topology x routing x traffic x mapping x engine, each in the
/// notation of core/spec.hpp.
struct Scenario {
  std::string topology = "clex:m=8,levels=3";
  std::string routing = "default";
  std::string traffic = "default";
  std::int64_t messages = 1;
  std::string engine = "rounds";
  std::int64_t seed = 1;
  std::string mapping = default_mapping;
  Sides grid{0};
  std::int64_t ranks_per_node = 0;
  std::string layout = {};
  std::string energy = {};
  std::string jobs = {};
  std::string classes = {};
  FailureParams failures = {};
  ChannelDetails details = ChannelDetails::summary;

  friend bool operator==(Scenario const&, Scenario const&) = default;
};

constexpr std::tuple scenario_schema = std::tuple_cat(
    std::tuple{
        topology_field(&Scenario::topology),
        param("routing", &Scenario::routing, "routing; default: depends on the topology").from("routings"),
        param(
            "traffic", &Scenario::traffic,
            "traffic pattern, e.g. permutation, uniform, tornado, or communication pattern of tasks, e.g. halo; default: halo with engine load, jobs, mapping, grid or ranks_per_node, else permutation")
            .from("traffic patterns")
            .also("pattern"),
        param("messages", &Scenario::messages, Range{0, 4294967295.0}, "messages per terminal"),
        param("engine", &Scenario::engine, "engine and its options, e.g. rounds:delays=true").from("engines"),
        seed_field(&Scenario::seed), mapping_field(&Scenario::mapping), grid_field(&Scenario::grid),
        ranks_per_node_field(&Scenario::ranks_per_node), jobs_field(&Scenario::jobs),
        classes_field(&Scenario::classes), layout_field(&Scenario::layout), energy_field(&Scenario::energy),
        details_field(&Scenario::details)},
    group(&Scenario::failures, failure_schema));

/// Returns the options of an engine with the failures of the scenario, if it has any. Throws InputError if
/// both specify failures.
template <class Params>
Params with_failures(Params options, Scenario const& scenario) {
  auto const given = write_params(failure_schema, scenario.failures, false);
  if (given.empty()) return options;
  if (auto const own = write_params(failure_schema, options.failures, false); !own.empty())
    throw conflict(given[0].key, own[0].key + " of the engine", "failures are specified twice",
                   "omit one of them")
        .at(given[0].key);
  options.failures = scenario.failures;
  return options;
}

}  // namespace weft

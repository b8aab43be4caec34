#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/experiment/fields.hpp"

namespace weft {

/// One simulation as a person describes it: topology x routing x traffic x mapping x engine, each in the grammar of core/spec.hpp.
struct Scenario {
  std::string topology = "clex:m=8,levels=3";
  std::string routing = "default";
  std::string traffic = "default";
  std::int64_t messages = 1;
  std::string engine = "rounds";
  std::int64_t seed = 1;
  std::string mapping = "linear";
  Sides grid{0};
  std::string layout = {};
  std::string jobs = {};

  friend bool operator==(Scenario const&, Scenario const&) = default;
};

/// What a scenario says beside the topology and the layout.
constexpr std::tuple workload_schema{
    param("routing", &Scenario::routing, "the routing; default: what suits the topology").from("routings"),
    param("traffic", &Scenario::traffic,
          "who sends to whom: a traffic pattern, e.g. permutation, uniform, tornado, or a communication "
          "pattern of tasks, e.g. halo; default: permutation; for tasks and for engine load, halo")
        .from("traffic patterns"),
    param("messages", &Scenario::messages, Range{0, 4294967295.0}, "messages per terminal"),
    param("engine", &Scenario::engine, "the engine with its options, e.g. rounds:delays=true")
        .from("engines"),
    seed_field(&Scenario::seed),
    mapping_field(&Scenario::mapping),
    grid_field(&Scenario::grid),
    jobs_field(&Scenario::jobs)};

constexpr std::tuple scenario_schema =
    std::tuple_cat(std::tuple{topology_field(&Scenario::topology)}, workload_schema,
                   std::tuple{layout_field(&Scenario::layout)});

}  // namespace weft

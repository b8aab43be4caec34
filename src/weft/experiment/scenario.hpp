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
    param("routing", &Scenario::routing, "how messages find their way; default: what suits the topology")
        .from("routings"),
    param(
        "traffic", &Scenario::traffic,
        "who sends to whom, e.g. permutation, uniform, tornado; of engine load a communication pattern, e.g. "
        "halo; default: permutation, of engine load halo")
        .from("traffic patterns"),
    param("messages", &Scenario::messages, Range{0, 4294967295.0}, "messages per terminal"),
    param("engine", &Scenario::engine, "what simulates, with its options, e.g. rounds:delays=true")
        .from("engines"),
    seed_field(&Scenario::seed),
    param("mapping", &Scenario::mapping,
          "engine load: where the tasks of the job run, e.g. blocks:sides=8x16")
        .from("mappings"),
    param("grid", &Scenario::grid, Range{0, 4294967296.0},
          "engine load: the task grid, rows x columns; 0: that of the topology, else as square as possible"),
    param("jobs", &Scenario::jobs,
          "engine load: several jobs at once instead of traffic, mapping and grid, see weft load")
        .repeated("job")};

constexpr std::tuple scenario_schema =
    std::tuple_cat(std::tuple{topology_field(&Scenario::topology)}, workload_schema,
                   std::tuple{layout_field(&Scenario::layout)});

}  // namespace weft

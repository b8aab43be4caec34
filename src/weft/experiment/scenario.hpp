#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/result.hpp"
#include "weft/core/seed.hpp"

namespace weft {

/// One experiment as a person describes it: topology x routing x traffic x engine, each in the grammar of core/spec.hpp.
struct Scenario {
  std::string topology = "clex:m=8,levels=3";
  std::string routing = "default";
  std::string traffic = "permutation";
  std::int64_t messages = 1;
  std::string engine = "rounds";
  std::int64_t seed = 1;
  std::string mapping = "linear";
  Sides grid{0};
  std::string layout = {};
  std::string jobs = {};

  friend bool operator==(Scenario const&, Scenario const&) = default;
};

constexpr std::tuple scenario_schema{
    param("topology", &Scenario::topology, "the network, e.g. clex:m=32,levels=4 or torus:sides=8x8x8"),
    param(
        "routing", &Scenario::routing,
        "how messages find their way; default: clex_recursive on clex, dimension_order on grids, else minimal; of "
        "engine flit as of weft deadlock"),
    param("traffic", &Scenario::traffic, "who sends to whom, e.g. permutation, uniform, tornado"),
    param("messages", &Scenario::messages, Range{0, 4294967295.0}, "messages per terminal"),
    param("engine", &Scenario::engine, "what simulates, with its options, e.g. rounds:delays=true"),
    seed_param(&Scenario::seed),
    param("mapping", &Scenario::mapping,
          "engine load: where the tasks of the job run, e.g. blocks:sides=8x16"),
    param("grid", &Scenario::grid, Range{0, 4294967296.0},
          "engine load: the task grid, rows x columns; 0: that of the topology, else as square as possible"),
    param("layout", &Scenario::layout,
          "how the machine is set up in space, for delays and distances, e.g. pitch=0.8,folding=plain"),
    param("jobs", &Scenario::jobs, "engine load: several jobs at once, see weft load --job")};

}  // namespace weft

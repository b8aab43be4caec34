#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"
#include "weft/verb/compare/equal.hpp"

namespace weft::verb {

/// Several topologies side by side: their metrics (table `metrics`) and cost (table `cost`), and, if an
/// engine or a part of its workload is given, the result of the same workload on each (table `simulated`: the
/// first table of the engine, or its summary). With programs they run on each (weft replay) at rates that
/// make the networks equal: tables `rates` and `ranking`.
struct Compare {
  struct Params {
    std::string topologies = "[torus:sides=8x8,mesh:sides=8x8]";
    std::int64_t terminals = 0;
    std::string metrics = {};
    bool exact = false;
    std::string layout = {};
    std::string cost = {};
    std::string routing = {};
    std::string traffic = {};
    std::int64_t messages = 0;
    std::string engine = {};
    std::int64_t seed = 1;
    std::string mapping = {};
    Sides grid{0};
    std::int64_t ranks_per_node = 0;
    std::string jobs = {};
    Equal equal = Equal::none;
    std::string programs = {};
    std::string costs = {};
    std::string collective = {};
    FailureParams failures = {};
  };
  static constexpr std::string_view name = "compare";
  static constexpr std::string_view doc =
      "compare topologies: metrics and cost; with an engine, traffic or messages, also the same workload on "
      "each; with programs, how long they take at equal cost";
  static constexpr std::string_view example =
      "weft compare torus dragonfly slim_fly --terminals 1000 --messages 4";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          param("topologies", &Params::topologies, "the networks")
              .positional("TOPOLOGY")
              .repeated("topology")
              .required()
              .from("topologies"),
          param("terminals", &Params::terminals, Range{0, 4294967295.0},
                "from each family, take the member closest to this many terminals; 0: the networks as given"),
          metrics_field(&Params::metrics), exact_field(&Params::exact), layout_field(&Params::layout),
          cost_field(&Params::cost),
          param(
              "routing", &Params::routing,
              "the routing; by default one that suits each topology; of a program: several, of which the best "
              "counts on each network that they serve")
              .from("routings"),
          param("traffic", &Params::traffic,
                "who sends to whom, e.g. uniform; for engine load, a communication pattern")
              .from("traffic patterns"),
          param("messages", &Params::messages, Range{0, 4294967295.0},
                "messages per terminal; 0: the default of the engine"),
          param("engine", &Params::engine, "the engine with its options, e.g. flit:rate=0.2").from("engines"),
          seed_field(&Params::seed),
          param(
              "mapping", &Params::mapping,
              "where the tasks of a job run; default: linear; of a program: several, of which the best counts")
              .from("mappings"),
          param("grid", &Params::grid, Range{0, 4294967296.0},
                "the task grid of a job, rows x columns; 0: see weft load"),
          ranks_per_node_field(&Params::ranks_per_node), jobs_field(&Params::jobs),
          param("equal", &Params::equal, "what the networks have in common where programs run"),
          param("programs", &Params::programs,
                "what the ranks do, as in weft replay; several run one after the other")
              .repeated("program")
              .from("programs"),
          param("costs", &Params::costs, "what messages cost the ranks of a program, e.g. L=500,o=200"),
          param("collective", &Params::collective,
                "the algorithms of collective calls of a program, e.g. allreduce=ring")},
      group(&Params::failures, failure_schema));
  static ExperimentPtr assemble(Params const& params);
  static std::vector<chart::Figure> figures(Result const& result);
};

}  // namespace weft::verb

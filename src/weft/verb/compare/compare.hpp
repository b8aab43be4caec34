// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/param.hpp"
#include "weft/core/result.hpp"
#include "weft/core/table.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// Quantity that is equal on all compared networks.
enum class Equal : std::uint8_t { none, cost, bandwidth };

}  // namespace weft::verb

namespace weft {

template <>
inline constexpr EnumValue<verb::Equal> enum_values<verb::Equal>[] = {
    {"none", verb::Equal::none,
     "no scaling: on all networks, a channel of bandwidth 1 has the link "
     "rate in --cost"},
    {"cost", verb::Equal::cost,
     "scale the link rate so that all networks cost as much as the first one at the rate in --cost; port and cable prices are proportional to the rate"},
    {"bandwidth", verb::Equal::bandwidth,
     "scale the link rate so that the total bandwidth between routers equals that of the first network at the rate in --cost"}};

}  // namespace weft

namespace weft::verb {

/// A network with the link rate at which it has the cost or bandwidth of the first network.
struct RatedNetwork {
  std::string topology;
  std::uint64_t terminals = 0;
  double rate = 0;       ///< link rate in Gb/s, for a channel of bandwidth 1
  double price = 0;      ///< price at this rate, $
  double bandwidth = 0;  ///< total bandwidth of the channels between routers at this rate, Gb/s
  /// Returns the rate of a channel of bandwidth 1, in bytes/s.
  double bytes_per_second() const { return rate * 1e9 / 8; }
};

/// Returns the networks with the rates that make them equal. Throws InputError for equal cost if a network is
/// free of charge, and for equal bandwidth if a network has no channels between routers.
std::vector<RatedNetwork> rate_networks(std::vector<std::string> const& topologies, Equal equal,
                                        Setup const& setup);

/// Returns the table `rates`, with one row per network. The title states the source of the prices.
Table rates_table(std::vector<RatedNetwork> const& networks, CostParams const& cost);

/// A comparison of topologies: their metrics (table `metrics`) and cost (table `cost`), and, if the request
/// has an engine or a part of a workload, the result of this workload on each network (table `simulated`: the
/// first table of the engine, or its summary). Programs run on each network (weft replay) at link rates that
/// make the networks equal: tables `rates` and `ranking`.
struct Compare {
  struct Params {
    std::string topologies = "[torus:sides=8x8,mesh:sides=8x8]";
    std::int64_t terminals = 0;
    bool at_least = false;
    std::int64_t radix = 0;
    double taper = 1;
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
  static constexpr std::string_view doc = "topologies side by side: metrics, cost, a workload, programs";
  static constexpr std::string_view example =
      "weft compare torus dragonfly slim_fly --terminals 1000 --messages 4\n"
      "weft compare torus:8x8 hypercube:6 --metrics diameter,bisection\n"
      "weft compare torus fat_tree --terminals 256 --equal cost --program operation:of=allreduce";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          param("topologies", &Params::topologies, "networks to compare")
              .positional("TOPOLOGY")
              .repeated("topology")
              .required()
              .from("topologies"),
          param(
              "terminals", &Params::terminals, Range{0, 4294967295.0},
              "number of terminals: the closest member of each family is used; 0: the networks as specified"),
          param("at_least", &Params::at_least,
                "with terminals: select members with at least this number of terminals"),
          param(
              "radix", &Params::radix, Range{0, 65535},
              "with terminals: maximum number of ports of a router, including ports of terminals; of the members "
              "within 5 % of the size, the one with the fewest routers is used; 0: any number"),
          param("taper", &Params::taper, Range{1, 1000},
                "with terminals: ratio of down links to up links at the edge switches of fat trees, e.g. 2"),
          metrics_field(&Params::metrics),
          exact_field(&Params::exact),
          layout_field(&Params::layout),
          cost_field(&Params::cost),
          param(
              "routing", &Params::routing,
              "routing; repeat it to compare several on each network that supports them; default: depends on the topology; for programs, the fastest is reported")
              .repeated("routing")
              .from("routings"),
          param("traffic", &Params::traffic,
                "traffic pattern, e.g. uniform; for engine load, a communication pattern")
              .from("traffic patterns")
              .also("pattern"),
          param("messages", &Params::messages, Range{0, 4294967295.0},
                "messages per terminal; 0: the default of the engine"),
          param("engine", &Params::engine,
                "engine that runs the same workload on each network, and its options, e.g. flit:rate=0.2")
              .from("engines"),
          seed_field(&Params::seed),
          param(
              "mapping", &Params::mapping,
              "task mapping of a job [linear]; for programs, a list of mappings to try: the fastest is reported")
              .from("mappings"),
          param("grid", &Params::grid, Range{0, 4294967296.0},
                "task grid of a job, rows x columns; 0: see weft load"),
          ranks_per_node_field(&Params::ranks_per_node),
          jobs_field(&Params::jobs),
          param("equal", &Params::equal, "quantity that is equal on all networks that run programs"),
          param("programs", &Params::programs,
                "program of the ranks, as in weft replay; several programs run one after another")
              .repeated("program")
              .from("programs"),
          param("costs", &Params::costs, "costs of messages at the ranks of a program, e.g. L=500,o=200"),
          param("collective", &Params::collective,
                "algorithms of collective calls in a program, e.g. allreduce=ring")},
      group(&Params::failures, failure_schema));
  static ExperimentPtr assemble(Params const& params);
  static std::vector<chart::Figure> figures(Result const& result);
};

}  // namespace weft::verb

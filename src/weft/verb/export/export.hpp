// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// Export of a topology to a file format of another tool, optionally with a routing as forwarding tables.
/// Table `export`: the contents of the file. Notes: attributes that the format does not support.
struct Export {
  struct Params {
    std::string topology = "torus:sides=4x4";
    GraphFormat format = GraphFormat::automatic;
    std::string routing = {};
    bool routes = false;
    double bandwidth = 1e9;
    double latency = 1e-6;
    std::string output = {};
    FailureParams failures = {};
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "export";
  static constexpr std::string_view doc = "write a topology as a file of another tool";
  static constexpr std::string_view example =
      "weft export slim_fly:5 -o slim_fly.graphml\n"
      "weft export fat_tree:4 --format slurm\n"
      "weft export torus:8x8 --format simgrid --bandwidth 100Gb/s";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param("format", &Params::format, "format of the file; auto: by the extension of the output file"),
          param(
              "routing", &Params::routing,
              "routing whose tables or routes are written; required for opensm, optional for simgrid with routes")
              .from("routings"),
          param(
              "routes", &Params::routes,
              "simgrid only: write the routes of the routing between all terminals instead of shortest paths"),
          param("bandwidth", &Params::bandwidth, Range{1e-3, 1e18},
                "simgrid only: rate of a channel of bandwidth 1", "bytes/s"),
          param("latency", &Params::latency, Range{0, 1e6}, "simgrid only: latency of every channel", "s"),
          output_field(&Params::output), seed_field(&Params::seed)},
      group(&Params::failures, failure_schema));
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb

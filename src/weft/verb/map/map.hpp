// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/interop/launch_files.hpp"
#include "weft/network/hosts.hpp"
#include "weft/workload/load_params.hpp"

namespace weft::verb {

/// The assignment of tasks to terminals, for one or several jobs. Table `mapping`, then the report of the
/// mapping, if any; or a file for a launcher.
struct Map {
  struct Params : LoadParams {
    LaunchFormat format = LaunchFormat::table;
    std::string host = {};
    HostKind node = HostKind::automatic;
  };
  static constexpr std::string_view name = "map";
  static constexpr std::string_view doc = "place the tasks of a job: a table, or a file for a launcher";
  static constexpr std::string_view example =
      "weft map torus:8x8 --mapping best\n"
      "weft map fat_tree:4 --ranks-per-node 4 --format rankfile\n"
      "weft map percs:supernodes=32,links=4 --grid 64x64 --mapping blocks:sides=8x16 --format rankfile";
  static constexpr std::tuple schema = std::tuple_cat(
      job_request_schema,
      std::tuple{
          param("format", &Params::format,
                "format of the output; a file for a launcher is printed, or written to the file or "
                "directory of -o"),
          param(
              "host", &Params::host,
              "names of nodes in files for launchers: a pattern (* is the number, ** has at least two digits), a "
              "list such as node[01-16] or a,b,c, or @FILE with a list; default: the names of the hosts of the topology, or "
              "node*"),
          param("node", &Params::node, "unit that counts as a node in files for launchers")});
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

/// Returns the placement of a result of `map` as a file for a launcher. `host`: see Map::Params; if empty,
/// the default. Throws InputError for several jobs, and if the topology is no longer supported.
std::string launch_file_of(Result const& result, LaunchFormat format, std::string const& host = {});

}  // namespace weft::verb

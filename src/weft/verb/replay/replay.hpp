// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// Model of the network between the ranks of a program.
enum class ReplayNetwork : std::uint8_t { topology, loggops };

}  // namespace weft::verb

namespace weft {
template <>
inline constexpr EnumValue<verb::ReplayNetwork> enum_values<verb::ReplayNetwork>[] = {
    {"topology", verb::ReplayNetwork::topology,
     "the topology: the engine simulates how messages share channels"},
    {"loggops", verb::ReplayNetwork::loggops,
     "no topology: equal latency between all ranks (LogGOPS, whole ns), as in LogGOPSim"}};
}  // namespace weft

namespace weft::verb {

/// The execution time of a program on a machine, with contention for channels and waits between ranks.
/// Tables: summary, ranks, jobs (if there are several), critical_path, waits, messages, matching, over_time,
/// `collectives` if there are collective calls, and `stuck` if a program never ends. With engine flow also
/// classes, channels, bottlenecks; with engine flit also network, latency, channels, channel_loads, fairness,
/// latencies, network_over_time, and `deadlock` if one occurs. Arrays: rank_ends; timeline and waits for at
/// most 64 ranks; channel_busy (flow), channel_use (flit).
struct Replay {
  struct Params {
    std::string topology = "torus:sides=4x4";
    std::string program = "pattern";
    std::string routing = "default";
    std::string mapping = default_mapping;
    Sides grid{0};
    std::int64_t ranks_per_node = 0;
    ReplayNetwork network = ReplayNetwork::topology;
    std::string engine = "flow";
    std::string costs = {};
    std::string collective = {};
    std::string layout = {};
    std::int64_t seed = 1;
    std::string jobs = {};
    std::int64_t ranks_per_terminal = 1;
    bool skip_critical_path = false;
    std::string write = {};
    bool require_end = false;
    FailureParams failures = {};
  };
  static constexpr std::string_view name = "replay";
  static constexpr std::string_view doc = "time of an application on a network; waiting times of its ranks";
  static constexpr std::string_view example =
      "weft replay torus:8x8 --program pattern:of=halo,bytes=1MB,compute=50us,iterations=10\n"
      "weft replay fat_tree:4 --program operation:of=allreduce,bytes=1MB\n"
      "weft replay torus:4x4 --mapping random";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param("program", &Params::program, "program of the ranks, e.g. goal:file=PATH").from("programs"),
          param("routing", &Params::routing, "routing; default: depends on the topology").from("routings"),
          mapping_field(&Params::mapping), grid_field(&Params::grid),
          ranks_per_node_field(&Params::ranks_per_node),
          param("network", &Params::network, "model of the network"),
          param("engine", &Params::engine, "flow or flit with its options, e.g. flow:bandwidth=1GB/s"),
          param("costs", &Params::costs, "costs of messages at the ranks, as KEY=VALUE,.., e.g. L=500,o=200"),
          param("collective", &Params::collective,
                "algorithms of collective calls, as CALL=ALGORITHM,.., e.g. allreduce=ring"),
          layout_field(&Params::layout), seed_field(&Params::seed),
          param("jobs", &Params::jobs,
                "several simultaneous programs, each on its terminals: NAME:program=[..],mapping=[..],"
                "grid=..,ranks_per_node=..,terminals=..,start=..,after=..; weft list replay_jobs")
              .repeated("job")
              .from("replay jobs"),
          param("ranks_per_terminal", &Params::ranks_per_terminal, Range{1, 1e6},
                "consecutive ranks that share a terminal"),
          param("skip_critical_path", &Params::skip_critical_path,
                "do not record the critical path, which needs 52 bytes for each operation"),
          param(
              "write", &Params::write,
              "also write the operations of all ranks to this file, in GOAL, with collective calls as messages"),
          param("require_end", &Params::require_end, "exit with status 3 if the program does not end")},
      group(&Params::failures, failure_schema));
  /// Returns the figures of the timelines of ranks, waits between ranks, parts of the critical path, and
  /// channel utilization.
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

/// One of several programs on a machine.
struct ReplayJobRequest {
  std::string program = "pattern";
  Sides grid{0};
  std::string mapping = default_mapping;
  std::int64_t ranks_per_node = 0;
  std::string terminals = {};
  double start = 0;
  std::string after = {};
};

inline constexpr std::tuple replay_job_schema{
    param("program", &ReplayJobRequest::program, "program of the ranks; in brackets if it has parameters")
        .from("programs"),
    param(
        "grid", &ReplayJobRequest::grid, Range{0, 4294967296.0},
        "task grid of the job; 0: as square as its terminals allow, or one row if the program fixes the number of ranks"),
    param("mapping", &ReplayJobRequest::mapping,
          "task mapping within the terminals of the job; in brackets if it has parameters")
        .from("mappings"),
    ranks_per_node_field(&ReplayJobRequest::ranks_per_node),
    param(
        "terminals", &ReplayJobRequest::terminals,
        "terminals of the job: ranges as in 0..63,96..127, or the lowest free 25% of all; default: one per rank"),
    param("start", &ReplayJobRequest::start, Range{0, 1e12}, "start time", "s"),
    param("after", &ReplayJobRequest::after,
          "job that must end before this job starts; `start` is then the delay after its end"),
};

}  // namespace weft::verb

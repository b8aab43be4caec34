// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/experiment/fields.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/network/failures.hpp"

namespace weft {

/// Schema of the time parameters: the bytes that tasks send, and the speed of channels.
inline constexpr std::tuple load_time_schema =
    time_schema("mean number of bytes that a task sends, including messages to itself",
                "latency of a hop, added for each hop between the farthest tasks that communicate");

/// Request for the loads of one or several jobs on a machine: the placement of the tasks, and the content of
/// the result.
struct LoadParams {
  std::string topology = "percs:supernodes=32,links=4";
  std::string routing = "default";
  std::string pattern = "halo";
  std::string mapping = default_mapping;
  Sides grid{0};
  std::int64_t ranks_per_node = 0;
  std::int64_t seed = 1;
  std::string jobs = {};
  FailureParams failures = {};
  ChannelDetails details = ChannelDetails::summary;
  std::string users = {};
  std::string against = {};
  LinkTimes times{.bytes = 1e6};

  friend bool operator==(LoadParams const&, LoadParams const&) = default;
};

/// Schema of the job parameters, without output options.
inline constexpr std::tuple job_request_schema = std::tuple_cat(
    std::tuple{
        topology_field(&LoadParams::topology),
        param("routing", &LoadParams::routing,
              "distribution of traffic over paths; repeat it to compare; default: depends on the topology")
            .repeated("routing")
            .from("routings"),
        param("pattern", &LoadParams::pattern,
              "traffic pattern of the tasks, e.g. halo, transpose, all_to_all")
            .from("communication patterns")
            .also("traffic"),
        mapping_field(&LoadParams::mapping), grid_field(&LoadParams::grid),
        ranks_per_node_field(&LoadParams::ranks_per_node), seed_field(&LoadParams::seed),
        jobs_field(&LoadParams::jobs)},
    group(&LoadParams::failures, failure_schema));

inline constexpr std::tuple load_schema = std::tuple_cat(
    job_request_schema,
    std::tuple{
        details_field(&LoadParams::details),
        param("users", &LoadParams::users,
              "12-13: list the flows that use a channel from router 12 to router 13; 12 (with several "
              "jobs JOB/12): list the channels that the flows of task 12 use"),
        param("against", &LoadParams::against,
              "mapping to compare the placement with, e.g. best; reports the throughput of both and a "
              "bound that no placement exceeds; uses the same hosts, unless the mapping names others, as "
              "`hosts` does")
            .from("mappings")},
    group(&LoadParams::times, load_time_schema));

/// One of several jobs on a machine, as the user specifies it.
struct JobRequest {
  std::string pattern = "halo";
  Sides grid{0};
  std::string mapping = default_mapping;
  std::int64_t ranks_per_node = 0;
  std::string terminals = {};
  double rate = 1;
};

inline constexpr std::tuple job_schema{
    param("pattern", &JobRequest::pattern, "traffic pattern of the tasks; in brackets if it has parameters")
        .from("communication patterns")
        .also("traffic"),
    param("grid", &JobRequest::grid, Range{0, 4294967296.0},
          "task grid of the job; 0: the grid of the pattern, else as square as the terminals allow"),
    param("mapping", &JobRequest::mapping,
          "task mapping within the terminals of the job; in brackets if it has parameters")
        .from("mappings"),
    ranks_per_node_field(&JobRequest::ranks_per_node),
    param(
        "terminals", &JobRequest::terminals,
        "terminals of the job: ranges as in 0..63,96..127, or the lowest free 25% of all; default: one per task"),
    param("rate", &JobRequest::rate, Range{1e-6, 1e6}, "load of the mean task, relative to the other jobs"),
};

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/experiment/fields.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/network/failures.hpp"

namespace weft {

/// The bytes that tasks send, and how fast channels are.
inline constexpr std::tuple load_time_schema =
    time_schema("bytes that the mean task sends to all tasks together, what it sends to itself included",
                "delay of a hop, added for the farthest tasks that exchange something");

/// A job, or several side by side, on a machine: where its tasks run, the load that they cause, and what the
/// result holds.
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
  LinkTimes times{.bytes = 1e6};

  friend bool operator==(LoadParams const&, LoadParams const&) = default;
};

/// The parameters of the job, without those of the result.
inline constexpr std::tuple job_request_schema =
    std::tuple_cat(std::tuple{topology_field(&LoadParams::topology),
                              param("routing", &LoadParams::routing,
                                    "how traffic is spread over paths; default: what suits the topology")
                                  .from("routings"),
                              param("pattern", &LoadParams::pattern,
                                    "who sends to whom among the tasks, e.g. halo, transpose, all_to_all")
                                  .from("communication patterns"),
                              mapping_field(&LoadParams::mapping), grid_field(&LoadParams::grid),
                              ranks_per_node_field(&LoadParams::ranks_per_node),
                              seed_field(&LoadParams::seed), jobs_field(&LoadParams::jobs)},
                   group(&LoadParams::failures, failure_schema));

inline constexpr std::tuple load_schema =
    std::tuple_cat(job_request_schema,
                   std::tuple{details_field(&LoadParams::details),
                              param("users", &LoadParams::users,
                                    "who uses a channel: 12-13 lists the flows from router 12 to router 13; "
                                    "or what a task uses: 12, with several jobs JOB/12, lists the channels "
                                    "of its flows")},
                   group(&LoadParams::times, load_time_schema));

/// One of several jobs on a machine.
struct JobRequest {
  std::string pattern = "halo";
  Sides grid{0};
  std::string mapping = default_mapping;
  std::int64_t ranks_per_node = 0;
  std::string terminals = {};
  double rate = 1;
};

inline constexpr std::tuple job_schema{
    param("pattern", &JobRequest::pattern,
          "who sends to whom among its tasks; in brackets if it has parameters")
        .from("communication patterns"),
    param("grid", &JobRequest::grid, Range{0, 4294967296.0},
          "its task grid; 0: that of the pattern, else as square as its terminals allow"),
    param("mapping", &JobRequest::mapping,
          "where in its part of the machine the tasks run; in brackets if it has parameters")
        .from("mappings"),
    ranks_per_node_field(&JobRequest::ranks_per_node),
    param("terminals", &JobRequest::terminals,
          "its part: ranges as in 0..63+96..127, or 25% of all terminals, the lowest free ones; default: as "
          "many as it has tasks"),
    param("rate", &JobRequest::rate, Range{1e-6, 1e6}, "what its mean task sends, relative to other jobs"),
};

}  // namespace weft

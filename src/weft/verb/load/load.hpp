#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// The bytes that tasks send, and how fast channels are.
inline constexpr std::tuple load_time_schema =
    time_schema("bytes that the mean task sends to all tasks together, what it sends to itself included",
                "delay of a hop, added for the farthest tasks that exchange something");

/// The load of every channel, exactly, if each task sends the pattern's traffic, one unit on average. Tables
/// `throughput` (the classes in the order in which ties are reported, the bottleneck marked), `fullest`
/// (channels by name), `histogram` and `dilation`; by `users` the table of that name; with a `bandwidth` also
/// `time` and `times`, in seconds. With several jobs also `jobs`, how long each takes alone and beside the
/// others, and `job_classes`, its most loaded channels.
struct Load {
  struct Params {
    std::string topology = "percs:supernodes=32,links=4";
    std::string routing = "default";
    std::string pattern = "halo";
    std::string mapping = "linear";
    Sides grid{0};
    std::int64_t ranks_per_node = 0;
    std::int64_t seed = 1;
    std::string jobs = {};
    FailureParams failures = {};
    ChannelDetails details = ChannelDetails::summary;
    std::string users = {};
    LinkTimes times{.bytes = 1e6};

    friend bool operator==(Params const&, Params const&) = default;
  };
  static constexpr std::string_view name = "load";
  static constexpr std::string_view doc =
      "the exact load of every channel under a job's communication, and the throughput that it allows";
  static constexpr std::string_view example =
      "weft load percs:supernodes=32,links=4 --pattern halo --grid 64x64";
  /// What a job is, without what its result holds.
  static constexpr std::tuple request_schema =
      std::tuple_cat(std::tuple{topology_field(&Params::topology),
                                param("routing", &Params::routing,
                                      "how traffic is spread over paths; default: what suits the topology")
                                    .from("routings"),
                                param("pattern", &Params::pattern,
                                      "who sends to whom among the tasks, e.g. halo, transpose, all_to_all")
                                    .from("communication patterns"),
                                mapping_field(&Params::mapping), grid_field(&Params::grid),
                                ranks_per_node_field(&Params::ranks_per_node), seed_field(&Params::seed),
                                jobs_field(&Params::jobs)},
                     group(&Params::failures, failure_schema));
  static constexpr std::tuple schema = std::tuple_cat(
      request_schema,
      std::tuple{details_field(&Params::details),
                 param("users", &Params::users,
                       "who uses a channel: 12-13 lists the flows from router 12 to router 13; "
                       "or what a task uses: 12, with several jobs JOB/12, lists the channels "
                       "of its flows")},
      group(&Params::times, load_time_schema));
  /// Where the tasks run, the loads in the network, by class and over one axis.
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

/// One of several jobs on a machine.
struct JobRequest {
  std::string pattern = "halo";
  Sides grid{0};
  std::string mapping = "linear";
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

}  // namespace weft::verb

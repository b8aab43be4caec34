// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/engine/queue/interference.hpp"
#include "weft/engine/queue/job_log.hpp"
#include "weft/engine/queue/nodes.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"

namespace weft::verb {

/// Extent of the tables on individual jobs.
enum class JobDetails : std::uint8_t { summary, jobs };

}  // namespace weft::verb

namespace weft {
template <>
inline constexpr EnumValue<verb::JobDetails> enum_values<verb::JobDetails>[] = {
    {"summary", verb::JobDetails::summary, "the jobs that waited longest; -o also writes jobs.csv"},
    {"jobs", verb::JobDetails::jobs, "a table with a row for every job"}};
}  // namespace weft

namespace weft::verb {

/// A stream of jobs on a machine under a batch scheduler. Tables: summary, machine, sizes, fragmentation,
/// over_time, longest_waits or jobs; with interference also slow_down.
struct QueueVerb {
  struct Params {
    std::string topology = "torus:sides=8x8x8";
    std::string log = "lublin";
    std::string policy = "easy";
    std::string allocation = "first_free";
    queue::NodeKind node = queue::NodeKind::terminal;
    double processors_per_node = 0;
    std::int64_t first = 1;
    std::int64_t jobs = 0;
    double load = 0;
    std::string estimates = "log";
    queue::TooLarge too_large = queue::TooLarge::reject;
    bool sort = false;
    queue::InterferenceModel interference = queue::InterferenceModel::none;
    std::string routing = "default";
    std::string pattern = "halo";
    std::string mapping = default_mapping;
    double communication = 0.2;
    bool strict = false;
    JobDetails details = JobDetails::summary;
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "queue";
  static constexpr std::string_view doc = "batch scheduling: waiting time, utilization, fragmentation";
  static constexpr std::string_view example =
      "weft queue torus:8x8x8 --load 0.8\n"
      "weft queue torus:8x8x8 --log lublin:jobs=500 --policy fcfs\n"
      "weft queue dragonfly:4 --log lublin:jobs=2000 --allocation per_group --load 0.8";
  static constexpr std::tuple schema{
      topology_field(&Params::topology),
      param(
          "log", &Params::log,
          "jobs: a log in the Standard Workload Format, NAME.csv with the columns submit, run and nodes, or a "
          "model such as lublin:jobs=1000")
          .from("job streams"),
      param("policy", &Params::policy, "scheduling policy; repeat it to compare")
          .repeated("policy")
          .from("policies"),
      param("allocation", &Params::allocation,
            "allocation of free nodes to jobs, e.g. per_group, random; repeat it to compare")
          .repeated("allocation")
          .from("allocations"),
      param("node", &Params::node, "unit that counts as a node"),
      param("processors_per_node", &Params::processors_per_node, Range{0, 1e6},
            "processors per node in a log in SWF; 0: MaxProcs / MaxNodes of its header, else 1"),
      param("first", &Params::first, Range{1, 9e15}, "first job of the log to use, counted from 1"),
      param("jobs", &Params::jobs, Range{0, 4e9}, "number of jobs to use, from the first one on; 0: all"),
      param(
          "load", &Params::load, Range{0, 1e6},
          "offered load: scales the interarrival times so that the jobs request this fraction of all node-seconds; 0: as in the log"),
      param("estimates", &Params::estimates, "estimates of run times by users: log, exact, factor:factor=2")
          .from("estimates"),
      param("too_large", &Params::too_large, "handling of jobs that are larger than the machine"),
      param("sort", &Params::sort,
            "sort the jobs of a log by submission time, instead of rejecting a log that is not sorted"),
      param("interference", &Params::interference, "model of the slowdown of jobs that share channels"),
      param("routing", &Params::routing, "with interference: routing of the jobs' traffic").from("routings"),
      param("pattern", &Params::pattern, "with interference: traffic pattern of the tasks of a job")
          .from("communication patterns")
          .also("traffic"),
      param("mapping", &Params::mapping, "with interference: mapping of the tasks of a job to its nodes")
          .from("mappings"),
      param("communication", &Params::communication, Range{0, 1},
            "with interference: fraction of the run time in which a job communicates, unless the log "
            "specifies it"),
      param("strict", &Params::strict,
            "with interference: jobs end at their estimated times even if other jobs slowed them down"),
      param("details", &Params::details, "additional tables"),
      seed_field(&Params::seed)};
  /// Returns the figures of the allocation over time, of the machine and its queue over time, and of the
  /// waits by size.
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb

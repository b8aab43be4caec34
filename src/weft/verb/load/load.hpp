#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/mapping/mapping.hpp"

namespace weft {

/// Loads of a job's communication, as a person asks for them.
struct LoadRequest {
  std::string topology = "percs:supernodes=32,links=4";
  std::string routing = "default";
  std::string pattern = "halo";
  std::string mapping = "linear";
  Sides grid{0};
  std::int64_t seed = 1;
  std::string jobs = {};

  friend bool operator==(LoadRequest const&, LoadRequest const&) = default;
};

inline constexpr std::tuple load_schema{
    param("topology", &LoadRequest::topology, "the network, e.g. percs:supernodes=32,links=4"),
    param(
        "routing", &LoadRequest::routing,
        "how traffic is spread over paths, see docs/reference/load_routings.md; default: percs_direct on percs, "
        "dimension_order on grids, else all_minimal"),
    param("pattern", &LoadRequest::pattern,
          "who sends to whom among the tasks, e.g. halo, transpose, all_to_all"),
    param("mapping", &LoadRequest::mapping, "where the tasks run, e.g. linear, random, blocks:sides=8x16"),
    param(
        "grid", &LoadRequest::grid, Range{0, 4294967296.0},
        "the task grid, rows x columns; 0: the grid of the topology, else as square as the terminals allow"),
    param("seed", &LoadRequest::seed, Range{0, 9007199254740992.0},
          "names all random numbers: the same seed, the same result"),
    param(
        "jobs", &LoadRequest::jobs,
        "several jobs at once instead of pattern, mapping and grid: a list in brackets of NAME:pattern=..,grid=..,"
        "mapping=..,terminals=..,rate=..")};

/// One of several jobs on a machine.
struct JobRequest {
  std::string pattern = "halo";
  Sides grid{0};
  std::string mapping = "linear";
  std::string terminals = {};
  double rate = 1;
};

inline constexpr std::tuple job_schema{
    param("pattern", &JobRequest::pattern,
          "who sends to whom among its tasks; in brackets if it has parameters"),
    param("grid", &JobRequest::grid, Range{0, 4294967296.0},
          "its task grid; 0: that of the pattern, else as square as its terminals allow"),
    param("mapping", &JobRequest::mapping,
          "where in its part of the machine the tasks run; in brackets if it has parameters"),
    param(
        "terminals", &JobRequest::terminals,
        "its part: ranges as in 0..63+96..127, or 25% of all terminals, the lowest that are free; without, as "
        "many as it has tasks"),
    param("rate", &JobRequest::rate, Range{1e-6, 1e6}, "what its mean task sends, relative to other jobs"),
};

/// The load of every channel, exactly, if each task sends as much as the pattern says, one unit in the mean. Tables
/// `throughput` (the classes in the order in which ties are told, the bottleneck marked), `fullest` (channels by name) and
/// `histogram`. Of several jobs also `jobs`, how long each takes alone and beside the others, and `job_classes`, its fullest channels. Throws InputError on a request that cannot be served, naming the part at fault.
Result load_channels(LoadRequest const& request, Progress& progress = no_progress());

/// Where the tasks of one job run. Every router with terminals is taken to have equally many, numbered one after the other.
struct TaskPlaces {
  Placement placement;
  std::uint32_t terminals_per_router = 1;
  Sides sides;  ///< of the grid of routers, the fastest first; empty if they form none
};
TaskPlaces place_tasks(LoadRequest const& request, Progress& progress = no_progress());

/// The terminal of each task (of each job). Table `mapping`, then what the mapping has to tell, if anything.
Result map_tasks(LoadRequest const& request, Progress& progress = no_progress());

}  // namespace weft

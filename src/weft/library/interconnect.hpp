// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/library/built_network.hpp"
#include "weft/library/wiring.hpp"

namespace weft {

class AnyTopology;

/// A metric: its value, or proven bounds. A disconnected network has an infinite diameter. Both bounds of an
/// unknown metric, such as its mean distance, are NaN.
struct MetricValue {
  std::string key;  ///< e.g. avg_dist, see docs/reference/metrics.md
  std::string name, unit, method;
  double lower = 0, upper = 0;  ///< equal if the value is exact

  bool is_exact() const { return lower == upper; }
  /// Returns the value, `infinite`, `lower to upper`, `at least lower`, or `unknown`.
  std::string text() const;
};

/// A job: the traffic between its tasks, and their placement. Names are listed in docs/reference.
struct Job {
  std::string pattern = "halo";
  /// Grid of tasks; empty: the grid of the topology, else nearly square
  std::vector<std::int64_t> grid = {};
  std::string mapping = "linear";
  std::string routing = "default";
  std::uint64_t seed = 1;
};

/// The exact loads of a job.
struct JobLoads {
  double throughput = 0;        ///< maximum rate at which a task can send, in units of the channel bandwidth
  std::string bottleneck = {};  ///< class of the most loaded channels
  Result result = {};           ///< tables `throughput`, `fullest`, `histogram`
};

/// Options of a simulation on any engine.
struct SimulationOptions {
  std::string routing = "default";
  std::string traffic = "permutation";
  std::int64_t messages = 1;  ///< per terminal
  std::string engine = "rounds";
  std::uint64_t seed = 1;
};

/// Options of a sweep over injection rates on the engine `flit`.
struct SweepOptions {
  std::string routing = "default";
  std::string traffic = "uniform";
  /// Flits per cycle and terminal; empty: automatic, up to beyond saturation
  std::vector<double> rates = {};
  std::string engine = "flit";  ///< engine with its options, e.g. flit:vcs=4,packet_size=8
  std::uint64_t seed = 1;
};

/// A point of the latency-load curve.
struct LatencyPoint {
  double rate = 0;        ///< requested, in flits per cycle and terminal
  double throughput = 0;  ///< accepted, in flits per cycle and terminal
  double latency = 0;     ///< mean in cycles; in a saturated network, of the packets that arrived
  bool saturated = false;
};

/// The latency-load curve.
struct LatencyCurve {
  std::vector<LatencyPoint> points = {};
  Result result = {};  ///< tables `curve` and `saturation`
};

/// Routes of packets: the routers that each packet visits.
using PacketRoutes = std::vector<std::vector<std::uint32_t>>;

/// The result of a deadlock analysis of a routing.
struct DeadlockReport {
  bool is_free = false;
  std::string text = {};                ///< verdict and proof, in one line
  std::vector<std::string> cycle = {};  ///< the dependency cycle, if packets can deadlock
  Result result = {};
};

/// A hop of a route.
struct RouteHop {
  std::uint32_t from = 0, to = 0;  ///< routers
  std::string channel_class;
};

/// Options of a collective operation.
struct CollectiveOptions {
  std::string operation = "allreduce";
  std::string algorithm = "all";
  std::string bytes = "1M";  ///< size of a message: a size, a list, or a range such as 1k..1G
  double alpha = 1e-6;       ///< seconds per step
  double bandwidth = 1e10;   ///< bytes per second of a channel of bandwidth 1
};

/// A topology, with all analyses and simulations of Weft. Every function throws InputError for names or
/// values that it does not support, and returns equal results for equal seeds on any number of threads.
class Interconnect {
 public:
  /// Creates the topology with the given spec, e.g. `dragonfly:p=4,a=8,h=4`. Families:
  /// docs/reference/topologies.md.
  explicit Interconnect(std::string const& topology);
  /// Creates a topology from a wiring. Results contain it as `name:graph=DIGEST`, a spec that is valid during
  /// the lifetime of any copy of the object.
  Interconnect(std::string const& name, Wiring const& wiring);

  /// Returns the spec of the topology, with every parameter.
  std::string text() const;
  std::uint64_t num_routers() const;
  std::uint64_t num_terminals() const;

  /// Returns the metrics with the given keys (docs/reference/metrics.md), by default all. A metric is exact
  /// if a closed form or a search of less than half a second determines it; `exact`: always.
  std::vector<MetricValue> metrics(std::vector<std::string> const& keys = {}, bool exact = false) const;
  MetricValue metric(std::string const& key, bool exact = false) const;

  /// Returns the path of one packet through the idle network.
  std::vector<RouteHop> route(std::uint64_t from_terminal, std::uint64_t to_terminal,
                              std::string const& routing = "default") const;
  /// Returns the exact load of every channel, and the throughput that it allows.
  JobLoads loads(Job const& job) const;
  /// Returns the terminal of each task.
  std::vector<std::uint32_t> map(Job const& job) const;
  /// Runs one experiment. The tables depend on the engine; `answer` and `summary` are always present.
  Result simulate(SimulationOptions const& simulation) const;
  /// Measures the latency-load curve with flit-level simulations.
  LatencyCurve sweep(SweepOptions const& sweep) const;
  /// Checks whether a routing is deadlock-free with `vcs` virtual channels (0: the number that the routing
  /// requires).
  DeadlockReport deadlock(std::string const& routing = "default", std::uint32_t vcs = 0) const;
  /// Checks whether packets on the given routes, with one virtual channel, can deadlock.
  DeadlockReport deadlock(PacketRoutes const& routes) const;
  /// Returns the times of a collective operation for one or all algorithms, with the lower bound. Table
  /// `collective`.
  Result collective(CollectiveOptions const& collective) const;
  /// Executes a schedule (docs/reference/schedules.md) slot by slot.
  Result schedule(std::string const& schedule) const;
  /// Writes a picture (SVG).
  void draw(std::filesystem::path const& file) const;
  /// Writes the network in the format of the file extension: .graphml, .anynet, .xml (SimGrid), ..
  void export_to(std::filesystem::path const& file) const;

 private:
  std::optional<BuiltNetwork> graph_;
  std::shared_ptr<AnyTopology const> topology_;
};

}  // namespace weft

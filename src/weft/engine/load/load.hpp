// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weft::load {

/// Loads of the channels of one class, in units of 1 / denominator (NetworkLoads::denominator,
/// PercsPaths::denominator()).
struct ClassLoad {
  std::string name;
  double bandwidth = 1;
  std::uint64_t channels = 0;
  std::uint64_t max = 0;
  std::uint64_t at_max = 0;  ///< number of channels with load `max`
  unsigned __int128 total = 0;

  /// Adds `count` channels with load `load`.
  void add(std::uint64_t load, std::uint64_t count = 1);
};

/// Loads of one communication per channel class. They are integers until they are printed, so that ties are
/// exact.
struct Loads {
  std::vector<ClassLoad> classes;  ///< in order of precedence at ties
  /// Load of a channel that carries all units of the mean task.
  double task_load = 1;
  /// Number of tasks of a node whose terminals have the mean number of tasks; throughputs are per node.
  double tasks_per_node = 1;
  double terminals_per_node = 1;  ///< mean over the nodes that have terminals
  /// Maximum load of an injection or ejection channel over its bandwidth; 0: unknown, or no traffic.
  double terminal_load = 0;

  /// Converts `load` to the load of the channel if the mean task sends one unit.
  double relative(std::uint64_t load) const { return static_cast<double>(load) / task_load; }
  /// Returns the throughput of a node at which the most loaded channel of a class is saturated, in units of
  /// bandwidth. Infinite for a class without load.
  double throughput(ClassLoad const& one) const;
  /// Returns the class with the minimum throughput, the first in case of a tie; null if no channel is loaded.
  ClassLoad const* bottleneck() const;
  double throughput() const;
  /// Returns the throughput of a node at which the most loaded injection or ejection channel is saturated;
  /// infinite if their loads are unknown.
  double terminal_throughput() const;
  /// Returns throughput() per terminal instead of per node.
  double throughput_per_terminal() const { return throughput() / terminals_per_node; }
};

}  // namespace weft::load

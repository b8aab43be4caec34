// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weft/collective/any_algorithm.hpp"
#include "weft/collective/bounds.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/layout.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/collective/tree_flits.hpp"
#include "weft/workload/jobs.hpp"

namespace weft::verb {

/// A request whose names are resolved to objects.
struct CollectiveAssembly {
  TopologyPtr topology;                               ///< with failures
  TopologyPtr rest = {};                              ///< without, for algorithms in rounds
  std::shared_ptr<RoutedMachine const> machine = {};  ///< for failures, routing and job
  std::optional<Spec> routing = {};                   ///< of messages; none: the paths of the algorithms
  std::optional<LoadJob> job = {};                    ///< the ranks; none: one on each terminal, in order, ..
  /// .. and if routers have failed, on each of these, which work.
  std::optional<std::vector<std::uint32_t>> working = {};
  std::vector<Spec> algorithms = {};
  bool all_algorithms = false;            ///< algorithms that do not fit are omitted, with a note
  std::vector<std::string> omitted = {};  ///< notes on algorithms that `all` does not run
  collective::Task task = {};
  std::uint32_t groups = 1;               ///< of the ranks, each with its own task
  std::vector<std::uint64_t> bytes = {};  ///< ascending
  bool best_packets = true;               ///< else task.packets
  collective::Cost cost = {};
  std::optional<TreeEngine> flits = {};     ///< that in_network also runs on
  std::optional<LayoutParams> layout = {};  ///< if messages are followed along cables
};

/// The number of ranks of a group.
std::uint64_t num_ranks(CollectiveAssembly const& parts);

/// The names of all algorithms that do an operation, planned ones first.
std::vector<std::string> collective_algorithms(collective::Operation operation);

/// Whether the engine `rounds` runs the algorithm.
bool runs_in_rounds(Spec const& algorithm);

/// Throws InputError naming the part at fault; builds no network.
CollectiveAssembly assemble_collective(Collective::Params const& request);

/// All algorithms of a request, as if each fitted the machine.
Estimate estimate_collective(CollectiveAssembly const& parts);

}  // namespace weft::verb

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

/// A request with all names resolved to objects.
struct CollectiveAssembly {
  TopologyPtr topology;   ///< topology with failures
  TopologyPtr rest = {};  ///< topology without its failed parts, for algorithms in rounds
  std::shared_ptr<RoutedMachine const> machine = {};  ///< machine for failures, routing and job
  std::optional<Spec> routing = {};  ///< routing of messages; if unset, the paths of the algorithms
  /// Ranks and their terminals; if unset, one rank per terminal, in order.
  std::optional<LoadJob> job = {};
  /// Terminals of working routers, one rank on each; set only if routers have failed.
  std::optional<std::vector<std::uint32_t>> working = {};
  std::vector<Spec> algorithms = {};
  bool all_algorithms = false;            ///< whether inapplicable algorithms are omitted with a note
  std::vector<std::string> omitted = {};  ///< notes on algorithms that `all` omits
  collective::Task task = {};
  std::uint32_t groups = 1;               ///< number of groups of ranks, each with a separate task
  std::vector<std::uint64_t> bytes = {};  ///< message sizes, ascending
  bool best_packets = true;  ///< whether the number of packets is optimized; otherwise task.packets
  collective::Cost cost = {};
  std::optional<TreeEngine> flits = {};     ///< engine that also runs in_network as packets
  std::optional<LayoutParams> layout = {};  ///< layout for algorithms that follow messages along cables
};

/// Returns the number of ranks in a group.
std::uint64_t num_ranks(CollectiveAssembly const& parts);

/// Returns the names of all algorithms for an operation, planned ones first.
std::vector<std::string> collective_algorithms(collective::Operation operation);

/// Returns whether the algorithm runs on the engine `rounds`.
bool runs_in_rounds(Spec const& algorithm);

/// Resolves a request without building the network. Throws InputError naming the part at fault.
CollectiveAssembly assemble_collective(Collective::Params const& request);

/// Returns the estimate for all algorithms of a request, whether or not they apply to the machine.
Estimate estimate_collective(CollectiveAssembly const& parts);

}  // namespace weft::verb

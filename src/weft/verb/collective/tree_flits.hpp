// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/collective/bounds.hpp"
#include "weft/collective/ranks.hpp"
#include "weft/collective/trees/in_network.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/core/table.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/trees/group_trees.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/network.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft::verb {

/// The flit engine for a collective operation with packets that routers copy and add. All virtual channels
/// belong to the trees. The cycle time follows from the request: a channel transfers a flit in the time that
/// the cost model charges for its bytes.
struct TreeEngine {
  Spec spec;  ///< spec from the request
  Given<flit::FlitParams> params;

  /// Returns the spec with all options that affect packets along trees.
  std::string resolved() const;
  /// Returns the estimate of a run with messages of `bytes` bytes.
  Estimate estimate(NetworkSize const& size, double ranks, double hops, double bytes) const;
};

/// Returns the tree engine of a request, or nullopt if the request has none. Throws InputError at `engine`.
std::optional<TreeEngine> read_tree_engine(Collective::Params const& request, collective::Cost const& cost);

/// The cost of one message along the tree of each group.
struct TreeFlitsRun {
  std::uint32_t vcs = 0;                 ///< virtual channels of each tree
  std::uint64_t packets = 0, flits = 0;  ///< number per message
  std::uint64_t cycles = 0;              ///< cycles until the last arrival
  std::uint64_t min_cycles = 0;          ///< lower bound, see flit::GroupTrees
  std::uint64_t flit_hops = 0;
  double seconds = 0;
};

/// Simulation of in_network operations with flits.
class TreeFlits {
 public:
  /// Builds the network. `ranks`: ranks of the first group. `terminals`: terminals of the ranks of all
  /// groups, group by group.
  TreeFlits(TreeEngine const& engine, TopologyPtr topology, collective::Ranks const& ranks,
            std::vector<std::uint32_t> terminals, std::uint32_t groups);

  /// Runs a task with messages of `bytes` bytes. `in_network`: the algorithm with its parameters.
  TreeFlitsRun run(Spec const& in_network, collective::Task const& task, double bytes,
                   Progress& progress) const;

 private:
  flit::GroupTree tree_of(collective::InNetwork const& algorithm, collective::Task const& task,
                          std::uint32_t group) const;
  std::vector<std::uint32_t> channels(collective::Ranks const& ranks, collective::Tree const& tree,
                                      std::vector<std::uint32_t> const& requested) const;

  std::vector<collective::Ranks> groups_;
  std::vector<std::uint32_t> const terminals_;
  FlitAssembly assembly_;
  flit::FlitNetwork network_;
};

/// A run, and the time according to the step model.
struct TreeFlitsRow {
  std::string algorithm;
  std::uint64_t bytes = 0;
  double computed = 0;  ///< time in the step model, s
  TreeFlitsRun run;
};
Table tree_flits_table(std::vector<TreeFlitsRow> const& rows);

}  // namespace weft::verb

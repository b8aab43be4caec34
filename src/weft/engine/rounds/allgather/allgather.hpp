// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/param.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/clex/clex_flooding.hpp"
#include "weft/topology/shape/grid.hpp"

namespace weft::rounds {

/// When a node of an allgather forwards what it has received.
enum class Stages { pipelined, barrier };

}  // namespace weft::rounds

namespace weft {
template <>
inline constexpr EnumValue<rounds::Stages> enum_values<rounds::Stages>[] = {
    {"pipelined", rounds::Stages::pipelined, "as soon as a message arrives"},
    {"barrier", rounds::Stages::barrier, "when the previous level (dimension, depth) has ended everywhere"}};
}  // namespace weft

namespace weft::rounds {

/// Options of an allgather in rounds.
struct AllgatherOptions {
  Stages stages = Stages::pipelined;
  std::vector<double> bandwidth;  ///< of a channel of each class, messages per round; empty: the topology's
  FloodTrees trees = FloodTrees::shortest;
};

/// The work of one class of channels (a level, a dimension).
struct AllgatherClass {
  std::string name;
  std::uint64_t channels = 0;
  double bandwidth = 1;
  std::uint64_t messages = 0;  ///< in all
  std::uint64_t max = 0;       ///< of one channel
  std::uint64_t rounds = 0;    ///< pipelined: until its last message arrives; with barriers: of its stages
  double mean() const {
    return channels == 0 ? 0 : static_cast<double>(messages) / static_cast<double>(channels);
  }
};

/// An allgather: one message of every terminal to all others, each received exactly once.
struct AllgatherResult {
  std::uint64_t terminals = 0;
  std::uint64_t rounds = 0;
  /// A router must receive the messages of all terminals but its own: their number divided by the bandwidth
  /// of the channels that lead to it, at the router where this is maximal. On CLEX (n - 1) / B.
  double bound = 0;
  /// The same in whole messages and rounds: no schedule is shorter.
  std::uint64_t least_rounds = 0;
  std::vector<AllgatherClass> classes{};
  double ratio() const { return bound == 0 ? 1 : static_cast<double>(rounds) / bound; }
};

/// An allgather by flooding (see allgather_flood.hpp), every message followed slot by slot: up to a few
/// thousand nodes. On CLEX with landing = high, which has no flooding by levels, along breadth-first trees.
/// Throws InputError for trees = one_edge there and on all machines but CLEX.
AllgatherResult simulate_allgather(topology::Clex const& clex, AllgatherOptions const& options);
AllgatherResult simulate_allgather(Grid const& grid, AllgatherOptions const& options);
AllgatherResult simulate_allgather(Network const& network, AllgatherOptions const& options);

/// The same result by the symmetry of the machine: on CLEX one counter per level, on single links one node
/// per pattern of equal digits, with trees of one edge two per set of digits that equal the lowest, on a
/// torus one or two nodes, on a mesh one line per dimension. Networks without a known symmetry are simulated,
/// if small enough. Throws InputError if they are too large.
AllgatherResult allgather(topology::Clex const& clex, AllgatherOptions const& options);
AllgatherResult allgather(Grid const& grid, AllgatherOptions const& options);
AllgatherResult allgather(Network const& network, AllgatherOptions const& options);

/// The total bandwidth of a run, divided among the classes so that a channel gets a share in proportion to
/// the messages it carries: then all classes would be busy for the same time. The paper's assignment.
std::vector<double> bandwidth_by_messages(AllgatherResult const& result);
/// The division that minimizes the sum over all classes of messages / bandwidth: by the root of the messages.
std::vector<double> bandwidth_by_root(AllgatherResult const& result);

/// allgather(). `symmetric`: by the symmetry of CLEX or a grid.
Estimate estimate_allgather(NetworkSize const& size, bool symmetric);

}  // namespace weft::rounds

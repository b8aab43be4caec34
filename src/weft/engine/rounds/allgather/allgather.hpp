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

/// Condition under which a node forwards a received message in an allgather.
enum class Stages { pipelined, barrier };

}  // namespace weft::rounds

namespace weft {
template <>
inline constexpr EnumValue<rounds::Stages> enum_values<rounds::Stages>[] = {
    {"pipelined", rounds::Stages::pipelined, "as soon as a message arrives"},
    {"barrier", rounds::Stages::barrier, "after the previous level (dimension, depth) has ended everywhere"}};
}  // namespace weft

namespace weft::rounds {

/// Options of an allgather in rounds.
struct AllgatherOptions {
  Stages stages = Stages::pipelined;
  std::vector<double> bandwidth;  ///< messages per round and channel, by class; empty: as in the topology
  FloodTrees trees = FloodTrees::shortest;
};

/// Messages and rounds of a channel class (a level or a dimension).
struct AllgatherClass {
  std::string name;
  std::uint64_t channels = 0;
  double bandwidth = 1;
  std::uint64_t messages = 0;  ///< total
  std::uint64_t max = 0;       ///< maximum over the channels
  /// Pipelined: rounds until the last message of the class arrives; with barriers: rounds of its stages
  std::uint64_t rounds = 0;
  double mean() const {
    return channels == 0 ? 0 : static_cast<double>(messages) / static_cast<double>(channels);
  }
};

/// Result of an allgather, in which every terminal sends one message to all others and receives each message
/// exactly once.
struct AllgatherResult {
  std::uint64_t terminals = 0;
  std::uint64_t rounds = 0;
  /// Lower bound on the rounds: the number of messages from other terminals, divided by the bandwidth of the
  /// input channels, at the router that maximizes it. On CLEX (n - 1) / B.
  double bound = 0;
  /// Lower bound on the rounds of any schedule, in whole messages and rounds.
  std::uint64_t min_rounds = 0;
  std::vector<AllgatherClass> classes{};
  double ratio() const { return bound == 0 ? 1 : static_cast<double>(rounds) / bound; }
};

/// Simulates an allgather by flooding (see allgather_flood.hpp), message by message; feasible up to a few
/// thousand nodes. CLEX with landing = high cannot be flooded level by level and uses breadth-first trees.
/// Throws InputError for trees = one_edge except on CLEX with landing = low.
AllgatherResult simulate_allgather(topology::Clex const& clex, AllgatherOptions const& options);
AllgatherResult simulate_allgather(Grid const& grid, AllgatherOptions const& options);
AllgatherResult simulate_allgather(Network const& network, AllgatherOptions const& options);

/// Returns the result of simulate_allgather(), using the symmetry of the machine. It simulates, on CLEX, one
/// counter per level; with single links, one node per pattern of equal digits; with one_edge trees, two nodes
/// per set of digits that equal the lowest digit; on a torus, one or two nodes; on a mesh, one line per
/// dimension. Networks with no known symmetry are simulated in full; throws InputError if they are too large.
AllgatherResult allgather(topology::Clex const& clex, AllgatherOptions const& options);
AllgatherResult allgather(Grid const& grid, AllgatherOptions const& options);
AllgatherResult allgather(Network const& network, AllgatherOptions const& options);

/// Returns the channel bandwidth of each class if the total bandwidth of a run is divided among the classes
/// in proportion to their messages, so that all classes are busy for the same time (Lenzen & Wattenhofer,
/// arXiv 1607.00298).
std::vector<double> bandwidth_by_messages(AllgatherResult const& result);
/// Returns the channel bandwidth of each class if the total bandwidth of a run is divided among the classes
/// in proportion to the square roots of their messages, which minimizes the sum of messages / bandwidth over
/// the classes.
std::vector<double> bandwidth_by_root(AllgatherResult const& result);

/// Returns the estimated memory and time of allgather(). `symmetric`: it uses the symmetry of CLEX or a grid.
Estimate estimate_allgather(NetworkSize const& size, bool symmetric);

}  // namespace weft::rounds

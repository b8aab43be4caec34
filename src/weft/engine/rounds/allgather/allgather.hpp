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

/// Condition under which a node of an allgather forwards received messages.
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
  std::vector<double>
      bandwidth;  ///< messages per round of a channel of each class; empty: those of the topology
  FloodTrees trees = FloodTrees::shortest;
};

/// Messages and rounds of one class of channels (a level, a dimension).
struct AllgatherClass {
  std::string name;
  std::uint64_t channels = 0;
  double bandwidth = 1;
  std::uint64_t messages = 0;  ///< total
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
  /// Lower bound: the messages of all other terminals, divided by the bandwidth of the input channels, at the
  /// router where this is maximal. On CLEX (n - 1) / B.
  double bound = 0;
  /// Lower bound in whole messages and rounds: no schedule is shorter.
  std::uint64_t min_rounds = 0;
  std::vector<AllgatherClass> classes{};
  double ratio() const { return bound == 0 ? 1 : static_cast<double>(rounds) / bound; }
};

/// Simulates an allgather by flooding (see allgather_flood.hpp) message by message: up to a few thousand
/// nodes. On CLEX with landing = high, which has no flooding by levels, along breadth-first trees. Throws
/// InputError for trees = one_edge there and on all machines except CLEX.
AllgatherResult simulate_allgather(topology::Clex const& clex, AllgatherOptions const& options);
AllgatherResult simulate_allgather(Grid const& grid, AllgatherOptions const& options);
AllgatherResult simulate_allgather(Network const& network, AllgatherOptions const& options);

/// Computes the result of simulate_allgather by the symmetry of the machine: on CLEX one counter per level,
/// with single links one node per pattern of equal digits, with trees of one edge two per set of digits that
/// equal the lowest, on a torus one or two nodes, on a mesh one line per dimension. Networks without a known
/// symmetry are simulated, if small enough. Throws InputError if they are too large.
AllgatherResult allgather(topology::Clex const& clex, AllgatherOptions const& options);
AllgatherResult allgather(Grid const& grid, AllgatherOptions const& options);
AllgatherResult allgather(Network const& network, AllgatherOptions const& options);

/// Divides the total bandwidth of a run among the classes in proportion to the messages of a channel, so that
/// all classes are busy for equally long: the assignment of the paper.
std::vector<double> bandwidth_by_messages(AllgatherResult const& result);
/// Divides the bandwidth to minimize the sum over all classes of messages / bandwidth: by the square root of
/// the messages.
std::vector<double> bandwidth_by_root(AllgatherResult const& result);

/// Returns the estimate of allgather(). `symmetric`: by the symmetry of CLEX or a grid.
Estimate estimate_allgather(NetworkSize const& size, bool symmetric);

}  // namespace weft::rounds

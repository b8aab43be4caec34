// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/clex/clex_flooding.hpp"
#include "weft/topology/shape/grid.hpp"

namespace weft::rounds {

/// Reach of messages along each dimension: up to `reach` hops in the plus direction, the rest in the minus
/// direction.
class GridReach {
 public:
  explicit GridReach(Grid const& grid) {
    for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
      axes_.push_back({grid.shape().side(dim), grid.wraps(dim)});
  }
  std::uint32_t dims() const { return static_cast<std::uint32_t>(axes_.size()); }
  /// Returns whether a dimension has two routers with one link: both directions are equal, called plus.
  bool is_pair(std::uint32_t dim) const { return axes_[dim].side == 2 && !axes_[dim].wraps; }
  bool has_ties(std::uint32_t dim) const { return axes_[dim].wraps && axes_[dim].side % 2 == 0; }
  bool any_ties() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (has_ties(dim)) return true;
    return false;
  }

  /// Returns the hops along `dim` of a message from coordinate `from`; `odd`: the tie bit of its source.
  std::uint32_t hops(std::uint32_t dim, bool plus, std::uint32_t from, bool odd) const {
    auto const side = axes_[dim].side;
    if (is_pair(dim)) return plus;
    if (!axes_[dim].wraps) return plus ? side - 1 - from : from;
    auto const half = (side - 1) / 2;
    return half + (has_ties(dim) && plus != odd);
  }

 private:
  struct Axis {
    std::uint32_t side;
    bool wraps;
  };
  std::vector<Axis> axes_;
};

/// A message to be queued at a channel of a flood. The flood defines the meaning of a token (a source, a
/// number of hops).
struct FloodSend {
  std::uint32_t channel, token, stage;
};

/// End of a channel; every message arrives `copies` times (more than once only if one node represents several
/// equal nodes).
struct FloodTarget {
  std::uint32_t node, copies;
};

/// Flooding trees of an allgather as a local rule: the messages that a node sends at the start, and the
/// messages that it forwards after an arrival. Stages ascend along every path; they are the stages of an
/// allgather with barriers.
class Flood {
 public:
  virtual ~Flood() = default;
  virtual std::uint32_t num_nodes() const = 0;
  virtual std::uint32_t num_channels() const = 0;
  virtual std::uint32_t class_of(std::uint32_t channel) const = 0;
  virtual std::span<FloodTarget const> targets(std::uint32_t channel) const = 0;
  /// Appends the node's own messages.
  virtual void start(std::uint32_t node, std::vector<FloodSend>& out) const = 0;
  /// Appends the messages that the node forwards after the arrival of `arrived`.
  virtual void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const = 0;
};

/// Start times of messages on a channel of some bandwidth: in a busy period, message k (k = 0, 1, ..) starts
/// k / bandwidth rounds after the first, which starts with a round; a message that starts within a round
/// arrives at its end. The time model of StoreAndForward.
class Pacer {
 public:
  /// Returns the messages that a busy channel starts within the first `rounds` rounds.
  static std::uint64_t begun_within(std::uint64_t rounds, double bandwidth);

  /// Starts a busy period at `now` (completed rounds) if the channel was idle.
  void wake(std::uint64_t now, double bandwidth) {
    if (static_cast<double>(now - begin_) * bandwidth <= static_cast<double>(count_)) return;
    begin_ = now;
    count_ = 0;
  }
  bool begins_in_round_after(std::uint64_t now, double bandwidth) const {
    return static_cast<double>(count_) / bandwidth < static_cast<double>(now - begin_ + 1);
  }
  void begin_messages(std::uint64_t number) { count_ += number; }
  std::uint64_t begin() const { return begin_; }
  std::uint64_t count() const { return count_; }
  /// Returns the round in which the last started message arrives.
  std::uint64_t last_arrival(double bandwidth) const {
    return begin_ + static_cast<std::uint64_t>(static_cast<double>(count_ - 1) / bandwidth) + 1;
  }

 private:
  std::uint64_t begin_ = 0, count_ = 0;
};

/// Message counts and rounds of the channels of a class in a flood.
struct FloodCounts {
  std::uint64_t messages = 0, max = 0;  ///< over all channels; of one channel
  std::uint64_t last_round = 0;         ///< round in which its last message arrived
  std::uint64_t stage_rounds = 0;       ///< with barriers: rounds of the stages in which the class sends
};

/// Results of a flood: its rounds, arrivals at nodes, and the counts of each class of channels.
struct FloodOutcome {
  std::uint64_t rounds = 0, arrivals = 0;
  std::vector<FloodCounts> classes;
};

/// Options of a flood.
struct FloodSettings {
  bool barrier = false;           ///< a stage starts when the previous one has ended everywhere
  std::vector<double> bandwidth;  ///< messages per round of a channel of each class
  std::function<void(std::uint32_t node, std::uint32_t token)> on_arrival{};
};

/// Simulates a flood slot by slot. Queues are first come, first served; messages that arrive in one round are
/// ordered by stage, then by channel. Memory: 8 bytes per waiting message.
FloodOutcome run_flood(Flood const& flood, FloodSettings const& settings);

/// Makes the flood on CLEX with landing = low; tokens are sources. Full links: level 1, then l, l-1, .., 2:
/// the hop of a level leads to all nodes of the next clique. Single links: the hop of a level >= 2 enters a
/// clique at one node, which forwards the message to the others over level 1 before the next level. Copies
/// that already have the message, including those of the node itself, receive none. Trees of one edge: as
/// single links but on full links; the entry node has the lowest digit of the source, so all edges of a level
/// carry equally many messages. Source: Lenzen & Wattenhofer, arXiv 1607.00298 (all-to-all).
std::unique_ptr<Flood> make_flood(topology::Clex const& clex, FloodTrees trees = FloodTrees::shortest);

/// Makes the flood on torus and mesh, dimension after dimension, in both directions; tokens are terminals. If
/// the length of a ring is even, the farthest router receives half of the messages from each direction: from
/// + the messages of sources with an even sum of coordinates along such dimensions.
std::unique_ptr<Flood> make_flood(Grid const& grid);

/// Makes a flood along breadth-first trees, one for each terminal's router, on any network; tokens are
/// terminals. If several channels are on shortest paths to a router, the tree uses the one with the fewest
/// messages so far. Routers without terminals receive only messages that they forward. Memory: 8 bytes per
/// router and source. Throws InputError for a disconnected network.
std::unique_ptr<Flood> make_flood(Network const& network);

/// Makes the flood of make_flood(clex) with single links, with one node for all nodes that differ only in the
/// names of digits.
std::unique_ptr<Flood> make_pattern_flood(topology::Clex const& clex);
/// Returns the number of kinds of nodes in it.
std::uint64_t num_patterns(topology::Clex const& clex);

/// Makes the flood of make_flood(clex, one_edge) with full links. The root of a message in a clique, where it
/// enters, has the lowest digit of the source; its actions depend on the set of its digits that equal the
/// lowest one. There is a root and another node of its clique for each such set.
std::unique_ptr<Flood> make_root_flood(topology::Clex const& clex);
/// Returns the number of simulated messages of make_root_flood.
double num_followed_by_roots(topology::Clex const& clex);

/// Makes the flood of make_flood(grid) on a torus with equal nodes, with one node for each rule for ties.
std::unique_ptr<Flood> make_ring_flood(Grid const& grid);
/// Returns whether every dimension wraps or has at most two routers.
bool is_ring_grid(Grid const& grid);

}  // namespace weft::rounds

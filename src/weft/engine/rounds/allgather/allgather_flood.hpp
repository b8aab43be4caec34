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

/// Number of hops that messages travel along each dimension of a grid, in the plus and minus directions.
class GridReach {
 public:
  explicit GridReach(Grid const& grid) {
    for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
      axes_.push_back({grid.shape().side(dim), grid.wraps(dim)});
  }
  std::uint32_t dims() const { return static_cast<std::uint32_t>(axes_.size()); }
  /// Returns whether a dimension has two routers and one link between them; then both directions are equal
  /// and called plus.
  bool is_pair(std::uint32_t dim) const { return axes_[dim].side == 2 && !axes_[dim].wraps; }
  bool has_ties(std::uint32_t dim) const { return axes_[dim].wraps && axes_[dim].side % 2 == 0; }
  bool any_ties() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (has_ties(dim)) return true;
    return false;
  }

  /// Returns the hops along `dim`, in the plus or minus direction, of a message from coordinate `from`.
  /// `odd`: the tie bit of its source.
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

/// A message to be queued at a channel of a flood. The flood defines the meaning of `token`, such as a source
/// or a number of hops.
struct FloodSend {
  std::uint32_t channel, token, stage;
};

/// Target node of a channel. Every message arrives `copies` times: more than once only if one node represents
/// several equivalent nodes.
struct FloodTarget {
  std::uint32_t node, copies;
};

/// Flooding trees of an allgather, as a local rule: the messages that a node sends at the start, and the
/// messages that it forwards after an arrival. Stages increase along every path; they are the stages of an
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

/// Start times of messages on a channel with a given bandwidth. In a busy period, message k (k = 0, 1, ..)
/// starts k / bandwidth rounds after the first message, which starts at the beginning of a round. A message
/// that starts within a round arrives at the end of the round. This is the time model of StoreAndForward.
class Pacer {
 public:
  /// Returns the number of messages that start within the first `rounds` rounds of a busy period.
  static std::uint64_t num_started(std::uint64_t rounds, double bandwidth);

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
  /// Returns the number of rounds after which the last started message has arrived.
  std::uint64_t last_arrival(double bandwidth) const {
    return begin_ + static_cast<std::uint64_t>(static_cast<double>(count_ - 1) / bandwidth) + 1;
  }

 private:
  std::uint64_t begin_ = 0, count_ = 0;
};

/// Message counts and rounds of the channels of a class in a flood.
struct FloodCounts {
  std::uint64_t messages = 0, max = 0;  ///< total; maximum over the channels
  std::uint64_t last_round = 0;         ///< round in which the last message of the class arrived
  std::uint64_t stage_rounds = 0;       ///< with barriers: rounds of the stages in which the class sends
};

/// Result of run_flood(): the rounds, the number of arrivals at nodes, and the counts of each channel class.
struct FloodOutcome {
  std::uint64_t rounds = 0, arrivals = 0;
  std::vector<FloodCounts> classes;
};

/// Options of a flood.
struct FloodSettings {
  bool barrier = false;           ///< a stage starts when the previous one has ended at all nodes
  std::vector<double> bandwidth;  ///< messages per round and channel, by class
  std::function<void(std::uint32_t node, std::uint32_t token)> on_arrival{};
};

/// Simulates a flood round by round. Queues are first come, first served; messages that arrive in the same
/// round are ordered by stage, then by channel. Memory: 8 bytes per waiting message.
FloodOutcome run_flood(Flood const& flood, FloodSettings const& settings);

/// Creates the flood on CLEX with landing = low; tokens are sources. Full links: level 1, then levels l, l-1,
/// .., 2; the hop of a level leads to all nodes of the next clique. Single links: the hop of a level >= 2
/// enters a clique at one node, which forwards the message to the others over level 1 before the next level.
/// Copies that already have the message, including the copy of the node, receive none. One_edge trees: as
/// with single links, but on full links; the entry node has the lowest digit of the source, so that all edges
/// of a level carry the same number of messages. Source: Lenzen & Wattenhofer, arXiv 1607.00298 (all-to-all).
std::unique_ptr<Flood> make_flood(topology::Clex const& clex, FloodTrees trees = FloodTrees::shortest);

/// Creates the flood on a torus or mesh: dimension by dimension, in both directions; tokens are terminals. If
/// the length of a ring is even, the farthest router receives half of the messages from each direction: from
/// the plus direction the messages of sources with an even sum of coordinates along dimensions of even
/// length.
std::unique_ptr<Flood> make_flood(Grid const& grid);

/// Creates a flood along breadth-first trees, one from the router of each terminal, on any network; tokens
/// are terminals. If several channels are on shortest paths to a router, the tree uses the one with the
/// fewest messages so far. Routers that have no terminals receive only messages that they forward. Memory: 8
/// bytes per router and source. Throws InputError if the network is disconnected.
std::unique_ptr<Flood> make_flood(Network const& network);

/// Creates the quotient of make_flood(clex) with single links: one node represents all nodes that are equal
/// up to a renaming of the digit values.
std::unique_ptr<Flood> make_pattern_flood(topology::Clex const& clex);
/// Returns the number of nodes of make_pattern_flood().
std::uint64_t num_patterns(topology::Clex const& clex);

/// Creates the quotient of make_flood(clex, one_edge) with full links. The root of a message in a clique,
/// where the message enters, has the lowest digit of the source; its actions depend on the set of its digits
/// that equal the lowest one. For each such set, the quotient has a root and one other node of its clique.
std::unique_ptr<Flood> make_root_flood(topology::Clex const& clex);
/// Returns the number of messages in a simulation of make_root_flood().
double num_followed_by_roots(topology::Clex const& clex);

/// Creates the quotient of make_flood(grid) on a torus with equivalent nodes: one node for each tie rule.
std::unique_ptr<Flood> make_ring_flood(Grid const& grid);
/// Returns whether every dimension wraps around or has at most two routers.
bool is_ring_grid(Grid const& grid);

}  // namespace weft::rounds

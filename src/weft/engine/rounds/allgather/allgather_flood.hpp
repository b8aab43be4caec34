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

/// The reach of messages along each dimension: up to `reach` hops by plus, the rest by minus.
class GridReach {
 public:
  explicit GridReach(Grid const& grid) {
    for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
      axes_.push_back({grid.shape().side(dim), grid.wraps(dim)});
  }
  std::uint32_t dims() const { return static_cast<std::uint32_t>(axes_.size()); }
  /// Two routers with one link: both directions are the same, called plus.
  bool is_pair(std::uint32_t dim) const { return axes_[dim].side == 2 && !axes_[dim].wraps; }
  bool has_ties(std::uint32_t dim) const { return axes_[dim].wraps && axes_[dim].side % 2 == 0; }
  bool any_ties() const {
    for (std::uint32_t dim = 0; dim < dims(); ++dim)
      if (has_ties(dim)) return true;
    return false;
  }

  /// Hops that a message from coordinate `from` takes along dim; `odd`: its source's tie bit.
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

/// A message put into the queue of a channel of a flood. The flood defines the meaning of a token (a source,
/// a number of hops).
struct FloodSend {
  std::uint32_t channel, token, stage;
};

/// Where a channel leads; every message sent arrives `copies` times (more than once only if nodes that are
/// alike are simulated as one).
struct FloodTarget {
  std::uint32_t node, copies;
};

/// The flooding trees of an allgather as a local rule: what a node sends at the start, and what it forwards
/// when a message arrives. Stages are ascending along every path; the stages of an allgather with barriers.
class Flood {
 public:
  virtual ~Flood() = default;
  virtual std::uint32_t num_nodes() const = 0;
  virtual std::uint32_t num_channels() const = 0;
  virtual std::uint32_t class_of(std::uint32_t channel) const = 0;
  virtual std::span<FloodTarget const> targets(std::uint32_t channel) const = 0;
  /// Appends the node's own messages.
  virtual void start(std::uint32_t node, std::vector<FloodSend>& out) const = 0;
  /// Appends the messages that the node forwards after one came as `arrived`.
  virtual void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const = 0;
};

/// When a channel of some bandwidth begins its messages: in a busy period the k-th (k = 0, 1, ..) begins k /
/// bandwidth rounds after the first, which begins with a round; a message begun within a round has arrived at
/// its end. The same time model as StoreAndForward.
class Pacer {
 public:
  /// Messages that a busy channel begins within the first `rounds` rounds.
  static std::uint64_t begun_within(std::uint64_t rounds, double bandwidth);

  /// Begins a new busy period at `now` (the rounds completed so far) if the channel has been free before.
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
  /// The round in which the last message begun arrives.
  std::uint64_t last_arrival(double bandwidth) const {
    return begin_ + static_cast<std::uint64_t>(static_cast<double>(count_ - 1) / bandwidth) + 1;
  }

 private:
  std::uint64_t begin_ = 0, count_ = 0;
};

/// The work of the channels of a class in a flood.
struct FloodCounts {
  std::uint64_t messages = 0, max = 0;  ///< over all channels; of one channel
  std::uint64_t last_round = 0;         ///< in which its last message arrived
  std::uint64_t stage_rounds = 0;       ///< with barriers: of the stages in which the class sends
};

/// Results of a flood: its rounds, arrivals at nodes, and the work of each class of channels.
struct FloodOutcome {
  std::uint64_t rounds = 0, arrivals = 0;
  std::vector<FloodCounts> classes;
};

/// Options of a flood.
struct FloodSettings {
  bool barrier = false;           ///< a stage begins when the one before has ended everywhere
  std::vector<double> bandwidth;  ///< of a channel of each class, messages per round
  std::function<void(std::uint32_t node, std::uint32_t token)> on_arrival{};
};

/// Floods slot by slot. Queues are first come, first served; messages that arrive in one round are ordered by
/// stage, then by channel. Memory: 8 bytes per message that waits.
FloodOutcome run_flood(Flood const& flood, FloodSettings const& settings);

/// Flooding on CLEX with landing = low; tokens are sources. Full: level 1, then l, l-1, .., 2: the hop of a
/// level leads to all nodes of the clique it enters. Single links: the hop of a level >= 2 enters a clique at
/// one node, which passes the message on to the others over level 1 before the next level. Copies that
/// already have the message, those of the node itself, receive nothing. Trees of one edge: the same on full
/// links; the one node is that with the lowest digit of the source, so that all edges of a level carry
/// equally much. Source: Lenzen & Wattenhofer, arXiv 1607.00298 (all-to-all).
std::unique_ptr<Flood> make_flood(topology::Clex const& clex, FloodTrees trees = FloodTrees::shortest);

/// Flooding on torus and mesh, dimension after dimension, in both directions; tokens are terminals. If the
/// length of a ring is even, the farthest router gets half of the messages from each direction: from + those
/// of sources whose coordinates along such dimensions have an even sum.
std::unique_ptr<Flood> make_flood(Grid const& grid);

/// Flooding along breadth-first trees, one for each terminal's router, on any network; tokens are terminals.
/// If several channels are on shortest paths to a router, the tree takes the one with fewest messages so far.
/// Routers without terminals receive only messages that they forward. Memory: 8 bytes per router and source.
/// Refuses networks that are not connected.
std::unique_ptr<Flood> make_flood(Network const& network);

/// The flood of make_flood(clex) with single links; nodes that differ only in the names of digits are one.
std::unique_ptr<Flood> make_pattern_flood(topology::Clex const& clex);
/// The number of kinds of nodes in it.
std::uint64_t num_patterns(topology::Clex const& clex);

/// The flood of make_flood(clex, one_edge) with full links. The node at which a message enters a clique, its
/// root, has the lowest digit of the source; what it does depends on the set of its digits that equal the
/// lowest one. There is a root and another node of its clique for each such set.
std::unique_ptr<Flood> make_root_flood(topology::Clex const& clex);
/// The messages followed in it.
double num_followed_by_roots(topology::Clex const& clex);

/// The flood of make_flood(grid) on a torus (all nodes alike), one node for each rule of breaking ties.
std::unique_ptr<Flood> make_ring_flood(Grid const& grid);
/// Whether every dimension wraps or has at most two routers.
bool is_ring_grid(Grid const& grid);

}  // namespace weft::rounds

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "weft/network/machine.hpp"

namespace weft::routing {

/// Pool of scratch space for several threads; makes one allocation per concurrent user.
template <class Scratch>
class ScratchPool {
 public:
  /// Calls body(Scratch&) with scratch space that no other thread uses; `make()` creates scratch space if
  /// none is idle.
  template <class Make, class Body>
  auto with(Make make, Body body) {
    auto scratch = take();
    if (!scratch) scratch = std::make_unique<Scratch>(make());
    struct Return {
      ScratchPool* pool;
      std::unique_ptr<Scratch>* scratch;
      ~Return() { pool->give(std::move(*scratch)); }
    } const back{this, &scratch};
    return body(*scratch);
  }

 private:
  std::unique_ptr<Scratch> take() {
    std::lock_guard const lock(mutex_);
    if (idle_.empty()) return nullptr;
    auto scratch = std::move(idle_.back());
    idle_.pop_back();
    return scratch;
  }
  void give(std::unique_ptr<Scratch> scratch) {
    std::lock_guard const lock(mutex_);
    idle_.push_back(std::move(scratch));
  }
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> idle_;
};

/// Paths of a routing through a network, as paths of a graph: a state is a router with the relevant history
/// of a packet, a step is a channel. Paths start in state r of router r and end in any state of their
/// destination. Self loops and failed channels are excluded. No path passes through a host with several
/// channels: paths enter it in its second state, which has no steps. 16 bytes per step.
class PathGraph {
 public:
  struct Step {
    std::uint32_t state, channel;
  };

  /// Returns the graph of all paths: one state per router, and a second state for each host with several
  /// channels.
  static PathGraph all(Network const& network);
  /// Returns the graph of all paths; sets grid() if applicable.
  static PathGraph all(Machine const& machine);
  /// Returns the graph of paths up and then down (M. D. Schroeder et al., Autonet, IEEE J. Sel. Areas Commun.
  /// 1991): a channel is up if it leads to a router of lower rank, or of equal rank and lower index. State r:
  /// the packet may still go up at router r; r + routers: it has gone down.
  static PathGraph up_down(Network const& network, std::span<std::uint32_t const> rank);

  std::uint32_t num_routers() const { return routers_; }
  std::uint32_t num_states() const { return static_cast<std::uint32_t>(out_.first.size() - 1); }
  std::uint32_t router_of(std::uint32_t state) const { return state < routers_ ? state : state - routers_; }
  /// Returns the grid if the graph contains all paths of a grid and all channels join neighbors along rings
  /// and paths; else null.
  GridGeometry const* grid() const { return grid_.get(); }
  /// Returns the final state of the paths to `router` in the graph that all() returns.
  std::uint32_t end_at(std::uint32_t router) const {
    return router < is_host_.size() && is_host_[router] ? router + routers_ : router;
  }
  /// Returns the steps from a state, with their target states, ordered by port.
  std::span<Step const> steps(std::uint32_t state) const { return out_.of(state); }
  /// Returns the steps into a state, with their source states.
  std::span<Step const> steps_into(std::uint32_t state) const { return in_.of(state); }
  /// Calls visit(state) for each state of `router`.
  template <class Visit>
  void for_each_state_of(std::uint32_t router, Visit visit) const {
    for (auto state = router; state < num_states(); state += routers_) visit(state);
  }

 private:
  struct Rows {
    std::vector<std::uint32_t> first;
    std::vector<Step> steps;
    std::span<Step const> of(std::uint32_t state) const {
      return {steps.data() + first[state], steps.data() + first[state + std::size_t{1}]};
    }
  };
  PathGraph(std::uint32_t routers, Rows out, std::vector<bool> is_host);

  std::uint32_t routers_;
  Rows out_, in_;
  std::vector<bool> is_host_;  // whether each router is a host with several channels, up to the last host
  std::shared_ptr<GridGeometry const> grid_;
};

}  // namespace weft::routing

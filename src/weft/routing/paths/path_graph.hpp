// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "weft/network/machine.hpp"

namespace weft::routing {

/// Working space that several threads borrow, so that it is allocated once for each that works at a time.
template <class Scratch>
class ScratchPool {
 public:
  /// Calls body(Scratch&) with one that no other thread uses; `make()` makes a new one.
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

/// The paths that a routing may take through a network, as those of a graph: a state is a router and the
/// history that matters, a step a channel. Paths start in state r of router r and end in any state of their
/// destination. Without self loops and failed channels. No path passes through a host that has several
/// channels: they enter it in its second state, which none leave. 16 bytes per step.
class PathGraph {
 public:
  struct Step {
    std::uint32_t state, channel;
  };

  /// All paths: one state per router, and a second one of each host with several channels.
  static PathGraph all(Network const& network);
  /// The same, with grid().
  static PathGraph all(Machine const& machine);
  /// Up first, then down (M. D. Schroeder et al., Autonet, IEEE J. Sel. Areas Commun. 1991): a channel leads
  /// up if it leads to a lower rank, or among equal ranks to a lower number. State r: still going up; r +
  /// routers: going down.
  static PathGraph up_down(Network const& network, std::span<std::uint32_t const> rank);

  std::uint32_t num_routers() const { return routers_; }
  std::uint32_t num_states() const { return static_cast<std::uint32_t>(out_.first.size() - 1); }
  std::uint32_t router_of(std::uint32_t state) const { return state < routers_ ? state : state - routers_; }
  /// The grid of which these are all paths, if its channels join neighbors along rings and paths; else null.
  GridGeometry const* grid() const { return grid_.get(); }
  /// The state in which the paths of all() end at a router.
  std::uint32_t end_at(std::uint32_t router) const {
    return router < is_host_.size() && is_host_[router] ? router + routers_ : router;
  }
  /// The targets of a state's steps, by port.
  std::span<Step const> steps(std::uint32_t state) const { return out_.of(state); }
  /// The sources of the steps into a state.
  std::span<Step const> steps_into(std::uint32_t state) const { return in_.of(state); }
  /// Calls visit(state) for each state of a router.
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
  std::vector<bool> is_host_;  // with several channels, up to the last one
  std::shared_ptr<GridGeometry const> grid_;
};

}  // namespace weft::routing

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/forwarding/destination_routes.hpp"

namespace weft::routing {

/// The routes to one destination: a tree of routers that lead there, and others. Scratch space, one per
/// worker.
class DestinationTree {
 public:
  explicit DestinationTree(std::size_t routers) : depth_(routers), fate_(routers), order_(routers) {}

  /// States of a route: not yet followed, known to arrive, or the reason for which it does not.
  enum class Fate : std::uint8_t { unknown, on_path, arrives, no_entry, dead_port, wrong_host, loops };

  /// `next`: the next hop at each router.
  void follow(std::span<NextHop const> next, Network const& network);

  Fate fate(std::uint32_t router) const { return fate_[router]; }
  /// Hops from a router whose packets arrive.
  std::uint32_t depth(std::uint32_t router) const { return depth_[router]; }
  /// The routers whose packets arrive, farthest first.
  std::span<std::uint32_t const> order() const { return {order_.data(), arriving_}; }

 private:
  void follow_from(std::uint32_t router, std::span<NextHop const> next, Network const& network);
  void sort_by_depth();

  std::vector<std::uint32_t> depth_, path_, first_;
  std::vector<Fate> fate_;
  std::vector<std::uint32_t> order_;
  std::size_t arriving_ = 0;
};

}  // namespace weft::routing

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::routing {

/// Routes through a network, each the numbers of the channels that it takes, one after the other.
class RouteSet {
 public:
  void add(std::span<std::uint32_t const> channels);
  std::size_t size() const { return first_.size() - 1; }
  std::span<std::uint32_t const> operator[](std::size_t route) const {
    return std::span(channels_).subspan(first_[route], first_[route + 1] - first_[route]);
  }
  /// One more than the highest number of a channel, 0 if there is none.
  std::uint32_t num_channels() const { return num_channels_; }

 private:
  std::vector<std::uint64_t> first_{0};
  std::vector<std::uint32_t> channels_;
  std::uint32_t num_channels_ = 0;
};

/// A virtual layer for each route of a set. Each layer has a class of virtual channels of its own.
struct Layering {
  std::vector<std::uint16_t> layer;  ///< of each route
  std::uint32_t layers = 1;
};

/// Whether no layer's channel dependencies (a route takes one channel directly after another) close a cycle,
/// so that the routes are free of deadlock (Dally & Seitz, IEEE Trans. Computers C-36(5), 1987).
bool is_acyclic(RouteSet const& routes, Layering const& layering);

/// Puts every route, in order, into the first layer whose channel dependencies stay acyclic with it (LASH:
/// Skeie, Lysne & Theiss, Layered shortest path routing in irregular system area networks, IPDPS 2002).
/// Throws InputError for a route that takes a channel twice, which can wait for itself in any layer, and if
/// it takes more than 65,536 layers.
Layering layer_one_by_one(RouteSet const& routes);

/// Puts all routes into the first layer; while there is a cycle, moves the routes of the cycle's dependency
/// with the fewest routes to the next layer; then does the same with that layer (DFSSSP: Domke, Hoefler &
/// Nagel, Deadlock-free oblivious routing for arbitrary topologies, IPDPS 2011). Throws as layer_one_by_one.
Layering layer_by_cycles(RouteSet const& routes);

/// The result with fewer layers of these two, the first if they tie. Finding the minimum is NP-complete
/// (Domke et al.); if one layer suffices, the result has one. Throws as they do.
Layering layer_sparingly(RouteSet const& routes);

}  // namespace weft::routing

// SPDX-License-Identifier: Apache-2.0
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

/// The channel dependencies of a set of routes: a dependency is a pair of channels that some route takes one
/// directly after the other. They are numbered by the channel held, then by the one waited for.
class RouteDependencies {
 public:
  explicit RouteDependencies(RouteSet const& routes);

  std::uint32_t num_channels() const { return num_channels_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(held_.size()); }
  std::uint32_t held(std::uint32_t dependency) const { return held_[dependency]; }
  std::uint32_t wanted(std::uint32_t dependency) const { return wanted_[dependency]; }
  /// Dependencies first_out(c) .. first_out(c + 1) are those in which channel c is held.
  std::uint32_t first_out(std::uint32_t channel) const { return first_out_[channel]; }
  /// Those in which the channel is waited for.
  std::span<std::uint32_t const> into(std::uint32_t channel) const {
    return std::span(into_).subspan(first_into_[channel], first_into_[channel + 1] - first_into_[channel]);
  }
  std::span<std::uint32_t const> of_route(std::size_t route) const {
    return std::span(of_route_).subspan(first_of_route_[route],
                                        first_of_route_[route + 1] - first_of_route_[route]);
  }
  /// The routes that have a dependency (as often as they have it).
  std::span<std::uint32_t const> routes(std::uint32_t dependency) const {
    return std::span(routes_).subspan(first_route_[dependency],
                                      first_route_[dependency + 1] - first_route_[dependency]);
  }

 private:
  void number(RouteSet const& routes);
  void link_routes();

  std::uint32_t num_channels_;
  std::vector<std::uint32_t> held_, wanted_, first_out_, first_into_, into_;
  std::vector<std::uint64_t> first_of_route_{0}, first_route_;
  std::vector<std::uint32_t> of_route_, routes_;
};

}  // namespace weft::routing

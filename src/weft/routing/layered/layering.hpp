// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::routing {

/// Routes through a network, each a sequence of channel numbers.
class RouteSet {
 public:
  void add(std::span<std::uint32_t const> channels);
  std::size_t size() const { return first_.size() - 1; }
  std::span<std::uint32_t const> operator[](std::size_t route) const {
    return std::span(channels_).subspan(first_[route], first_[route + 1] - first_[route]);
  }
  /// Returns one more than the highest channel number, 0 if there is none.
  std::uint32_t num_channels() const { return num_channels_; }

 private:
  std::vector<std::uint64_t> first_{0};
  std::vector<std::uint32_t> channels_;
  std::uint32_t num_channels_ = 0;
};

/// A virtual layer for each route of a set. Each layer has a separate class of virtual channels.
struct Layering {
  std::vector<std::uint16_t> layer;  ///< by route
  std::uint32_t layers = 1;
};

/// Returns whether the channel dependencies of each layer (a route uses one channel directly after another)
/// are acyclic, so that the routes are free of deadlock (Dally & Seitz, IEEE Trans. Computers C-36(5), 1987).
bool is_acyclic(RouteSet const& routes, Layering const& layering);

/// Adds every route, in order, to the first layer with channel dependencies that stay acyclic (LASH: Skeie,
/// Lysne & Theiss, Layered shortest path routing in irregular system area networks, IPDPS 2002). Throws
/// InputError for a route that uses a channel twice, which can wait for itself in any layer, and if more than
/// 65,536 layers are required.
Layering layer_one_by_one(RouteSet const& routes);

/// Adds all routes to the first layer; while there is a cycle, moves the routes of its dependency with the
/// fewest routes to the next layer; then repeats this with the next layer (DFSSSP: Domke, Hoefler & Nagel,
/// Deadlock-free oblivious routing for arbitrary topologies, IPDPS 2011). Throws as layer_one_by_one.
Layering layer_by_cycles(RouteSet const& routes);

/// Returns the result of the two methods with fewer layers, the first if they tie. Finding the minimum is
/// NP-complete (Domke et al.); if one layer suffices, the result has one. Throws as the methods do.
Layering layer_sparingly(RouteSet const& routes);

/// Channel dependencies of a set of routes: a dependency is a pair of channels that some route uses in direct
/// succession. They are numbered by the first channel, then by the second.
class RouteDependencies {
 public:
  explicit RouteDependencies(RouteSet const& routes);

  std::uint32_t num_channels() const { return num_channels_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(held_.size()); }
  std::uint32_t held(std::uint32_t dependency) const { return held_[dependency]; }
  std::uint32_t wanted(std::uint32_t dependency) const { return wanted_[dependency]; }
  /// Dependencies first_out(c) .. first_out(c + 1) - 1 start at channel c.
  std::uint32_t first_out(std::uint32_t channel) const { return first_out_[channel]; }
  /// Returns the dependencies that end at `channel`.
  std::span<std::uint32_t const> into(std::uint32_t channel) const {
    return std::span(into_).subspan(first_into_[channel], first_into_[channel + 1] - first_into_[channel]);
  }
  std::span<std::uint32_t const> of_route(std::size_t route) const {
    return std::span(of_route_).subspan(first_of_route_[route],
                                        first_of_route_[route + 1] - first_of_route_[route]);
  }
  /// Returns the routes that contain a dependency (with multiplicity).
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

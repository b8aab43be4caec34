// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::routing {

/// Routes through a network, each a sequence of channel indices.
class RouteSet {
 public:
  void add(std::span<std::uint32_t const> channels);
  std::size_t size() const { return first_.size() - 1; }
  std::span<std::uint32_t const> operator[](std::size_t route) const {
    return std::span(channels_).subspan(first_[route], first_[route + 1] - first_[route]);
  }
  /// Returns 1 + the highest channel index; 0 if there are no channels.
  std::uint32_t num_channels() const { return num_channels_; }

 private:
  std::vector<std::uint64_t> first_{0};
  std::vector<std::uint32_t> channels_;
  std::uint32_t num_channels_ = 0;
};

/// A virtual layer for each route of a set. Each layer uses a separate class of virtual channels.
struct Layering {
  std::vector<std::uint16_t> layer;  ///< by route
  std::uint32_t layers = 1;
};

/// Returns whether the channel dependencies of each layer (pairs of channels that a route uses in direct
/// succession) are acyclic, so that the routes are deadlock-free (Dally & Seitz, IEEE Trans. Computers
/// C-36(5), 1987).
bool is_acyclic(RouteSet const& routes, Layering const& layering);

/// Adds every route, in order, to the first layer in which the channel dependencies remain acyclic (LASH:
/// Skeie, Lysne & Theiss, Layered shortest path routing in irregular system area networks, IPDPS 2002).
/// Throws InputError if a route uses a channel twice, because it can wait for itself in any layer, and if
/// more than 65,536 layers are required.
Layering layer_one_by_one(RouteSet const& routes);

/// Adds all routes to the first layer. While the layer has a cycle, selects the dependency of the cycle with
/// the fewest routes and moves these routes to the next layer; then continues with the next layer (DFSSSP:
/// Domke, Hoefler & Nagel, Deadlock-free oblivious routing for arbitrary topologies, IPDPS 2011). Throws like
/// layer_one_by_one.
Layering layer_by_cycles(RouteSet const& routes);

/// Returns the result of layer_one_by_one or layer_by_cycles with fewer layers, the former if they tie.
/// Finding the minimum is NP-complete (Domke et al.); if one layer suffices, the result has one. Throws like
/// layer_one_by_one.
Layering layer_sparingly(RouteSet const& routes);

/// Channel dependencies of a set of routes. A dependency is a pair of channels that a route uses in direct
/// succession. Dependencies are numbered by their first channels, then by their second channels.
class RouteDependencies {
 public:
  explicit RouteDependencies(RouteSet const& routes);

  std::uint32_t num_channels() const { return num_channels_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(held_.size()); }
  std::uint32_t held(std::uint32_t dependency) const { return held_[dependency]; }
  std::uint32_t requested(std::uint32_t dependency) const { return requested_[dependency]; }
  /// Returns the first dependency that starts at a channel: dependencies first_out(c) .. first_out(c + 1) - 1
  /// start at channel c.
  std::uint32_t first_out(std::uint32_t channel) const { return first_out_[channel]; }
  /// Returns the dependencies that end at `channel`.
  std::span<std::uint32_t const> into(std::uint32_t channel) const {
    return std::span(into_).subspan(first_into_[channel], first_into_[channel + 1] - first_into_[channel]);
  }
  std::span<std::uint32_t const> of_route(std::size_t route) const {
    return std::span(of_route_).subspan(first_of_route_[route],
                                        first_of_route_[route + 1] - first_of_route_[route]);
  }
  /// Returns the routes that contain a dependency, with multiplicity.
  std::span<std::uint32_t const> routes(std::uint32_t dependency) const {
    return std::span(routes_).subspan(first_route_[dependency],
                                      first_route_[dependency + 1] - first_route_[dependency]);
  }

 private:
  void number(RouteSet const& routes);
  void link_routes();

  std::uint32_t num_channels_;
  std::vector<std::uint32_t> held_, requested_, first_out_, first_into_, into_;
  std::vector<std::uint64_t> first_of_route_{0}, first_route_;
  std::vector<std::uint32_t> of_route_, routes_;
};

}  // namespace weft::routing

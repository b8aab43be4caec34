#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/routing/layered/layering.hpp"

namespace weft::routing {

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

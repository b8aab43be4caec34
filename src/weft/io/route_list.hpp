// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Routes through a network, each the routers that a packet visits, one after the other.
struct RouteList {
  struct Visit {
    std::uint32_t router = 0;
    std::uint16_t port =
        0;                ///< output port of the previous router that the packet takes; 0 at the first router
    std::uint8_t vc = 0;  ///< virtual channel on which it arrives
  };
  struct Route {
    std::size_t first = 0;     ///< where its visits begin
    std::uint32_t weight = 1;  ///< its share of the traffic of its pair, relative to the other routes
    std::uint32_t line = 0;    ///< of the file, from 1
  };
  std::vector<Visit> visits;
  std::vector<Route> routes;
  bool names_vcs = false;  ///< some virtual channel is given

  std::span<Visit const> operator[](std::size_t route) const {
    auto const end = route + 1 < routes.size() ? routes[route + 1].first : visits.size();
    return std::span(visits).subspan(routes[route].first, end - routes[route].first);
  }
};

/// The network of the routes.
struct RouteGround {
  std::uint64_t routers = 0;
  std::vector<std::string> names = {};  ///< of the routers; empty: they have only numbers
  /// The output port from one router to another: this one, or the first if none is given. Nothing if there is
  /// none.
  std::function<std::optional<std::uint16_t>(std::uint32_t from, std::uint32_t to,
                                             std::optional<std::uint16_t> port)>
      port;

  std::string name(std::uint32_t router) const {
    return names.empty() ? std::to_string(router) : names[router];
  }
};

/// Reads a route list: on each line the routers that a packet visits, at least two, by name or number (only
/// by name where a name is a number itself), separated by blanks or commas, and optionally `weight=W` at the
/// end, a whole number from 1 to 2^20. A router may be written `router@port:vc`, with the output port of the
/// previous router and the virtual channel, 0 to 63, that the packet takes; without them it takes the first
/// port that leads there and virtual channel 0. Routes may visit routers again. `#` begins a comment; blank
/// lines are skipped. Throws InputError at file:line:column, also for routers that are not linked; `file` is
/// the name used there.
RouteList parse_route_list(std::string_view text, std::string_view file, RouteGround const& ground);
RouteList read_route_list(std::filesystem::path const& path, RouteGround const& ground);

}  // namespace weft

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

/// Routes through a network, as sequences of the routers that a packet visits.
struct RouteList {
  struct Visit {
    std::uint32_t router = 0;
    std::uint16_t port = 0;  ///< output port of the previous router; 0 at the first router
    std::uint8_t vc = 0;     ///< virtual channel on arrival
  };
  struct Route {
    std::size_t first = 0;     ///< index of its first visit
    std::uint32_t weight = 1;  ///< share of the traffic of the pair, relative to the other routes
    std::uint32_t line = 0;    ///< line of the file, from 1
  };
  std::vector<Visit> visits;
  std::vector<Route> routes;
  bool names_vcs = false;  ///< whether any virtual channel is specified

  std::span<Visit const> operator[](std::size_t route) const {
    auto const end = route + 1 < routes.size() ? routes[route + 1].first : visits.size();
    return std::span(visits).subspan(routes[route].first, end - routes[route].first);
  }
};

/// The network to which the routes of a list refer.
struct RouteGround {
  std::uint64_t routers = 0;
  std::vector<std::string> names = {};  ///< names of the routers; may be empty
  /// Returns the output port from one router to another: `port` if specified, else the first one. Returns
  /// nullopt if there is no such port.
  std::function<std::optional<std::uint16_t>(std::uint32_t from, std::uint32_t to,
                                             std::optional<std::uint16_t> port)>
      port;

  std::string name(std::uint32_t router) const {
    return names.empty() ? std::to_string(router) : names[router];
  }
};

/// Parses a route list. Each line lists the routers that a packet visits, at least two, by name or number (by
/// name only, if some name is a number), separated by blanks or commas, and optionally ends with `weight=W`,
/// a whole number from 1 to 2^20. `router@port:vc` specifies the output port of the previous router and the
/// virtual channel, 0 to 63; the defaults are the first port that leads to the router and virtual channel 0.
/// Routes may visit routers repeatedly. `#` begins a comment; blank lines are skipped. Throws InputError at
/// file:line:column, also for routers that are not linked; `file`: name for error messages.
RouteList parse_route_list(std::string_view text, std::string_view file, RouteGround const& ground);
RouteList read_route_list(std::filesystem::path const& path, RouteGround const& ground);

}  // namespace weft

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace weft {

/// Paths between routers, one after the other.
struct RouteList {
  struct Route {
    std::uint32_t from = 0, to = 0;
    std::uint64_t weight = 1;
    std::size_t first_port = 0;
  };
  std::vector<Route> routes;
  std::vector<std::uint16_t> ports;  ///< by which each route leaves its routers, in order

  /// The end of the ports of route i.
  std::size_t last_port(std::size_t i) const {
    return i + 1 < routes.size() ? routes[i + 1].first_port : ports.size();
  }
};

/// The router at the far end of a port; nothing if there is no such port.
using PortTarget = std::function<std::optional<std::uint32_t>(std::uint32_t router, std::uint16_t port)>;

/// Reads a route list: one `from to weight port port ..` to a line, the way from a router to another by the output ports to take.
/// Several lines of a pair share its traffic in proportion of their weights, whole numbers from 1 to 2^20. `#` begins a comment;
/// blank lines are skipped. Throws InputError at file:line:column, also for a port that
/// is none, a route that visits a router twice and one that does not end where it should; `file` is the name used there.
RouteList parse_route_list(std::string_view text, std::string_view file, std::uint64_t routers,
                           PortTarget const& target);
RouteList read_route_list(std::filesystem::path const& path, std::uint64_t routers, PortTarget const& target);

}  // namespace weft

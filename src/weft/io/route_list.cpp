#include "weft/io/route_list.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_weight = std::uint64_t{1} << 20;

/// The ports of one route. `visited`: the routers on it.
void read_ports(LineReader& line, PortTarget const& target, RouteList& list,
                std::vector<std::uint32_t>& visited) {
  auto const& route = list.routes.back();
  visited.assign(1, route.from);
  while (!line.at_end()) {
    auto const place = line.place();
    auto const port = static_cast<std::uint16_t>(line.number("port", 0, 65534));
    auto const next = target(visited.back(), port);
    if (!next)
      line.fail_at(place, "port = " + std::to_string(port),
                   "router " + std::to_string(visited.back()) + " has no such port");
    if (std::ranges::find(visited, *next) != visited.end())
      line.fail_at(place, "the route reaches router " + std::to_string(*next) + " again",
                   "routes must not loop");
    list.ports.push_back(port);
    visited.push_back(*next);
  }
  if (visited.back() != route.to)
    line.fail("the route ends at router " + std::to_string(visited.back()),
              "it should lead to router " + std::to_string(route.to));
}

}  // namespace

RouteList parse_route_list(std::string_view text, std::string_view file, std::uint64_t routers,
                           PortTarget const& target) {
  RouteList list;
  std::vector<std::uint32_t> visited;
  LineReader line(text, file, {.shape = "from to weight port port .."});
  while (line.next_full_line()) {
    auto const from = static_cast<std::uint32_t>(line.number("from", 0, routers - 1));
    auto const place = line.place();
    auto const to = static_cast<std::uint32_t>(line.number("to", 0, routers - 1));
    if (from == to) line.fail_at(place, "a route from router " + std::to_string(from) + " to itself");
    list.routes.push_back({from, to, line.number("weight", 1, most_weight), list.ports.size()});
    read_ports(line, target, list, visited);
  }
  if (list.routes.empty()) throw InputError("no routes", {}, {}, std::string(file));
  return list;
}

RouteList read_route_list(std::filesystem::path const& path, std::uint64_t routers,
                          PortTarget const& target) {
  return parse_route_list(read_file(path), path.string(), routers, target);
}

}  // namespace weft

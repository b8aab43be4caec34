#pragma once

namespace weft::routing {

/// The bytes of finding the layers of all paths between pairs of routers. A hop of a path has a place in the
/// path, one in the list of its dependencies, and one in the routes of each; a router has a port for each
/// other one.
inline double bytes_of_layers(double hops, double pairs, double routers) {
  constexpr double bytes_per_hop = 16, bytes_per_pair = 30, bytes_per_port = 2;
  return hops * bytes_per_hop + pairs * bytes_per_pair + routers * routers * bytes_per_port;
}

}  // namespace weft::routing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/graph/search.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/layered/layering.hpp"

namespace weft::routing {

/// Method that selects one shortest path per pair of routers, and the virtual layer of the path.
enum class LayerMethod : std::uint8_t { lash, dfsssp };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::LayerMethod> enum_values<routing::LayerMethod>[] = {
    {"lash", routing::LayerMethod::lash,
     "shortest paths over the lowest ports; each path is added to the first layer that stays acyclic "
     "(Skeie, Lysne & Theiss, IPDPS 2002)"},
    {"dfsssp", routing::LayerMethod::dfsssp,
     "shortest paths over the channels with the fewest paths so far; routes of a cycle are moved to the next layer (Domke, Hoefler & Nagel, IPDPS 2011)"},
};
}  // namespace weft

namespace weft::routing {

/// One shortest path around failures from every router to every router with terminals, stored as a port per
/// pair. Paths to the same router do not separate after they join.
class SinglePaths {
 public:
  static constexpr std::uint16_t no_port = 0xffff;

  /// Throws InputError if the tables would need more than 4 GiB, or if there are no failures and a terminal
  /// cannot reach another.
  SinglePaths(NetworkPtr network, LayerMethod method);

  Network const& network() const { return *network_; }
  /// Returns the port of the first hop from one router to another; no_port if there is no path or if the
  /// routers are equal.
  std::uint16_t port(std::uint32_t from, std::uint32_t to) const { return ports_[to * routers_ + from]; }
  /// Returns the hops of the longest path between routers with terminals.
  std::uint32_t longest() const { return longest_; }
  /// Returns the number of paths between different routers with terminals.
  std::uint64_t num_paths() const { return num_paths_; }
  std::uint64_t total_hops() const { return total_hops_; }
  /// Returns the paths between different routers with terminals, ordered by destination, then by source.
  /// `pairs` receives the (source, destination) of each path.
  RouteSet routes(std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) const;

 private:
  bool is_source(std::uint32_t r) const {
    return network_->terminals_at({r}).count > 0 && !network_->router_failed({r});
  }
  template <class Visit>
  void visit_channels(std::uint32_t from, std::uint32_t to, Visit visit) const {
    while (from != to) {
      auto const c = network_->channel({from}, {port(from, to)});
      visit(c);
      from = network_->target(c).v;
    }
  }
  void search(std::uint32_t to);
  void lead(std::uint32_t to, LayerMethod method);
  void require_route(std::uint32_t to) const;

  NetworkPtr network_;
  std::size_t routers_;
  std::uint32_t longest_ = 0;
  std::uint64_t num_paths_ = 0, total_hops_ = 0;
  std::vector<std::uint16_t> ports_;  // by destination and router
  // Scratch data: the routers ordered by their hops to the destination, and the number of paths of terminals
  // on each channel.
  BreadthFirst found_;
  std::vector<std::uint64_t> loads_;
};

/// Returns the memory, in bytes, needed to find the layers of all paths between pairs of routers. Each hop is
/// stored in its path, in the dependency list of the path, and in the route list of its dependency; each
/// router stores a port for every other router.
inline double bytes_of_layers(double hops, double pairs, double routers) {
  constexpr double bytes_per_hop = 16, bytes_per_pair = 30, bytes_per_port = 2;
  return hops * bytes_per_hop + pairs * bytes_per_pair + routers * routers * bytes_per_port;
}

/// The routing `layered`.
struct Layered {
  struct Params {
    LayerMethod method = LayerMethod::dfsssp;
    std::int64_t layers = 0;
  };
  static constexpr std::string_view name = "layered";
  static constexpr std::string_view doc =
      "One shortest path of the working network for each pair of routers, and a virtual layer for each path. The "
      "channel dependencies of each layer are acyclic (LASH, DFSSSP). The number of virtual channels is the "
      "number of layers that the method finds; finding the minimum is NP-complete. With layers=1 all paths "
      "share all virtual channels, as in BookSim's routing of any network: this can deadlock unless one "
      "layer is enough.";
  static constexpr std::tuple schema{
      param("method", &Params::method, "selection of paths and layers"),
      param("layers", &Params::layers, Range{0, max_vcs},
            "maximum number of layers; the remaining paths share the last one; 0: no limit"),
  };
  static constexpr std::array channels_only{"layers"};
  static constexpr std::string_view needs = "any topology";
  static constexpr bool supports_failures = true;

  explicit Layered(Params const& params) : params_(params) {}
  bool serves(Machine const&) const { return true; }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  std::uint32_t vcs_for(std::uint32_t layers) const;
  Params params_;
};

}  // namespace weft::routing

#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/graph/search.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/layered/layering.hpp"

namespace weft::routing {

/// The choice of one shortest path per pair of routers and of its virtual layer.
enum class LayerMethod : std::uint8_t { lash, dfsssp };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::LayerMethod> enum_values<routing::LayerMethod>[] = {
    {"lash", routing::LayerMethod::lash,
     "the shortest paths over the lowest ports; each joins the first layer that stays acyclic with it "
     "(Skeie, Lysne & Theiss, IPDPS 2002)"},
    {"dfsssp", routing::LayerMethod::dfsssp,
     "shortest paths over the channels that carry the fewest paths so far; routes of a cycle move to the "
     "next layer (Domke, Hoefler & Nagel, IPDPS 2011)"},
};
}  // namespace weft

namespace weft::routing {

/// One shortest path from every router to every router with terminals, around failures: a port per pair.
/// Paths to one router join and stay together.
class SinglePaths {
 public:
  static constexpr std::uint16_t no_port = 0xffff;

  /// Throws InputError if the tables would take more than 4 GiB, or if without failures a terminal cannot
  /// reach another.
  SinglePaths(NetworkPtr network, LayerMethod method);

  Network const& network() const { return *network_; }
  /// The first hop from one router to another; no_port if there is no path (or they are the same).
  std::uint16_t port(std::uint32_t from, std::uint32_t to) const { return ports_[to * routers_ + from]; }
  /// Hops of the longest path between routers with terminals.
  std::uint32_t longest() const { return longest_; }
  /// The number of paths between different routers with terminals, and the sum of their hops.
  std::uint64_t num_paths() const { return num_paths_; }
  std::uint64_t total_hops() const { return total_hops_; }
  /// The paths between different routers with terminals, by destination, then by source; `pairs` gives
  /// (source, destination) of each.
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
  void refuse_if_unreached(std::uint32_t to) const;

  NetworkPtr network_;
  std::size_t routers_;
  std::uint32_t longest_ = 0;
  std::uint64_t num_paths_ = 0, total_hops_ = 0;
  std::vector<std::uint16_t> ports_;  // by destination and router
  // While they are computed: the routers in order of their hops to the destination, and the paths of
  // terminals on each channel.
  BreadthFirst found_;
  std::vector<std::uint64_t> loads_;
};

}  // namespace weft::routing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "weft/core/ids.hpp"
#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/topology/shape/percs_counts.hpp"

namespace weft::topology {
class Percs;
}  // namespace weft::topology

namespace weft {

/// Paths of traffic between two nodes of the same PERCS supernode. In a path to another supernode, an L hop
/// is always a single link.
enum class PercsInside : std::uint8_t { striped, single_hop };

template <>
inline constexpr EnumValue<PercsInside> enum_values<PercsInside>[] = {
    {"striped", PercsInside::striped, "1/8 over each node of the source's drawer, in two hops"},
    {"single_hop", PercsInside::single_hop, "the direct link"}};

/// Role of a hop in its path. Hops inside a supernode: of local traffic (`local`), before the first D link
/// (`first`), between two D links (`middle`), or after the last D link (`last`); `between` is a D link.
enum class PercsHop : std::uint8_t { local, first, middle, last, between };

/// The paths of traffic between two PERCS nodes, and the kinds of hops to count.
struct PercsPathParams {
  PercsInside inside = PercsInside::striped;
  bool local = true, first = true, middle = true, last = true;

  bool counts(PercsHop hop) const {
    return hop == PercsHop::local    ? local
           : hop == PercsHop::first  ? first
           : hop == PercsHop::middle ? middle
           : hop == PercsHop::last   ? last
                                     : true;
  }
};

inline constexpr std::tuple percs_path_schema{
    param("inside", &PercsPathParams::inside, "paths of traffic inside a supernode"),
    param("local", &PercsPathParams::local, "count the hops of traffic inside a supernode"),
    param("first", &PercsPathParams::first, "count the hops before the first D link"),
    param("middle", &PercsPathParams::middle, "count the hops between two D links"),
    param("last", &PercsPathParams::last, "count the hops after the last D link"),
};

/// A PERCS channel, identified by its ends. Includes the D links of a supernode to itself, which exist only
/// for the routing.
struct PercsChannel {
  /// Classes of channels: within a drawer, between drawers, between supernodes.
  enum class Class : std::uint8_t { ll, lr, d };
  Class of;
  RouterId from, to;
  friend bool operator==(PercsChannel, PercsChannel) = default;
};

/// Paths of the oblivious routings of Chakaravarthy et al. Direct routing between supernodes: each of the
/// `links` paths L-D-L has an equal share. Indirect routing: every D link that leaves the source supernode,
/// to any supernode (including the source and the destination), then the D link of the same bucket to the
/// destination supernode, L-D-L-D-L.
class PercsPaths {
 public:
  PercsPaths(topology::Percs const& percs, PercsPathParams const& params, bool direct);

  /// Returns the common denominator of all shares.
  std::uint64_t denominator() const { return stripes() * links_ * (direct_ ? 1 : supernodes_); }
  /// Returns the number of equal parts into which traffic inside a supernode is divided.
  std::uint64_t stripes() const {
    return params_.inside == PercsInside::striped ? PercsCounts::nodes_per_drawer : 1;
  }
  std::uint32_t supernodes() const { return supernodes_; }
  std::uint32_t links() const { return links_; }
  std::uint32_t width() const { return width_; }
  bool direct() const { return direct_; }
  /// Returns the number of D links at node u of any supernode, including links of the supernode to itself.
  std::uint32_t ports(std::uint32_t u) const {
    return supernodes_ / width_ + (u % width_ < supernodes_ % width_ ? 1 : 0);
  }
  PercsPathParams const& params() const { return params_; }

  /// Calls sink(PercsChannel, numerator, PercsHop) for each channel that carries a share of the traffic
  /// between two nodes; a channel may occur several times. Hops that are not counted are omitted.
  template <class Sink>
  void visit_paths(RouterId from, RouterId to, Sink sink) const {
    if (from == to) return;
    auto const a = from.v / size, b = to.v / size;
    if (a == b) return stay(from, to, sink);
    for (std::uint32_t bucket = 0; bucket < links_; ++bucket) {
      if (direct_) {
        auto const leave = port_node(a, b, bucket), land = port_node(b, a, bucket);
        hop(from, leave, stripes(), PercsHop::first, sink);
        sink(PercsChannel{PercsChannel::Class::d, leave, land}, stripes(), PercsHop::between);
        hop(land, to, stripes(), PercsHop::last, sink);
        continue;
      }
      for (std::uint32_t intermediate = 0; intermediate < supernodes_; ++intermediate) {
        auto const leave = port_node(a, intermediate, bucket), enter = port_node(intermediate, a, bucket);
        auto const exit = port_node(intermediate, b, bucket), land = port_node(b, intermediate, bucket);
        hop(from, leave, stripes(), PercsHop::first, sink);
        sink(PercsChannel{PercsChannel::Class::d, leave, enter}, stripes(), PercsHop::between);
        hop(enter, exit, stripes(), PercsHop::middle, sink);
        sink(PercsChannel{PercsChannel::Class::d, exit, land}, stripes(), PercsHop::between);
        hop(land, to, stripes(), PercsHop::last, sink);
      }
    }
  }

 private:
  static constexpr std::uint32_t size = PercsCounts::nodes_per_supernode,
                                 drawer = PercsCounts::nodes_per_drawer;

  /// Returns the node of supernode a that has the D link of a bucket to supernode b.
  RouterId port_node(std::uint32_t a, std::uint32_t b, std::uint32_t bucket) const {
    return {a * size + bucket * width_ + b % width_};
  }
  template <class Sink>
  void stay(RouterId from, RouterId to, Sink& sink) const {
    if (params_.inside == PercsInside::single_hop) return hop(from, to, denominator(), PercsHop::local, sink);
    for (std::uint32_t x = from.v / drawer * drawer, end = x + drawer; x < end; ++x) {
      hop(from, {x}, denominator() / drawer, PercsHop::local, sink);
      hop({x}, to, denominator() / drawer, PercsHop::local, sink);
    }
  }
  /// Passes the direct link from one node to another to `sink`, unless the nodes are equal or the kind of hop
  /// is not counted.
  template <class Sink>
  void hop(RouterId from, RouterId to, std::uint64_t share, PercsHop kind, Sink& sink) const {
    if (from != to && params_.counts(kind)) sink(inner(from, to), share, kind);
  }
  static PercsChannel inner(RouterId from, RouterId to) {
    return {from.v / drawer == to.v / drawer ? PercsChannel::Class::ll : PercsChannel::Class::lr, from, to};
  }

  std::uint32_t supernodes_, links_, width_;
  PercsPathParams params_;
  bool direct_;
};

}  // namespace weft

namespace weft::routing {

/// Common base of the two PERCS routings.
class PercsRouting {
 public:
  using Params = PercsPathParams;
  static constexpr auto schema = percs_path_schema;
  static constexpr std::string_view needs = "percs";

  /// Returns the paths of the routing on a PERCS topology.
  PercsPaths paths(topology::Percs const& percs) const { return {percs, params_, direct_}; }
  bool serves(Machine const& machine) const { return machine.as<topology::Percs>() != nullptr; }
  /// Returns the shares. They exclude the D links of a supernode to itself, which are not channels of the
  /// network.
  SharesPtr shares(Machine const& machine) const;

 protected:
  PercsRouting(Params const& params, bool direct) : params_(params), direct_(direct) {}

 private:
  Params params_;
  bool direct_;
};

/// Returns the paths on PERCS for the routing that a spec names; nullopt if it is not a PERCS routing.
std::optional<PercsPaths> percs_paths_of(Spec const& spec, topology::Percs const& percs);

/// The routing `percs_direct`: L-D-L.
class PercsDirect : public PercsRouting {
 public:
  static constexpr std::string_view name = "percs_direct";
  static constexpr std::string_view doc =
      "Traffic between supernodes of percs is divided equally among the `links` paths L-D-L (Chakaravarthy et al., Mapping strategies "
      "for the PERCS architecture, HiPC 2012).";
  explicit PercsDirect(Params const& params) : PercsRouting(params, true) {}
};

/// The routing `percs_indirect`: L-D-L-D-L.
class PercsIndirect : public PercsRouting {
 public:
  static constexpr std::string_view name = "percs_indirect";
  static constexpr std::string_view doc =
      "Traffic goes over every D link that leaves the source's supernode, to any supernode, then the D link of the same bucket to the "
      "destination: L-D-L-D-L (Chakaravarthy et al., HiPC 2012).";
  explicit PercsIndirect(Params const& params) : PercsRouting(params, false) {}
};

}  // namespace weft::routing

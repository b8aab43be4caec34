#pragma once

#include <concepts>
#include <stdexcept>

#include "weft/network/any_topology.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"
#include "weft/network/topologies.hpp"
#include "weft/network/topology_facts_of.hpp"
#include "weft/topology/catalog.hpp"
#include "weft/topology/family.hpp"
#include "weft/topology/graph_file_of.hpp"
#include "weft/topology/shape/grid.hpp"

namespace weft {

/// AnyTopology of one type. Only the generated files include it.
template <Topology T>
class TopologyOf final : public AnyTopology {
 public:
  explicit TopologyOf(T topology) : topology_(std::move(topology)) {}

  std::string_view name() const override { return T::name; }
  std::string spec(bool all) const override { return to_spec(topology_, all).to_string(); }
  std::uint64_t num_routers() const override { return topology_.num_routers(); }
  std::uint64_t num_terminals() const override { return topology_.num_terminals(); }
  std::vector<ChannelClass> classes() const override { return topology_.classes(); }
  std::uint16_t degree(RouterId r) const override { return topology_.degree(r); }
  Hop neighbor(RouterId r, PortId p) const override { return topology_.neighbor(r, p); }
  ClassId class_of(RouterId r, PortId p) const override { return topology_.class_of(r, p); }
  std::vector<ChannelGroup> groups() const override { return channel_groups(topology_); }
  std::uint32_t group_of(RouterId r, PortId p) const override { return weft::group_of(topology_, r, p); }
  double unit_rate(double given) const override {
    if constexpr (StatesRates<T>)
      if (topology_.unit_rate() > 0) return topology_.unit_rate();
    return given;
  }
  TerminalRange terminals_at(RouterId r) const override { return topology_.terminals_at(r); }
  RouterId injection_router(TerminalId e) const override { return topology_.injection_router(e); }
  RouterId ejection_router(TerminalId e) const override { return topology_.ejection_router(e); }

  bool knows_distance() const override { return weft::knows_distance(topology_); }
  std::uint32_t distance([[maybe_unused]] RouterId from, [[maybe_unused]] RouterId to) const override {
    if constexpr (KnowsDistance<T>) return topology_.distance(from, to);
    throw std::logic_error(std::string(T::name) + " has no closed distances");
  }
  std::optional<std::uint32_t> diameter() const override { return known_diameter(topology_); }
  bool bidirectional() const override { return is_bidirectional(topology_); }
  bool has_two_way_terminals() const override {
    for (std::uint64_t e = 0; e < topology_.num_terminals(); ++e)
      if (TerminalId const id{static_cast<std::uint32_t>(e)};
          topology_.injection_router(id) != topology_.ejection_router(id))
        return false;
    return true;
  }
  bool is_node([[maybe_unused]] RouterId r) const override {
    if constexpr (HasNodes<T>) return topology_.is_node(r);
    return false;
  }
  bool is_host(RouterId r) const override { return weft::is_host(topology_, r); }
  bool routers_are_nodes() const override { return RoutersAreNodes<T>; }
  std::vector<std::string> names() const override {
    if constexpr (requires { topology_.names(); }) return topology_.names();
    return {};
  }
  std::string place(RouterId r) const override {
    std::string text;
    if constexpr (NamesPlaces<T>) {
      text = topology_.place(r);
    } else if constexpr (Cartesian<T>) {
      for (std::uint32_t d = 0; d < topology_.shape().dims(); ++d)
        text += (d == 0 ? "(" : ",") + std::to_string(topology_.shape().coord(r, d));
      text += ")";
    }
    return text;
  }

  Sides sides() const override {
    Sides sides;
    if constexpr (Cartesian<T>)
      for (std::uint32_t d = 0; d < topology_.shape().dims(); ++d) sides.push_back(topology_.shape().side(d));
    return sides;
  }
  std::vector<std::uint64_t> copies() const override {
    std::vector<std::uint64_t> copies;
    if constexpr (Hierarchical<T>)
      for (std::uint32_t level = 1; level <= topology_.levels(); ++level)
        copies.push_back(topology_.num_copies(level));
    return copies;
  }
  std::uint64_t copy_of(RouterId r, std::uint32_t level) const override {
    if constexpr (Hierarchical<T>) return topology_.copy_of(r, level);
    return r.v;
  }
  Grid const* grid() const override {
    if constexpr (std::derived_from<T, Grid>) return &topology_;
    return nullptr;
  }
  bool has_grid_geometry() const override { return std::constructible_from<GridGeometry, T const&>; }
  std::shared_ptr<GridGeometry const> grid_geometry() const override {
    if constexpr (std::constructible_from<GridGeometry, T const&>)
      return std::make_shared<GridGeometry const>(topology_);
    return nullptr;
  }
  std::uint32_t group_size() const override {
    if constexpr (requires { topology_.group_size(); }) return topology_.group_size();
    return 0;
  }
  std::optional<std::uint32_t> level_of([[maybe_unused]] RouterId r) const override {
    if constexpr (requires { topology_.level_of(r); }) return topology_.level_of(r);
    return {};
  }

  TopologyFacts facts() const override { return make_facts(topology_); }
  Layout layout(LayoutParams const& params) const override { return make_layout(topology_, params); }
  CableLengths cable_lengths(Layout const& layout) const override {
    return weft::cable_lengths(topology_, layout);
  }
  std::vector<CableStatistics> known_cables(Layout const& layout) const override {
    if constexpr (KnowsDigitCourses<T>)
      if (sums_by_courses(layout) || counts_by_courses(layout)) return cable_statistics(topology_, layout);
    return {};
  }
  Inventory inventory(Layout const& layout, CableLengths lengths) const override {
    return inventory_of(topology_, layout, std::move(lengths));
  }
  Network network(FailureParams const& failures) const override {
    auto network = build_network(topology_);
    if (failures.any()) network.mark_failed(Failures<T>(topology_, failures));
    return network;
  }
  GraphFile graph_file(FailureParams const& failures) const override {
    if (!failures.any()) return graph_file_of(topology_);
    return graph_file_of(topology_, Failures<T>(topology_, failures));
  }
  std::optional<DrawingHint> drawing() const override {
    if constexpr (HintsDrawing<T>)
      return topology_.drawing();
    else if constexpr (requires { topology_.shape().dims(); })
      return grid_drawing(topology_.shape(), topology_.degree({0}));
    else
      return {};
  }
  std::size_t index() const override { return Topologies::index_of<T>(); }

 private:
  void const* get(char const* tag) const override { return tag == &type_tag<T> ? &topology_ : nullptr; }

  T topology_;
};

template <class T>
TopologyPtr forget_type(T topology) {
  return std::make_shared<TopologyOf<T>>(std::move(topology));
}

/// The catalog entry of one type of topology.
template <class T>
TopologyEntry topology_entry() {
  TopologyEntry entry{Topologies::doc_of<T>(), {}, {}};
  entry.make = [](Spec const& spec) { return forget_type(T{detail::checked_params<T>(spec)}); };
  if constexpr (GrowsInSeries<T>) entry.members = &T::members;
  return entry;
}

}  // namespace weft

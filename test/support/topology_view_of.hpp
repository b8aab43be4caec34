// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/topology_view.hpp"
#include "weft/core/catalog.hpp"

namespace weft {

/// TopologyView of one type.
template <Topology T>
class ViewOf final : public TopologyView {
 public:
  explicit ViewOf(T topology) : t_(std::move(topology)) {}
  std::string spec(bool all) const override { return to_spec(t_, all).to_string(); }
  std::uint64_t num_routers() const override { return t_.num_routers(); }
  std::uint64_t num_terminals() const override { return t_.num_terminals(); }
  std::uint16_t degree(RouterId r) const override { return t_.degree(r); }
  std::uint16_t in_degree(RouterId r) const override { return weft::in_degree(t_, r); }
  Hop neighbor(RouterId r, PortId p) const override { return t_.neighbor(r, p); }
  RouterId injection_router(TerminalId e) const override { return t_.injection_router(e); }
  RouterId ejection_router(TerminalId e) const override { return t_.ejection_router(e); }
  TerminalRange terminals_at(RouterId r) const override { return t_.terminals_at(r); }
  std::vector<ChannelClass> classes() const override { return t_.classes(); }
  ClassId class_of(RouterId r, PortId p) const override { return t_.class_of(r, p); }
  bool bidirectional() const override { return is_bidirectional(t_); }
  bool one_way() const override { return OneWay<T>; }
  bool vertex_transitive() const override { return VertexTransitive<T>; }
  bool has_distance() const override { return weft::has_distance(t_); }
  std::uint32_t distance([[maybe_unused]] RouterId a, [[maybe_unused]] RouterId b) const override {
    if constexpr (HasDistance<T>) return t_.distance(a, b);
    return 0;
  }
  std::optional<std::uint32_t> diameter() const override { return known_diameter(t_); }
  std::optional<KnownMetrics> known() const override {
    if constexpr (HasMetrics<T>) return t_.known();
    return {};
  }
  CartesianShape const* shape() const override {
    if constexpr (Cartesian<T>) return &t_.shape();
    return nullptr;
  }
  PortId port_toward([[maybe_unused]] RouterId r, [[maybe_unused]] std::uint32_t dim,
                     [[maybe_unused]] std::uint32_t coord) const override {
    if constexpr (Cartesian<T>) return t_.port_toward(r, dim, coord);
    return {};
  }
  std::uint32_t levels() const override {
    if constexpr (Hierarchical<T>) return t_.levels();
    return 0;
  }
  std::uint64_t copy_of([[maybe_unused]] RouterId r, [[maybe_unused]] std::uint32_t level) const override {
    if constexpr (Hierarchical<T>) return t_.copy_of(r, level);
    return 0;
  }
  std::uint64_t num_copies([[maybe_unused]] std::uint32_t level) const override {
    if constexpr (Hierarchical<T>) return t_.num_copies(level);
    return 0;
  }
  std::optional<std::uint64_t> num_nodes() const override {
    if constexpr (HasNodes<T>) return t_.num_nodes();
    return {};
  }
  bool is_node([[maybe_unused]] RouterId r) const override {
    if constexpr (HasNodes<T>) return t_.is_node(r);
    return false;
  }

 private:
  T t_;
};

/// The defaults and the samples; for topologies that need a file, those of test/data/graphs.
template <Topology T>
std::vector<typename T::Params> test_params() {
  auto all = T::samples();
  if constexpr (NeedsInput<T>) {
    for (auto const& file : std::filesystem::directory_iterator(WEFT_SOURCE_DIR "/test/data/graphs")) {
      typename T::Params params;
      params.path = file.path().string();
      all.push_back(params);
    }
    std::ranges::sort(all, {}, &T::Params::path);
  } else {
    all.insert(all.begin(), typename T::Params{});
  }
  return all;
}

template <Topology T>
std::vector<std::shared_ptr<TopologyView const>> view_all() {
  std::vector<std::shared_ptr<TopologyView const>> views;
  for (auto const& params : test_params<T>()) {
    T::check(params);
    views.push_back(std::make_shared<ViewOf<T> const>(T{params}));
  }
  return views;
}

template <class T>
TopologySamples samples_of() {
  return {std::string(T::name), std::string(T::doc), &view_all<T>,
          [](Spec const& spec) { return to_spec<T>(detail::checked_params<T>(spec), true).to_string(); }};
}

}  // namespace weft

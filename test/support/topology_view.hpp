// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/spec.hpp"
#include "weft/topology/metric/known_metrics.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// Any topology behind one interface, so that tests of what all keep are compiled once. What a topology does
/// not know is answered by the empty value; ask `knows_*` first where there is none.
class TopologyView {
 public:
  virtual ~TopologyView() = default;
  virtual std::string spec(bool all) const = 0;
  virtual std::uint64_t num_routers() const = 0;
  virtual std::uint64_t num_terminals() const = 0;
  virtual std::uint16_t degree(RouterId r) const = 0;
  virtual std::uint16_t in_degree(RouterId r) const = 0;
  virtual Hop neighbor(RouterId r, PortId p) const = 0;
  virtual RouterId injection_router(TerminalId e) const = 0;
  virtual RouterId ejection_router(TerminalId e) const = 0;
  virtual TerminalRange terminals_at(RouterId r) const = 0;
  virtual std::vector<ChannelClass> classes() const = 0;
  virtual ClassId class_of(RouterId r, PortId p) const = 0;
  virtual bool bidirectional() const = 0;
  virtual bool one_way() const = 0;
  virtual bool vertex_transitive() const = 0;
  virtual bool has_distance() const = 0;
  virtual std::uint32_t distance(RouterId a, RouterId b) const = 0;
  virtual std::optional<std::uint32_t> diameter() const = 0;
  virtual std::optional<KnownMetrics> known() const = 0;
  virtual CartesianShape const* shape() const = 0;
  virtual PortId port_toward(RouterId r, std::uint32_t dim, std::uint32_t coord) const = 0;
  virtual std::uint32_t levels() const = 0;
  virtual std::uint64_t copy_of(RouterId r, std::uint32_t level) const = 0;
  virtual std::uint64_t num_copies(std::uint32_t level) const = 0;
  virtual std::optional<std::uint64_t> num_nodes() const = 0;
  virtual bool is_node(RouterId r) const = 0;
};

/// A type of topology: what it says of itself, and its default instance and samples.
struct TopologySamples {
  std::string name, doc;
  std::vector<std::shared_ptr<TopologyView const>> (*instances)() = nullptr;
  /// A spec with all parameters written out.
  std::string (*respelled)(Spec const& spec) = nullptr;
};

/// Compiled for each topology of the catalog in a file that CMake generates (topology_samples.cpp.in).
template <class T>
TopologySamples samples_of();

}  // namespace weft

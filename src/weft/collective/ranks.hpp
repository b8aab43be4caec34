// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "weft/core/spec.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// A routing of the catalog in the form that collectives use.
struct RanksRouting {
  Spec spec;
  PacketRoutingPtr packets;
};

/// The ranks of a collective operation: processes at different vertices of a machine.
class Ranks {
 public:
  /// Places one rank on each terminal.
  explicit Ranks(Machine machine);
  /// Places ranks at these vertices, in this order.
  Ranks(Ranks const& all, std::vector<std::uint32_t> vertices) : Ranks(all) {
    vertices_ = std::move(vertices);
  }

  Machine const& machine() const { return machine_; }
  TransferNetwork const& network() const { return *network_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices_.size()); }
  /// Returns the vertex of a rank.
  std::uint32_t operator[](std::uint32_t rank) const { return vertices_[rank]; }
  std::vector<std::uint32_t> const& vertices() const { return vertices_; }

  /// Routes all messages by an oblivious routing of the catalog. Throws InputError.
  void route_by(Spec const& routing);
  /// Returns the routing, or nullopt if algorithms use their own paths.
  std::optional<RanksRouting> const& routing() const { return routing_; }

  /// Returns the grid of the routers, if they are a grid without failures, else null.
  std::shared_ptr<GridGeometry const> grid() const {
    return machine_.has_failures() || !machine_.is_grid() ? nullptr : machine_.grid();
  }
  /// Returns whether shortest paths ascend to a common ancestor and descend, and routers with equal parents
  /// number them equally, so that the parent on a path depends only on the destination. A butterfly numbers
  /// them differently.
  bool is_fat_tree() const;

 private:
  Machine machine_;
  std::shared_ptr<TransferNetwork const> network_;
  std::vector<std::uint32_t> vertices_;
  std::optional<RanksRouting> routing_;
};

}  // namespace weft::collective

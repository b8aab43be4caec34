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

/// A routing of the catalog, bound to the machine of the ranks.
struct RanksRouting {
  Spec spec;
  PacketRoutingPtr packets;
};

/// The ranks of a collective operation: processes at distinct vertices of a machine.
class Ranks {
 public:
  /// Places one rank on each terminal.
  explicit Ranks(Machine machine);
  /// Places rank i at vertices[i], on the machine of `all`.
  Ranks(Ranks const& all, std::vector<std::uint32_t> vertices) : Ranks(all) {
    vertices_ = std::move(vertices);
  }

  Machine const& machine() const { return machine_; }
  TransferNetwork const& network() const { return *network_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices_.size()); }
  /// Returns the vertex of a rank.
  std::uint32_t operator[](std::uint32_t rank) const { return vertices_[rank]; }
  std::vector<std::uint32_t> const& vertices() const { return vertices_; }

  /// Routes all messages by an oblivious routing of the catalog. Throws InputError if the routing is unknown,
  /// does not support the machine or is not oblivious.
  void route_by(Spec const& routing);
  /// Returns the routing, or nullopt if algorithms use their own paths.
  std::optional<RanksRouting> const& routing() const { return routing_; }

  /// Returns the grid of the routers if the machine is a grid and has no failures, else null.
  std::shared_ptr<GridGeometry const> grid() const {
    return machine_.has_failures() || !machine_.is_grid() ? nullptr : machine_.grid();
  }
  /// Returns whether shortest paths ascend to a common ancestor and descend, and routers with common parents
  /// number them equally, so that the parent on a path can depend only on the destination. The routers of a
  /// butterfly number their parents differently.
  bool is_fat_tree() const;

 private:
  Machine machine_;
  std::shared_ptr<TransferNetwork const> network_;
  std::vector<std::uint32_t> vertices_;
  std::optional<RanksRouting> routing_;
};

}  // namespace weft::collective

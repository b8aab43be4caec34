// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft {

/// Packet routings that are compiled for each topology type, since the engine `rounds` spends most of its
/// time in them.
class PacketKernels {
 public:
  virtual ~PacketKernels() = default;
  /// Returns the dimension-order routing; null unless the topology is a grid with closed-form distances and
  /// diameter.
  virtual PacketRoutingPtr dimension_order(routing::RingTie tie) const = 0;
  /// Returns the routing that offers all productive ports; null unless the topology is a grid with
  /// closed-form distances and diameter.
  virtual PacketRoutingPtr productive_ports() const = 0;
  /// Returns shortest-path routing: with closed-form distances if the topology has them and there are no
  /// failures, otherwise table-based.
  virtual PacketRoutingPtr shortest_paths(Machine const& machine, MinimalChoice choice) const = 0;
};

/// Returns the kernels for the topology of the machine. Throws InputError if its type is not in the catalog
/// of topologies.
std::shared_ptr<PacketKernels const> packet_kernels(Machine const& machine);

/// Returns the kernels for topology type T. Compiled for each type in a separate file, which CMake generates
/// (cmake/WeftPerTopology.cmake).
template <class T>
std::shared_ptr<PacketKernels const> make_packet_kernels(Machine const& machine);

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft {

/// Packet routings compiled for each type of topology, since the engine `rounds` spends most of its time in
/// them.
class PacketKernels {
 public:
  virtual ~PacketKernels() = default;
  /// Returns dimension order; null unless the topology is a grid with distances in closed form.
  virtual PacketRoutingPtr dimension_order(routing::RingTie tie) const = 0;
  /// Returns all ports of a grid that lead closer; null as above.
  virtual PacketRoutingPtr productive_ports() const = 0;
  /// Returns shortest paths, by distances in closed form if the topology has them and there are no failures,
  /// else by a table.
  virtual PacketRoutingPtr shortest_paths(Machine const& machine, MinimalChoice choice) const = 0;
};

/// Returns the kernels of the machine's topology. Throws InputError for a type that is not in the catalog of
/// topologies.
std::shared_ptr<PacketKernels const> packet_kernels(Machine const& machine);

/// Returns the kernels of one type. Compiled for each topology in a separate file that CMake generates
/// (cmake/WeftPerTopology.cmake).
template <class T>
std::shared_ptr<PacketKernels const> make_packet_kernels(Machine const& machine);

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft {

/// The packet routings compiled for each type of topology, because the engine `rounds` spends its time in
/// them.
class PacketKernels {
 public:
  virtual ~PacketKernels() = default;
  /// Dimension order; null unless the topology is a grid with distances in closed form.
  virtual PacketRoutingPtr dimension_order(routing::RingTie tie) const = 0;
  /// All ports of a grid that lead closer; null as above.
  virtual PacketRoutingPtr productive_ports() const = 0;
  /// Shortest paths, by distances in closed form where the topology has them and nothing has failed, else by
  /// a table.
  virtual PacketRoutingPtr shortest_paths(Machine const& machine, MinimalChoice choice) const = 0;
};

/// The kernels of the machine's topology. Throws InputError for a type that is not in the catalog of
/// topologies.
std::shared_ptr<PacketKernels const> packet_kernels(Machine const& machine);

/// The same for one type. Compiled for each topology in a file of its own, which CMake generates
/// (cmake/WeftPerTopology.cmake).
template <class T>
std::shared_ptr<PacketKernels const> make_packet_kernels(Machine const& machine);

}  // namespace weft

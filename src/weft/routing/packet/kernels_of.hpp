#pragma once

#include <utility>

#include "weft/routing/packet/cartesian_order.hpp"
#include "weft/routing/packet/kernels.hpp"

namespace weft {

/// PacketKernels of one type. Only the generated files include it.
template <Topology T>
class PacketKernelsOf final : public PacketKernels {
 public:
  explicit PacketKernelsOf(std::shared_ptr<T const> topology) : topology_(std::move(topology)) {}
  PacketRoutingPtr dimension_order(routing::RingTie tie) const override {
    if constexpr (OrderedGrid<T>)
      return bind_dimension_order(*topology_, tie);
    else
      return nullptr;
  }
  PacketRoutingPtr productive_ports() const override {
    if constexpr (OrderedGrid<T>)
      return bind_productive_ports(*topology_);
    else
      return nullptr;
  }
  PacketRoutingPtr shortest_paths(Machine const& machine, MinimalChoice choice) const override {
    return bind_shortest_paths(*topology_, machine, choice);
  }

 private:
  std::shared_ptr<T const> topology_;
};

template <class T>
std::shared_ptr<PacketKernels const> make_packet_kernels(Machine const& machine) {
  return std::make_shared<PacketKernelsOf<T> const>(machine.as<T>());
}

}  // namespace weft

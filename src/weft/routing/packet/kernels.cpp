// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/packet/kernels.hpp"

#include <array>

#include "weft/core/error.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {
namespace {

template <class... Ts>
std::shared_ptr<PacketKernels const> kernels_by_index(Catalog<Ts...>, Machine const& machine) {
  static constexpr std::array make{&make_packet_kernels<Ts>...};
  if (machine.index() >= make.size())
    throw InputError("no packet routing is compiled for " + machine.topology(),
                     "the topology is not in the catalog", "", "routing");
  return make[machine.index()](machine);
}

}  // namespace

std::shared_ptr<PacketKernels const> packet_kernels(Machine const& machine) {
  return kernels_by_index(Topologies{}, machine);
}

}  // namespace weft

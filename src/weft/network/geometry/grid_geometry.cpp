// SPDX-License-Identifier: Apache-2.0
#include "weft/network/geometry/grid_geometry.hpp"

#include "weft/topology/family/coated_mesh.hpp"
#include "weft/topology/family/sparse_torus.hpp"

namespace weft {

GridGeometry::GridGeometry(CartesianShape const& shape, Axis axis) : shape_(shape) {
  auto const dims = shape_.dims();
  for (std::uint32_t dim = 0; dim < dims; ++dim) sides_.push_back(shape_.side(dim));
  axes_.assign(dims, axis);
  for (std::uint32_t r = 0; r < shape_.size(); ++r)
    for (std::uint32_t dim = 0; dim < dims; ++dim) coords_.push_back(shape_.coord({r}, dim));
  steps_.assign(shape_.size() * dims * 2, no_port);
}

GridGeometry::GridGeometry(topology::SparseTorus const& topology)
    : GridGeometry(topology.shape(), Axis::one_way) {
  for (std::size_t i = 0; i < coords_.size(); ++i) steps_[2 * i + 1] = static_cast<std::uint16_t>(i % dims());
}

GridGeometry::GridGeometry(topology::CoatedMesh const& topology) : GridGeometry(topology.mesh(), Axis::path) {
  for (std::uint32_t r = 0; r < shape_.size(); ++r)
    for (std::uint16_t p = 0; p < 4; ++p)
      if (!topology.is_node(topology.neighbor({r}, {p}).router)) steps_[std::size_t{r} * 4 + p] = p;
  for (auto r = static_cast<std::uint32_t>(shape_.size()); r < topology.num_routers(); ++r) {
    auto const [router, port] = topology.neighbor({r}, {0});
    attached_.push_back(port.v);
    for (std::uint32_t dim = 0; dim < dims(); ++dim) coords_.push_back(coord(router.v, dim));
  }
}

}  // namespace weft

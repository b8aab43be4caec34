// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/topology/family.hpp"

namespace weft {

/// Returns the closed forms of a product of complete graphs of `sides` vertices, with `parallel` links
/// between neighbors and `concentration` terminals per router.
KnownMetrics hamming_metrics(Sides const& sides, std::uint64_t parallel, std::uint64_t concentration);

/// The Hamming graph: routers on a grid, each linked to all others along every dimension by `parallel` links
/// each. Ports are numbered by dimension, then by target coordinate, omitting the router's own; the ports of
/// parallel links are consecutive. The input port of a channel has the number of the output port of its
/// reverse.
class Hamming : public Concentrated {
 public:
  static constexpr bool bidirectional = true;
  static constexpr bool vertex_transitive = true;

  std::uint16_t degree(RouterId) const { return static_cast<std::uint16_t>(dim_of_port_.size()); }
  Hop neighbor(RouterId r, PortId p) const;
  /// Returns one class per dimension: dim0, dim1, ..
  std::vector<ChannelClass> classes() const { return numbered_classes("dim", 0, shape_.dims()); }
  ClassId class_of(RouterId, PortId p) const { return {dim_of_port_[p.v]}; }
  CartesianShape const& shape() const { return shape_; }
  /// Returns the port of the first of the links from r to the router at coordinate `coord` along `dim`.
  PortId port_toward(RouterId r, std::uint32_t dim, std::uint32_t coord) const;
  /// Returns the number of links between neighbors; their ports are consecutive, starting with port_toward().
  std::uint32_t parallel() const { return static_cast<std::uint32_t>(parallel_.value()); }
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const;
  KnownMetrics known() const;
  /// Returns groups of the routers of each line along dimension 0.
  GroupLayout layout_hint() const { return {num_routers() / shape_.side(0), {{0, shape_.side(0)}}}; }

 protected:
  Hamming(Sides const& sides, std::int64_t parallel, std::int64_t concentration);
  static void check_hamming(Sides const& sides, std::int64_t parallel, std::int64_t concentration);

 private:
  std::uint16_t port(std::uint32_t dim, std::uint32_t from, std::uint32_t to, std::uint32_t copy) const {
    return static_cast<std::uint16_t>(first_port_[dim] + (to - (to > from)) * parallel() + copy);
  }

  Sides sides_;
  CartesianShape shape_;
  Divisor parallel_;
  std::vector<std::uint16_t> first_port_, dim_of_port_;
};

inline Hop Hamming::neighbor(RouterId r, PortId p) const {
  std::uint32_t const dim = dim_of_port_[p.v], index = p.v - first_port_[dim];
  auto const other = parallel_.quotient(index), copy = parallel_.remainder(index);
  auto const from = shape_.coord(r, dim), to = other + (other >= from);
  return {shape_.shift(r, dim, to - from), {port(dim, to, from, copy)}};
}

inline PortId Hamming::port_toward(RouterId r, std::uint32_t dim, std::uint32_t coord) const {
  return {port(dim, shape_.coord(r, dim), coord, 0)};
}

inline std::uint32_t Hamming::distance(RouterId a, RouterId b) const {
  std::uint32_t differ = 0;
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim)
    differ += shape_.coord(a, dim) != shape_.coord(b, dim);
  return differ;
}

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "weft/routing/form/packet_routing.hpp"
#include "weft/topology/shape/cartesian_shape.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// The coordinates of a router, packed into a 32-bit word with dimension 0 in the lowest bits, so that
/// reading a coordinate costs a shift and a mask. Nearly all shapes fit; 3^20 routers would need 40 bits. See
/// fits().
class PackedCoordinates {
 public:
  struct Field {
    std::uint32_t shift, mask;
    std::uint32_t of(std::uint32_t packed) const { return packed >> shift & mask; }
  };

  explicit PackedCoordinates(CartesianShape const& shape) : shape_(shape) {
    for (std::uint32_t dim = 0; dim < shape.dims(); ++dim) {
      auto const width = static_cast<std::uint32_t>(std::bit_width(shape.side(dim) - 1));
      fields_.push_back({bits_ & 31, static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1)});
      bits_ += width;
    }
  }

  bool fits() const { return bits_ <= 32; }
  Field field(std::uint32_t dim) const { return fields_[dim]; }
  std::uint32_t pack(RouterId r) const {
    std::uint32_t packed = 0;
    for (std::uint32_t dim = 0; dim < fields_.size(); ++dim)
      packed |= shape_.coord(r, dim) << fields_[dim].shift;
    return packed;
  }
  RouterId unpack(std::uint32_t packed) const {
    RouterId r{0};
    for (std::uint32_t dim = 0; dim < fields_.size(); ++dim)
      r = shape_.shift(r, dim, fields_[dim].of(packed));
    return r;
  }

 private:
  CartesianShape shape_;
  std::vector<Field> fields_;
  std::uint32_t bits_ = 0;
};

/// Grids that may be regular. In a regular grid all routers have the same ports, because every dimension
/// wraps around or has at most 2 routers.
template <class T>
concept MaybeRegularGrid = Cartesian<T> && requires(T const t, std::uint32_t dim) {
  { t.wraps(dim) } -> std::same_as<bool>;
};

/// Arithmetic description of the ports of a regular grid: a table of the packed coordinates of all routers
/// and, for each dimension, its bit field, its side, and the ports in both directions.
class GridPorts {
 public:
  struct Axis {
    PackedCoordinates::Field field;
    std::uint32_t side;
    std::uint32_t minus, plus;  ///< ports
    /// Returns the number of steps in the plus direction from packed router `from` to packed router `to`.
    std::uint32_t ahead(std::uint32_t from, std::uint32_t to) const {
      auto const steps = static_cast<std::int32_t>(field.of(to)) - static_cast<std::int32_t>(field.of(from));
      return static_cast<std::uint32_t>(steps + ((steps >> 31) & static_cast<std::int32_t>(side)));
    }
    std::uint32_t distance(std::uint32_t from, std::uint32_t to) const {
      auto const steps = ahead(from, to);
      return std::min(steps, side - steps);
    }
  };

  template <MaybeRegularGrid T>
  explicit GridPorts(T const& grid) : coordinates_(grid.shape()) {
    auto const& shape = grid.shape();
    for (std::uint32_t dim = 0; dim < shape.dims(); ++dim) {
      auto const side = shape.side(dim);
      if (side == 1) continue;
      auto const plus = grid.port_toward({0}, dim, 1).v;
      axes_.push_back({coordinates_.field(dim), side, grid.wraps(dim) ? plus - 1u : plus, plus});
      port_of_way_.push_back({static_cast<std::uint16_t>(axes_.back().minus)});
      port_of_way_.push_back({static_cast<std::uint16_t>(axes_.back().plus)});
    }
    packed_.resize(shape.size());
    for (std::size_t r = 0; r < packed_.size(); ++r)
      packed_[r] = coordinates_.pack({static_cast<std::uint32_t>(r)});
  }
  /// Returns whether the grid is regular, its coordinates fit, and its table can be computed within seconds.
  template <MaybeRegularGrid T>
  static bool serves(T const& grid) {
    auto const& shape = grid.shape();
    for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
      if (shape.side(dim) > 2 && !grid.wraps(dim)) return false;
    return shape.size() <= max_routers && PackedCoordinates(shape).fits();
  }

  /// Returns the axes with more than one router, lowest dimension first.
  std::span<Axis const> axes() const { return axes_; }
  std::uint32_t packed(RouterId r) const { return packed_[r.v]; }
  RouterId router(std::uint32_t packed) const { return coordinates_.unpack(packed); }
  void encode(std::span<std::uint32_t> routers) const {
    for (auto& r : routers) r = packed_[r];
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const {
    std::uint32_t sum = 0;
    for (auto const& axis : axes_) sum += axis.distance(from, to);
    return sum;
  }
  std::uint32_t diameter() const {
    std::uint32_t sum = 0;
    for (auto const& axis : axes_) sum += axis.side / 2;
    return sum;
  }
  /// Computes the ports in dimension order from routers `at` towards packed destinations `to`, in blocks that
  /// the compiler vectorizes.
  void dimension_order(std::span<RouterId const> at, std::span<std::uint32_t const> to,
                       std::span<PortId> out) const;
  /// Computes the ports in dimension order. If both directions are equally long, bit 0 of the draw selects
  /// plus (1) or minus (0).
  void dimension_order(std::span<RouterId const> at, std::span<std::uint32_t const> to,
                       std::span<std::uint64_t const> draw, std::span<PortId> out) const;
  /// Writes all productive ports, with `width` elements of `out` per head: both ports of a dimension if the
  /// destination is halfway around. Writes the number of ports to `counts`; at the destination, writes
  /// `arrived` as the only port.
  void productive(std::span<RouterId const> at, std::span<std::uint32_t const> to, std::size_t width,
                  std::span<PortId> out, std::span<std::uint16_t> counts) const;
  /// Computes the distances from routers `at` to packed destinations `to`.
  void distances(std::span<RouterId const> at, std::span<std::uint32_t const> to,
                 std::span<std::uint32_t> out) const;

 private:
  static constexpr std::size_t block = 64;
  static constexpr std::uint64_t max_routers = std::uint64_t{1} << 28;
  void load(RouterId const* at, std::uint32_t const* to, std::size_t size, std::uint32_t* from,
            std::uint32_t* goal) const;
  PackedCoordinates coordinates_;
  std::vector<Axis> axes_;
  std::vector<PortId> port_of_way_;  // minus and plus port of each axis
  std::vector<std::uint32_t> packed_;
};

}  // namespace weft

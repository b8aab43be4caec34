// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/ids.hpp"
#include "weft/core/param.hpp"
#include "weft/topology/shape/divisor.hpp"

namespace weft {

/// A grid of at most 2^32 routers, each side >= 1: the coordinates of router r are its digits in the mixed
/// radix of the sides, with dimension 0 the lowest. Uses no hardware division.
class CartesianShape {
 public:
  explicit CartesianShape(Sides const& sides) {
    for (auto const side : sides) {
      WEFT_EXPECT(side >= 1 && side < std::int64_t{1} << 32);
      Divisor const stride{size_};
      size_ *= static_cast<std::uint64_t>(side);
      WEFT_EXPECT(size_ <= std::uint64_t{1} << 32);
      axes_.push_back({stride, Divisor{size_}, static_cast<std::uint32_t>(side)});
    }
  }

  std::uint32_t dims() const { return static_cast<std::uint32_t>(axes_.size()); }
  std::uint32_t side(std::uint32_t dim) const { return axes_[dim].side; }
  /// Returns the number of routers.
  std::uint64_t size() const { return size_; }
  /// Returns the difference between the ids of neighbors along dim: the product of the lower sides.
  std::uint64_t stride(std::uint32_t dim) const { return axes_[dim].stride.value(); }

  std::uint32_t coord(RouterId r, std::uint32_t dim) const {
    auto const& axis = axes_[dim];
    return axis.stride.quotient(r.v) - axis.next_stride.quotient(r.v) * axis.side;
  }
  /// Returns r with its coordinate along dim replaced.
  RouterId move(RouterId r, std::uint32_t dim, std::uint32_t coord) const {
    return shift(r, dim, coord - this->coord(r, dim));
  }
  /// Returns r with its coordinate along dim increased by `steps` modulo 2^32, so that it can also decrease.
  /// The result must be inside the grid.
  RouterId shift(RouterId r, std::uint32_t dim, std::uint32_t steps) const {
    return {r.v + steps * static_cast<std::uint32_t>(axes_[dim].stride.value())};
  }
  /// Returns the number formed by the coordinates below dim: r modulo stride(dim).
  std::uint32_t below(RouterId r, std::uint32_t dim) const { return axes_[dim].stride.remainder(r.v); }
  /// Returns the number formed by the coordinates from dim upwards: r divided by stride(dim).
  std::uint32_t above(RouterId r, std::uint32_t dim) const { return axes_[dim].stride.quotient(r.v); }

  /// Returns the router with coordinates `coords`, dimension 0 first.
  RouterId router(std::span<std::uint32_t const> coords) const {
    RouterId r{0};
    for (std::uint32_t dim = 0; dim < dims(); ++dim) r = shift(r, dim, coords[dim]);
    return r;
  }

 private:
  struct Axis {
    Divisor stride, next_stride;
    std::uint32_t side;
  };
  std::vector<Axis> axes_;
  std::uint64_t size_ = 1;
};

}  // namespace weft

#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "weft/topology/shape/cartesian_shape.hpp"

namespace weft {

/// The coordinates of a router side by side in one 32-bit word, dimension 0 lowest, so that reading one costs
/// a shift and a mask. All but unusual shapes fit (3^20 routers would take 40 bits); `fits` refuses the
/// others.
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

}  // namespace weft

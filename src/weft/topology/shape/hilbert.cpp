// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/hilbert.hpp"

#include <algorithm>
#include <bit>

namespace weft {
namespace {

/// Walks the curve by recursion into the 2^n halves of a cube. Notation of Hamilton and Rau-Chaplin.
class HilbertWalk {
 public:
  /// Prepares the walk for a grid of `sides`, each at least 2.
  explicit HilbertWalk(Sides const& sides) : corner_(sides.size(), 0) {
    std::uint64_t stride = 1;
    for (std::size_t d = sides.size(); d-- > 0;) {
      axes_.insert(axes_.begin(), {static_cast<std::uint64_t>(sides[d]), stride});
      stride *= static_cast<std::uint64_t>(sides[d]);
      levels_ =
          std::max(levels_, static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(sides[d]) - 1)));
    }
    order_.reserve(stride);
  }
  std::vector<std::uint32_t> run() {
    walk(levels_, 0, 0, 0);
    return std::move(order_);
  }

 private:
  using Bits = std::uint64_t;  // one bit per dimension: at most 32 sides of 2 or more
  struct Axis {
    std::uint64_t side, stride;
  };
  unsigned dims() const { return static_cast<unsigned>(axes_.size()); }
  Bits rotated(Bits bits, unsigned by) const {
    by %= dims();
    Bits const mask = (Bits{1} << dims()) - 1;
    return by == 0 ? bits : (bits << by | bits >> (dims() - by)) & mask;
  }
  static Bits gray(Bits w) { return w ^ w >> 1; }
  static Bits entry(Bits w) { return w == 0 ? 0 : gray((w - 1) / 2 * 2); }
  unsigned direction(Bits w) const {
    if (w == 0) return 0;
    return static_cast<unsigned>(std::countr_one(w % 2 == 0 ? w - 1 : w)) % dims();
  }

  /// Visits the cube of side 2^level with its low corner, of rank `rank`, at corner_. The curve enters the
  /// cube at corner `enter` and leaves it along dimension `along`.
  void walk(unsigned level, Bits enter, unsigned along, std::uint64_t rank) {
    if (level == 0) {
      order_.push_back(static_cast<std::uint32_t>(rank));
      return;
    }
    std::uint64_t const half = std::uint64_t{1} << (level - 1);
    for (Bits w = 0; w >> dims() == 0; ++w) {
      Bits const upper = rotated(gray(w), along + 1) ^ enter;
      std::uint64_t at = rank;
      bool inside = true;
      for (unsigned d = 0; d < dims() && inside; ++d)
        if (upper >> d & 1) {
          inside = corner_[d] + half < axes_[d].side;
          at += half * axes_[d].stride;
        }
      if (!inside) continue;
      for (unsigned d = 0; d < dims(); ++d) corner_[d] += (upper >> d & 1) * half;
      walk(level - 1, enter ^ rotated(entry(w), along + 1), (along + direction(w) + 1) % dims(), at);
      for (unsigned d = 0; d < dims(); ++d) corner_[d] -= (upper >> d & 1) * half;
    }
  }

  std::vector<Axis> axes_;
  std::vector<std::uint64_t> corner_;
  std::vector<std::uint32_t> order_;
  unsigned levels_ = 0;
};

}  // namespace

std::vector<std::uint32_t> hilbert_order(Sides const& sides) {
  Sides wide;
  std::ranges::copy_if(sides, std::back_inserter(wide), [](auto side) { return side > 1; });
  if (wide.empty()) return {0};
  return HilbertWalk(wide).run();
}
}  // namespace weft

#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// The tasks of an application on a grid, in row-major order: the last coordinate is the fastest.
class TaskGrid {
 public:
  /// `wraps`: per dimension, whether its last task is next to the first.
  TaskGrid(Sides const& sides, std::vector<bool> wraps)
      : wraps_(std::move(wraps)), strides_(sides.size()), size_(1) {
    WEFT_EXPECT(wraps_.size() == sides.size());
    for (auto dim = sides.size(); dim-- > 0;) {
      strides_[dim] = size_;
      size_ *= static_cast<std::uint32_t>(sides[dim]);
    }
    for (auto const side : sides) sides_.push_back(static_cast<std::uint32_t>(side));
  }

  std::uint32_t size() const { return size_; }
  std::uint32_t dims() const { return static_cast<std::uint32_t>(sides_.size()); }
  std::uint32_t side(std::uint32_t dim) const { return sides_[dim]; }
  bool wraps(std::uint32_t dim) const { return wraps_[dim]; }
  std::uint32_t coord(std::uint32_t task, std::uint32_t dim) const {
    return task / strides_[dim] % sides_[dim];
  }
  /// The task with its coordinate along dim replaced.
  std::uint32_t move(std::uint32_t task, std::uint32_t dim, std::uint32_t coord) const {
    return task + (coord - this->coord(task, dim)) * strides_[dim];
  }
  /// The next task upwards or downwards along dim, modulo its side.
  std::uint32_t next(std::uint32_t task, std::uint32_t dim, bool up) const {
    auto const at = coord(task, dim), n = side(dim);
    return move(task, dim, up ? (at + 1 == n ? 0 : at + 1) : (at == 0 ? n : at) - 1);
  }

 private:
  std::vector<bool> wraps_;
  std::vector<std::uint32_t> sides_, strides_;
  std::uint32_t size_;
};

/// How many tasks along a dimension receive from one of them upwards (the others downwards): half of them if
/// the dimension wraps.
struct Reach {
  std::uint32_t up = 0, down = 0;
};
inline Reach reach_of(TaskGrid const& grid, std::uint32_t dim, std::uint32_t from) {
  auto const n = grid.side(dim);
  if (grid.wraps(dim)) return {n / 2, n - 1 - n / 2};
  return {n - 1 - from, from};
}

}  // namespace weft::collective

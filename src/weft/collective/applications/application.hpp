// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/collective/ranks/rank_program.hpp"
#include "weft/core/error.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// The task grid of an application. Tasks are numbered in row-major order: the last coordinate varies
/// fastest.
class TaskGrid {
 public:
  /// `wraps`: by dimension, whether the last task is adjacent to the first.
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
  /// Returns the task with the coordinates of `task`, except for `coord` along `dim`.
  std::uint32_t move(std::uint32_t task, std::uint32_t dim, std::uint32_t coord) const {
    return task + (coord - this->coord(task, dim)) * strides_[dim];
  }
  /// Returns the next task up or down along `dim`, with wraparound.
  std::uint32_t next(std::uint32_t task, std::uint32_t dim, bool up) const {
    auto const at = coord(task, dim), n = side(dim);
    return move(task, dim, up ? (at + 1 == n ? 0 : at + 1) : (at == 0 ? n : at) - 1);
  }

 private:
  std::vector<bool> wraps_;
  std::vector<std::uint32_t> sides_, strides_;
  std::uint32_t size_;
};

/// Numbers of tasks above and below a task along a dimension; half of the others each if the dimension wraps
/// around.
struct Reach {
  std::uint32_t up = 0, down = 0;
};
inline Reach make_reach(TaskGrid const& grid, std::uint32_t dim, std::uint32_t from) {
  auto const n = grid.side(dim);
  if (grid.wraps(dim)) return {n / 2, n - 1 - n / 2};
  return {n - 1 - from, from};
}

/// A phase of an application: messages between the tasks, all of which arrive before the next phase starts.
/// Task t is rank t.
struct Phase {
  std::string name;
  RankProgram program;
};

/// Properties of the machine that determine the default task grid.
struct GridContext {
  std::uint64_t tasks = 1;  ///< number of tasks: one per terminal
  Sides machine = {};       ///< sides of the grid of routers, last dimension fastest; empty: not a grid
};

/// A parallel algorithm, as messages between the tasks of a grid; if neighbors on the task grid are neighbors
/// in the machine, each round needs one slot. To add one, write a file and add it in catalog.hpp.
/// `default_grid` and `check_grid` throw InputError for grids that the algorithm does not support, before
/// anything is built. `places`: the vertex of each task. `matrix_share` returns the fraction of a matrix in a
/// block, 0 if blocks are not parts of matrices.
template <class A>
concept Application =
    requires(A const a, typename A::Params const& params, GridContext const& context, Sides const& sides,
             TaskGrid const& grid, std::vector<std::uint32_t> const& places) {
      { A::name } -> std::convertible_to<std::string_view>;
      { A::doc } -> std::convertible_to<std::string_view>;
      A::schema;
      A{params};
      { a.params().grid } -> std::convertible_to<Sides const&>;
      { a.params().mapping } -> std::convertible_to<std::string const&>;
      { a.params().embedding } -> std::convertible_to<Embedding>;
      { a.default_grid(context) } -> std::same_as<Sides>;
      a.check_grid(sides);
      { a.phases(grid, places) } -> std::same_as<std::vector<Phase>>;
      { a.matrix_share(grid) } -> std::same_as<double>;
    };

/// Name of the default mapping, which is not in the catalog: neighbors on the task grid are neighbors in the
/// machine.
inline constexpr std::string_view natural_mapping = "natural";

inline constexpr std::string_view grid_doc =
    "task grid, last coordinate fastest; 0: one task per terminal, in a grid that the algorithm supports";
inline constexpr std::string_view mapping_doc =
    "placement of tasks: natural (neighbors on the task grid are neighbors in the machine; each dimension "
    "of the task grid uses one or several dimensions of the machine), or any other mapping (weft list mappings), "
    "in brackets if it has parameters";

/// Common parameters of applications; the parameters of each application derive from these.
struct ApplicationParams {
  Sides grid{0};
  std::string mapping = std::string(natural_mapping);
  Embedding embedding = Embedding::rounds;
};
inline constexpr std::tuple application_schema{
    param("grid", &ApplicationParams::grid, Range{0, 4294967295.0}, grid_doc),
    param("mapping", &ApplicationParams::mapping, mapping_doc).from("mappings"),
    param("embedding", &ApplicationParams::embedding, embedding_doc),
};

}  // namespace weft::collective

#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/collective/applications/task_grid.hpp"
#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

/// Part of an application: the messages of its tasks until all tasks can continue. Task t is rank t.
struct Phase {
  std::string name;
  RankProgram program;
};

/// The properties of the machine that the choice of a task grid needs.
struct GridContext {
  std::uint64_t tasks = 1;  ///< one per terminal
  Sides machine =
      {};  ///< sides of the grid of routers, the last the fastest; empty: the machine is not a grid
};

/// An algorithm of applications as messages between the tasks of a grid, made for that grid: where neighbors
/// on the task grid are neighbors in the machine, each round takes one slot. Adding one = one file and one
/// entry in catalog.hpp. `default_grid` and `check_grid` throw InputError for grids that do not suit the
/// algorithm, before anything is built. `places`: the vertex of each task. `matrix_share`: of a matrix in a
/// block, 0 if the blocks are not parts of matrices.
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

/// A mapping that needs no mapping of the catalog: neighbors stay neighbors.
inline constexpr std::string_view natural_mapping = "natural";

inline constexpr std::string_view grid_doc =
    "the task grid, last coordinate fastest; 0: one task per terminal, in a grid that suits the algorithm";
inline constexpr std::string_view mapping_doc =
    "where the tasks run: natural (neighbors on the task grid are neighbors in the machine; each dimension "
    "of the task grid uses one or several dimensions of the machine), or any of docs/reference/mappings.md, "
    "in brackets if it has parameters";

}  // namespace weft::collective

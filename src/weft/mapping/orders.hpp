// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Order in which a mapping traverses a two-dimensional grid.
enum class GridOrder : std::uint8_t { rows, columns };

}  // namespace weft::mapping

namespace weft {
template <>
inline constexpr EnumValue<mapping::GridOrder> enum_values<mapping::GridOrder>[] = {
    {"rows", mapping::GridOrder::rows, "row by row"},
    {"columns", mapping::GridOrder::columns, "column by column"}};
}  // namespace weft

namespace weft::mapping {

/// The mapping `linear`: tasks in order on terminals in order.
class Linear {
 public:
  struct Params {
    GridOrder order = GridOrder::rows;
  };
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc =
      "Assigns the tasks in order to the terminals in order: the default of launchers (DEF and, by columns, COL of "
      "Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC 2012).";
  static constexpr std::tuple schema{
      param("order", &Params::order, "order of the tasks"),
  };

  explicit Linear(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  /// Returns both grid orders; only `rows` unless the task grid has two dimensions.
  static std::vector<Params> candidate_params(MappingContext const& context);

 private:
  Params params_;
};

/// The mapping `random`.
class Random {
 public:
  struct Params {};
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc =
      "Assigns tasks to terminals uniformly at random, at most one on each. It models a scheduler that "
      "ignores locality on a full machine, and is the cheapest method to spread traffic.";
  static constexpr std::tuple schema{};

  explicit Random(Params const&) {}
  Placement place(MappingContext const& context) const;
};

/// The mapping `space_filling_curve`: tasks along a curve on terminals along a curve.
class SpaceFillingCurve {
 public:
  struct Params {};
  static constexpr std::string_view name = "space_filling_curve";
  static constexpr std::string_view doc =
      "Assigns the tasks, in the order of a Hilbert curve of the task grid, to the terminals in order. If the "
      "routers are a grid too, the terminals follow the Hilbert curve of that grid. If sides are not powers "
      "of two, the curve of the enclosing cube is used, restricted to the grid (C. H. Hamilton and A. "
      "Rau-Chaplin, Inf. Process. Lett. 105, 2008).";
  static constexpr std::tuple schema{};

  explicit SpaceFillingCurve(Params const&) {}
  Placement place(MappingContext const& context) const;
};

/// The mapping `hybrid`: each group has whole rows or whole columns of tasks, whichever is better for a
/// transpose.
class Hybrid {
 public:
  struct Params {};
  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view doc =
      "Mapping for the transpose on PERCS (Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC "
      "2012), dragonflies and other groups of routers: row after row, so that a group (PERCS: a supernode) "
      "contains whole rows, or column after column. An order is possible if the length of its rows or "
      "columns "
      "divides the terminals of a group (PERCS: 128). If both orders are possible, columns are used if rows "
      "are as long as two copies of the level below the groups (PERCS: two drawers, 64) and columns are not; "
      "otherwise rows are used.";
  static constexpr std::tuple schema{};

  explicit Hybrid(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping

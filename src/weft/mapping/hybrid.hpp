#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Whole rows or whole columns of tasks in each group, whichever is better for a transpose.
class Hybrid {
 public:
  struct Params {};
  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view doc =
      "For the transpose on PERCS (Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC "
      "2012), dragonflies and other groups of routers: row after row, so that a group (PERCS: a supernode) "
      "holds whole rows, or column after column. An order is possible if the length of its rows or columns "
      "divides the terminals of a group (PERCS: 128). If both orders are possible, columns are used if rows "
      "are as long as two copies of the level below the groups (PERCS: two drawers, 64) and columns are not; "
      "otherwise rows are used.";
  static constexpr std::tuple schema{};

  explicit Hybrid(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping

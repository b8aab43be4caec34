#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Whole rows or whole columns of tasks in each supernode, whichever is better for a transpose.
class Hybrid {
 public:
  struct Params {};
  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view doc =
      "For the transpose on PERCS (Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC 2012): row after "
      "row, so that a supernode holds whole rows, or column after column. Rows are possible if their length divides 128, "
      "columns likewise; rows are taken if possible and columns are not, or the rows are not 64 long, or the columns are; "
      "else columns.";
  static constexpr std::tuple schema{};

  explicit Hybrid(Params const&) {}
  Placement place(MappingContext const& context) const;
};
}  // namespace weft::mapping

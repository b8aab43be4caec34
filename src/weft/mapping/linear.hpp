#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft {

/// The order in which a mapping goes through a grid of two dimensions.
enum class GridOrder : std::uint8_t { rows, columns };

template <>
inline constexpr EnumValue<GridOrder> enum_values<GridOrder>[] = {
    {"rows", GridOrder::rows, "row after row"}, {"columns", GridOrder::columns, "column after column"}};

/// Tasks in order onto terminals in order.
class Linear {
 public:
  struct Params {
    GridOrder order = GridOrder::rows;
  };
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc =
      "The tasks in order onto the terminals in order: the default of launchers (DEF and, by columns, COL of "
      "Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC 2012).";
  static constexpr std::tuple schema{
      param("order", &Params::order, "which task comes next"),
  };

  explicit Linear(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  /// Both orders.
  static std::vector<Params> worth_trying(MappingContext const& context);

 private:
  Params params_;
};

}  // namespace weft

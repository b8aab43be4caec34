#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The order in which a mapping traverses a grid of two dimensions.
enum class GridOrder : std::uint8_t { rows, columns };

}  // namespace weft::mapping

namespace weft {
template <>
inline constexpr EnumValue<mapping::GridOrder> enum_values<mapping::GridOrder>[] = {
    {"rows", mapping::GridOrder::rows, "row after row"},
    {"columns", mapping::GridOrder::columns, "column after column"}};
}  // namespace weft

namespace weft::mapping {

/// Maps tasks in order to terminals in order.
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

}  // namespace weft::mapping

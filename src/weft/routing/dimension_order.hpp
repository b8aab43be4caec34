#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/routing/bind_context.hpp"
#include "weft/routing/cartesian_order.hpp"

namespace weft {

/// The routing `dimension_order`.
struct DimensionOrder {
  struct Params {};
  static constexpr std::string_view name = "dimension_order";
  static constexpr std::string_view doc =
      "Corrects the coordinates one after the other, lowest dimension first, each by the shorter way (Dally "
      "& Towles, Principles and Practices of Interconnection Networks, ch. 8). Deterministic, minimal.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "a Cartesian topology";
  template <class T>
  static constexpr bool serves = OrderedGrid<T>;

  explicit DimensionOrder(Params const&) {}
  template <class T>
    requires serves<T>
  RoutingPtr bind(T const& topology, BindContext const&) const {
    return bind_dimension_order(topology);
  }
};

}  // namespace weft

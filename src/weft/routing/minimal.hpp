#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/routing/shortest_paths.hpp"

namespace weft {

/// The routing `minimal`.
struct Minimal {
  struct Params {
    MinimalChoice choice = MinimalChoice::random;
  };
  static constexpr std::string_view name = "minimal";
  static constexpr std::string_view doc =
      "A shortest path on any network, by the topology's closed-form distances or by tables of breadth-first "
      "search, which know of failures.";
  static constexpr std::tuple schema{
      param("choice", &Params::choice, "which of several ports that lie on shortest paths"),
  };
  static constexpr std::string_view needs = "any topology";
  template <class T>
  static constexpr bool serves = true;

  explicit Minimal(Params const& params) : params_(params) {}
  template <class T>
  RoutingPtr bind(T const& topology, BindContext const& context) const {
    return bind_shortest_paths(topology, context, params_.choice);
  }

 private:
  Params params_;
};

}  // namespace weft

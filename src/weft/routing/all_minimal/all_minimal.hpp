#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::routing {

/// Every shortest path.
class AllMinimal {
 public:
  struct Params {};
  static constexpr std::string_view name = "all_minimal";
  static constexpr std::string_view doc =
      "Every shortest path between two routers carries the same share, on any network. Each parallel channel "
      "makes a separate path.";
  static constexpr std::tuple schema{};
  static constexpr std::string_view needs = "any topology";
  static constexpr bool knows_failures = true;

  explicit AllMinimal(Params const&) {}
  bool serves(Machine const&) const { return true; }
  SharesPtr shares(Machine const& machine) const;
};

}  // namespace weft::routing

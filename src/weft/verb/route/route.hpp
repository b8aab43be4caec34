#pragma once

#include <cstdint>
#include <string>

#include "weft/core/result.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// The path that one message takes on an idle network.
struct RouteRequest {
  std::string topology, routing = "default";
  std::uint64_t from = 0, to = 0;  ///< terminals
  std::uint64_t seed = 1;
  LayoutParams layout = {};
};

/// Routes one message hop by hop. Table `route`: each hop with its channel class (a CLEX level, a dimension), the places it
/// joins in coordinates or digits, and the cable. Throws InputError for terminals that do not exist.
Result route(RouteRequest const& request);

}  // namespace weft

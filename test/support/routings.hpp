// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "weft/core/spec.hpp"

namespace weft {

/// Whether a routing of the catalog needs a file, so that its defaults make none.
constexpr bool needs_file(std::string_view routing) { return routing == "table" || routing == "forwarding"; }

/// The routing R with its defaults, but a search with its least effort.
template <class R>
Spec quick_spec() {
  Spec spec{std::string(R::name), {}};
  if constexpr (requires(typename R::Params params) { params.effort; })
    spec.arguments.push_back({"effort", "0.001"});
  return spec;
}

}  // namespace weft

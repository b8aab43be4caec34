// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "support/routings.hpp"
#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// Returns variants of routing R: its defaults (with minimum effort for a search), and each value of each of
/// its enumerations.
template <class R>
std::vector<Spec> variants_of() {
  std::vector<Spec> all{quick_spec<R>()};
  for (auto const& param : describe_params(R::schema))
    for (auto const& [value, doc] : param.values)
      if (value != param.default_value) all.push_back({std::string(R::name), {{param.name, value}}});
  return all;
}

}  // namespace weft

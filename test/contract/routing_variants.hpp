#pragma once

#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// The routing R with its defaults, and with each value of each of its enumerations.
template <class R>
std::vector<Spec> variants_of() {
  std::vector<Spec> all{{std::string(R::name), {}}};
  for (auto const& param : describe_params(R::schema))
    for (auto const& [value, doc] : param.values)
      if (value != param.default_value) all.push_back({std::string(R::name), {{param.name, value}}});
  return all;
}

}  // namespace weft

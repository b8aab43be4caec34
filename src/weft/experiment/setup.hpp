#pragma once

#include <string>

#include "weft/network/cost.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// Where a machine stands and what its parts cost.
struct Setup {
  LayoutParams layout;
  CostParams cost;
};

/// Parameters as `key=value,..`; an empty text: the defaults. Throw InputError at `layout` and `cost`.
LayoutParams read_layout(std::string const& text);
CostParams read_cost(std::string const& text);

/// The same with all defaults written out.
std::string resolved_layout(LayoutParams const& params);
std::string resolved_cost(CostParams const& params);

}  // namespace weft

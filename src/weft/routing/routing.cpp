#include "weft/routing/routing.hpp"

#include <algorithm>

namespace weft {

void RoutingFunction::start(Heads const& heads) const { std::ranges::fill(heads.next_state, 0u); }

}  // namespace weft

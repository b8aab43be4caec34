// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/catalog.hpp"

namespace weft {

TrafficPtr make_traffic(Spec const& spec, TrafficContext const& context) {
  auto const make = [&]<class P>(std::type_identity<P>, typename P::Params const& params) {
    return make_traffic<P>(params, context);
  };
  return Patterns::pick_params(spec, make, "traffic pattern");
}

}  // namespace weft

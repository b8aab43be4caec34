// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/drawing/scene.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"

namespace weft {

/// Sets the router positions, the style and the parts of a scene and, if it has channels, bends and cut ends.
/// `plan` becomes a circle if it has no structure and the network is too large for a force-directed layout.
void place_routers(AnyTopology const& topology, Network const& network, LayoutParams const& layout,
                   PicturePlan& plan, Scene& scene);

}  // namespace weft

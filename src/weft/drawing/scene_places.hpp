// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/drawing/scene.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"

namespace weft {

/// Sets the positions of the routers of a scene, and for a scene with channels also style, parts, bends and
/// cut ends. `plan` becomes a circle if no structure orders the routers.
void place_routers(AnyTopology const& topology, Network const& network, LayoutParams const& layout,
                   PicturePlan& plan, Scene& scene);

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/drawing/scene.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"

namespace weft {

/// Places the routers of a scene with channels: positions, style, parts, bends and cut ends. `plan`
/// becomes a circle where no structure orders the routers.
void place_routers(AnyTopology const& topology, Network const& network, LayoutParams const& layout,
                   PicturePlan& plan, Scene& scene);

}  // namespace weft

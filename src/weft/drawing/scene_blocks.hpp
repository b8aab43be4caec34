#pragma once

#include "weft/drawing/scene.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"

namespace weft {

/// Adds blocks of routers to a scene whose routers are placed, and bundles of the channels between them: a
/// bundle per pair of blocks, for both directions if every channel has a reverse. None where nothing orders
/// the routers.
void add_blocks(Network const& network, PicturePlan const& plan, Scene& scene);

}  // namespace weft

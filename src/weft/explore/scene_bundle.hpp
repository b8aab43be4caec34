// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/drawing/scene.hpp"

namespace weft::explore {

/// Returns the bundle of a scene (protocol.ts: SceneAnswer).
std::string scene_bundle(Scene const& scene);

}  // namespace weft::explore

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/drawing/scene.hpp"

namespace weft::explore {

/// A scene as the answer that protocol.ts calls SceneAnswer.
std::string scene_bundle(Scene const& scene);

}  // namespace weft::explore

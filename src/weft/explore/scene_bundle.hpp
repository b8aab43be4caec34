#pragma once

#include <string>

#include "weft/verb/draw/scene.hpp"

namespace weft::explore {

/// A scene as the answer that protocol.ts calls SceneAnswer.
std::string scene_bundle(verb::Scene const& scene);

}  // namespace weft::explore

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Font files that the build embeds in Weft (cmake/WeftEmbed.cmake).
namespace weft::render {

std::string_view regular_font();  ///< src/weft/render/fonts/DejaVuSans.ttf
std::string_view bold_font();     ///< src/weft/render/fonts/DejaVuSans-Bold.ttf

}  // namespace weft::render

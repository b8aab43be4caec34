#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace weft::chart {

/// Okabe and Ito's colors, which stay apart in all common kinds of color blindness; their yellow, too pale on
/// white, is replaced by gray.
inline constexpr std::array<std::string_view, 8> palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                         "#E69F00", "#56B4E9", "#000000", "#888888"};

constexpr std::string_view palette_color(std::size_t place) { return palette[place % palette.size()]; }

/// From less to more, after cmocean's `amp` (K. M. Thyng et al., Oceanography 2016): one hue, even steps of
/// lightness.
inline constexpr std::array<std::string_view, 9> shades{"#EBE3E0", "#E7CBC2", "#DDAA9A", "#D3886F", "#C66648",
                                                        "#B2412C", "#931E26", "#6A0F25", "#3C0911"};

inline constexpr std::string_view ink = "#222222", soft_ink = "#595959", axis_gray = "#666666",
                                  grid_gray = "#E3E3E3", reference_gray = "#444444";

}  // namespace weft::chart

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/chart/theme.hpp"
#include "weft/core/param.hpp"

namespace weft {

template <>
inline constexpr EnumValue<chart::Theme> enum_values<chart::Theme>[] = {
    {"light", chart::Theme::light, "white background"},
    {"dark", chart::Theme::dark, "dark background"},
    {"auto", chart::Theme::automatic, "the preference of the reader's system"}};

template <>
inline constexpr EnumValue<chart::Width> enum_values<chart::Width>[] = {
    {"page", chart::Width::page, "a page or screen"},
    {"column", chart::Width::column, "a column of a paper, 85 mm"},
    {"slide", chart::Width::slide, "a slide of 1280 pixels"}};

}  // namespace weft

namespace weft::app {

inline constexpr char const* theme_doc = "color theme of figures";
inline constexpr char const* width_doc = "width of figures";

}  // namespace weft::app

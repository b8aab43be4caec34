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

template <>
inline constexpr EnumValue<chart::Look> enum_values<chart::Look>[] = {
    {"screen", chart::Look::screen, "title and source in the picture"},
    {"paper", chart::Look::paper,
     "for a caption: panel letters instead of title and source, 85 or 180 mm wide, type of 7 points or more"}};

}  // namespace weft

namespace weft::app {

inline constexpr char const* theme_doc = "color theme of figures";
inline constexpr char const* width_doc = "width of figures";
inline constexpr char const* style_doc = "text in figures: title and source, or panel letters for a caption";

}  // namespace weft::app

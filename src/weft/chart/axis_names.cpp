// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/axis_names.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace weft::chart {
namespace {

constexpr double axis_line_height = 13;
constexpr double slant_radians = AxisNames::slant * std::numbers::pi / 180;
constexpr double slant_overlap = 4;  ///< pixels by which a slanted name extends to the right of its value
constexpr std::size_t max_name_lines = 4;

/// Splits a name into lines that end at spaces or after punctuation and are no wider than `width`, except for
/// longer words.
std::vector<std::string> axis_lines(std::string_view name, double width) {
  std::vector<std::string> lines{""};
  for (std::size_t begin = 0, end = 0; begin < name.size(); begin = end) {
    end = std::min(name.find_first_of(" :,-_", begin), name.size() - 1) + 1;
    auto const word = std::string(name.substr(begin, end - begin));
    bool const fits = text_width(lines.back() + word, AxisNames::font_size) <= width;
    if (!fits && !lines.back().empty()) lines.emplace_back();
    lines.back() += word;
  }
  for (auto& line : lines)
    if (line.ends_with(' ')) line.pop_back();
  return lines;
}

bool is_number_name(std::string_view name) {
  return name.find_first_of("0123456789") != std::string_view::npos &&
         name.find_first_not_of("0123456789.+-e%") == std::string_view::npos;
}

}  // namespace

AxisNames AxisNames::fitting(std::vector<std::string> const& names, double slot, double max_length) {
  AxisNames out;
  bool horizontal = true;
  double widest = 0;
  for (auto const& name : names) {
    auto const text = with_times_signs(name);
    auto lines = axis_lines(text, slot - 6);
    horizontal = horizontal && text_width(lines, font_size) <= slot - 6 && lines.size() <= max_name_lines;
    widest = std::max(widest, text_width(text, font_size));
    out.names_.push_back({static_cast<double>(out.names_.size()), std::move(lines)});
  }
  if (horizontal) return out;
  out.slanted_ = !std::ranges::all_of(names, is_number_name);
  double const apart = out.slanted_ ? (axis_line_height + 2) / std::sin(slant_radians) : widest + 8;
  double const every = std::max(1.0, std::ceil(apart / slot));
  std::erase_if(out.names_, [&](AxisName const& name) { return std::fmod(name.at, every) != 0; });
  for (auto& name : out.names_) {
    auto const text = with_times_signs(names[static_cast<std::size_t>(name.at)]);
    name.lines = {out.slanted_ ? shorten_text(text, font_size, std::min(max_slanted_length, max_length))
                               : text};
  }
  return out;
}

double AxisNames::height() const {
  double height = 0;
  for (auto const& name : names_)
    height = std::max(height, slanted_ ? text_width(name.lines, font_size) * std::sin(slant_radians) +
                                             0.8 * axis_line_height
                                       : axis_line_height * static_cast<double>(name.lines.size()));
  return height;
}

double AxisNames::left_of(AxisName const& name) const {
  double const width = text_width(name.lines, font_size);
  return slanted_ ? width * std::cos(slant_radians) + slant_overlap : width / 2;
}

double AxisNames::right_of(AxisName const& name) const {
  return slanted_ ? slant_overlap : text_width(name.lines, font_size) / 2;
}

void AxisNames::draw(Element& out, AxisName const& name, Point top) const {
  double y = top.y + 0.8 * font_size;
  if (slanted_) {
    out.add(svg_text({top.x + slant_overlap, y}, name.lines.front(),
                     {.size = font_size, .anchor = Anchor::end, .rotate = -slant}));
    return;
  }
  for (auto const& line : name.lines) {
    out.add(svg_text({top.x, y}, line, {.size = font_size, .anchor = Anchor::middle}));
    y += axis_line_height;
  }
}

}  // namespace weft::chart

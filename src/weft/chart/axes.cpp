// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

#include "weft/chart/frame.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double label_size = 11, axis_title_size = 12, line_height = 13, title_height = 16;
constexpr double tick_length = 4, minor_length = 2.5, label_gap = 3;
constexpr double longest_rotated = 200, slant = 40 * 3.14159265358979323846 / 180;

std::string axis_title(Axis const& axis, int exponent) {
  std::string unit = axis.unit;
  if (exponent != 0) unit = unit.empty() ? "×" + power_of_ten(exponent) : power_of_ten(exponent) + " " + unit;
  if (unit.empty()) return axis.title;
  return axis.title.empty() ? unit : fmt::format("{} ({})", axis.title, unit);
}

/// Removes the label of ticks closer than `room(a, b)` to the last labeled one; false if there were any,
/// except next to a zero that a log axis sets apart.
bool thin(std::vector<Tick>& ticks, bool zero_apart, auto position, auto room) {
  Tick const* last = nullptr;
  bool clean = true;
  for (Tick& tick : ticks) {
    if (tick.label.empty()) continue;
    if (last != nullptr && std::abs(position(tick) - position(*last)) < room(tick, *last)) {
      tick.label.clear();
      clean = clean && zero_apart && last->value == 0;
    } else {
      last = &tick;
    }
  }
  return clean;
}

/// Whether the first and the last labeled tick are at the ends of the axis.
bool reaches_ends(Ticks const& ticks, Scale const& scale) {
  auto const at_end = [&](auto const& from, auto const& to, double end) {
    auto const tick = std::find_if(from, to, [](Tick const& each) { return !each.label.empty(); });
    return tick != to && std::abs(scale.fraction(tick->value) - end) < 1e-6;
  };
  return at_end(ticks.marks.begin(), ticks.marks.end(), 0.0) &&
         at_end(ticks.marks.rbegin(), ticks.marks.rend(), 1.0);
}

/// The finest ticks whose labels are not too close to each other; where some have labels at both ends of the
/// axis, the finest of these with at least half as many labels.
Ticks fitting_ticks(Scale const& scale, int most, double length, auto room) {
  auto const position = [&](Tick const& tick) { return scale.fraction(tick.value) * length; };
  Ticks ticks, finest;
  bool found = false;
  for (int count = most; count >= 2; --count) {
    ticks = scale.ticks(count);
    if (!thin(ticks.marks, scale.zero_gap() > 0, position, room)) continue;
    if (scale.type() == ScaleType::log || reaches_ends(ticks, scale)) return ticks;
    if (!found) finest = ticks;
    found = true;
    if (2 * ticks.marks.size() < finest.marks.size()) break;
  }
  return found ? finest : ticks;
}

/// Data on one side of the value where bars begin need no room on the other.
Axis y_axis(Panel const& panel) {
  Axis out = panel.y;
  if (!panel.bars_from) return out;
  if (!out.min && panel.y_data.low() >= *panel.bars_from) out.min = panel.bars_from;
  if (!out.max && panel.y_data.high() <= *panel.bars_from) out.max = panel.bars_from;
  return out;
}

int most_y_ticks(double height) { return std::clamp(static_cast<int>(height / 24), 4, 10); }

}  // namespace

Margins Margins::with(Margins const& other) const {
  return {std::max(left, other.left), std::max(right, other.right), std::max(top, other.top),
          std::max(bottom, other.bottom)};
}

Axes::Axes(Panel const& panel, double width, double height)
    : panel_(panel),
      x_(panel.x, panel.x_data, panel.x_fit),
      y_(y_axis(panel), panel.y_data, panel.y_fit, most_y_ticks(height)) {
  if (!panel.y_data.empty()) fit_y(height);
  if (!panel.categories.empty())
    fit_categories(width);
  else if (!panel.x_data.empty())
    fit_numbers(width);
  measure(width, height);
}

void Axes::fit_y(double height) {
  y_ticks_ =
      fitting_ticks(y_, most_y_ticks(height), height, [](Tick const&, Tick const&) { return line_height; });
  for (Tick const& tick : y_ticks_.marks)
    y_label_width_ = std::max(y_label_width_, text_width(tick.label, label_size));
}

void Axes::fit_numbers(double width) {
  int const most = std::clamp(static_cast<int>(width / 44), 3, 14);
  x_ticks_ = fitting_ticks(x_, most, width, [](Tick const& a, Tick const& b) {
    return (text_width(a.label, label_size) + text_width(b.label, label_size)) / 2 + 8;
  });
  for (Tick const& tick : x_ticks_.marks)
    if (!tick.label.empty()) x_labels_.push_back({tick.value, {tick.label}});
}

void Axes::fit_categories(double width) {
  auto const n = panel_.categories.size();
  double const slot = width / static_cast<double>(n);
  std::vector<std::string> names;
  for (auto const& category : panel_.categories) names.push_back(with_times_signs(category));
  bool flat = true;
  double longest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Label label{static_cast<double>(i), wrap_text(names[i], label_size, slot - 6)};
    flat = flat && text_width(label.lines, label_size) <= slot - 6 && label.lines.size() <= 4;
    longest = std::max(longest, text_width(names[i], label_size));
    x_labels_.push_back(std::move(label));
  }
  if (flat) return;
  rotated_ = longest > 40;
  double const apart = rotated_ ? (line_height + 2) / std::sin(slant) : longest + 8;
  auto const every = std::max(1, static_cast<int>(std::ceil(apart / slot)));
  std::erase_if(x_labels_, [&](Label const& label) { return static_cast<int>(label.at) % every != 0; });
  for (Label& label : x_labels_) {
    auto const& name = names[static_cast<std::size_t>(label.at)];
    label.lines = {rotated_ ? shorten_text(name, label_size, std::min(longest_rotated, width / 2)) : name};
  }
}

void Axes::measure(double width, double height) {
  x_title_ = wrap_text(axis_title(panel_.x, x_ticks_.exponent), axis_title_size, width);
  y_title_ = wrap_text(axis_title(panel_.y, y_ticks_.exponent), axis_title_size, height);
  double left_overhang = 0, right_overhang = 0;
  for (Label const& label : x_labels_) {
    double const at = x_.fraction(label.at) * width, size = text_width(label.lines, label_size);
    double const before = rotated_ ? size * std::cos(slant) + 4 : size / 2, after = rotated_ ? 4 : size / 2;
    left_overhang = std::max(left_overhang, before - at);
    right_overhang = std::max(right_overhang, at + after - width);
    double const high = rotated_ ? size * std::sin(slant) + line_height * 0.8
                                 : static_cast<double>(label.lines.size()) * line_height;
    x_label_height_ = std::max(x_label_height_, high);
  }
  double const labels = y_label_width_ + tick_length + label_gap;
  auto const title_lines = static_cast<double>(y_title_.size());
  margins_.left = std::max(labels + title_lines * title_height + (title_lines > 0 ? 6 : 0), left_overhang);
  margins_.right = std::max(right_overhang, 2.0);
  margins_.top = std::max(line_height / 2, panel_.headroom ? panel_.headroom(width) : 0);
  margins_.bottom = tick_length + label_gap + x_label_height_;
  if (!x_title_.empty()) margins_.bottom += 5 + static_cast<double>(x_title_.size()) * title_height;
}

void Axes::draw(Element& out, Box const& box) const {
  PlotArea const at = area(box);
  draw_y(out, at);
  draw_x(out, at);
  draw_x_labels(out, at);
  draw_zero_breaks(out, at);
  draw_titles(out, box);
}

void Axes::draw_y(Element& out, PlotArea const& area) const {
  Box const& box = area.box;
  for (Tick const& tick : y_ticks_.marks) {
    double const y = area.at_y(tick.value);
    bool const major = !tick.label.empty();
    if (major) out.add(svg_line({box.x, y}, {box.right(), y}, {grid_gray}));
    out.add(svg_line({box.x - (major ? tick_length : minor_length), y}, {box.x, y}, {axis_gray}));
    if (major)
      out.add(svg_text({box.x - tick_length - label_gap, y + 0.36 * label_size}, tick.label,
                       {label_size, ink, Anchor::end}));
  }
  out.add(svg_line({box.x, box.y}, {box.x, box.bottom()}, {axis_gray}));
}

void Axes::draw_x(Element& out, PlotArea const& area) const {
  Box const& box = area.box;
  for (Tick const& tick : x_ticks_.marks) {
    double const x = area.at_x(tick.value), length = tick.label.empty() ? minor_length : tick_length;
    out.add(svg_line({x, box.bottom()}, {x, box.bottom() + length}, {axis_gray}));
  }
  out.add(svg_line({box.x, box.bottom()}, {box.right(), box.bottom()}, {axis_gray}));
  bool const crosses_zero = y_.type() == ScaleType::linear && y_.low() < 0 && y_.high() > 0;
  if (crosses_zero) out.add(svg_line({box.x, area.at_y(0)}, {box.right(), area.at_y(0)}, {axis_gray}));
}

void Axes::draw_x_labels(Element& out, PlotArea const& area) const {
  double const top = area.box.bottom() + tick_length + label_gap;
  for (Label const& label : x_labels_) {
    double const x = area.at_x(label.at);
    if (rotated_) {
      out.add(svg_text({x + 4, top + 0.8 * label_size}, label.lines.front(),
                       {label_size, ink, Anchor::end, false, -40}));
      continue;
    }
    double y = top + 0.8 * label_size;
    for (std::string const& line : label.lines) {
      out.add(svg_text({x, y}, line, {label_size, ink, Anchor::middle}));
      y += line_height;
    }
  }
}

void Axes::draw_titles(Element& out, Box const& box) const {
  double y = box.bottom() + tick_length + label_gap + x_label_height_ + 5 + 0.8 * axis_title_size;
  for (std::string const& line : x_title_) {
    out.add(svg_text({box.center().x, y}, line, {axis_title_size, ink, Anchor::middle}));
    y += title_height;
  }
  auto lines = static_cast<double>(y_title_.size());
  for (std::string const& line : y_title_) {
    double const x = box.x - y_label_width_ - tick_length - label_gap - 6 - (lines - 1) * title_height - 3;
    out.add(svg_text({x, box.center().y}, line, {axis_title_size, ink, Anchor::middle, false, -90}));
    --lines;
  }
}

void Axes::draw_zero_breaks(Element& out, PlotArea const& area) const {
  Box const& box = area.box;
  Stroke const faint{grid_gray, 1, "2 3"};
  auto const cut = [&](Point at, double width, double height) {  // across an axis as wide and high as this
    out.add(svg_rect({at.x - width / 2, at.y - height / 2, width, height}, paper));
    double const x = 8 / width, y = 8 / height;
    for (double const shift : {-2.0, 2.0}) {
      Point const middle{at.x + (width > height ? shift : 0), at.y + (width > height ? 0 : shift)};
      out.add(svg_line({middle.x - x, middle.y + y}, {middle.x + x, middle.y - y}, {axis_gray}));
    }
  };
  if (y_.zero_gap() > 0) {
    double const y = box.bottom() - 0.8 * y_.zero_gap() * box.height;
    cut({box.x, y}, 2, 4);
    out.add(svg_line({box.x + 8, y}, {box.right(), y}, faint));
  }
  if (x_.zero_gap() > 0) {
    double const x = box.x + 0.8 * x_.zero_gap() * box.width;
    cut({x, box.bottom()}, 4, 2);
    out.add(svg_line({x, box.y}, {x, box.bottom() - 8}, faint));
  }
}

namespace {

/// mantissa * 10^power, exactly.
struct Decimal {
  std::int64_t mantissa = 0;
  int power = 0;

  double value() const {
    auto const m = static_cast<double>(mantissa);
    return power >= 0     ? m * std::pow(10.0, power)
           : power > -300 ? m / std::pow(10.0, -power)
                          : m * std::pow(10.0, power);
  }
  /// The exponent of its leading digit.
  int magnitude() const {
    int digits = 0;
    for (std::int64_t rest = std::abs(mantissa); rest >= 10; rest /= 10) ++digits;
    return digits + power;
  }
};

std::string with_thousands(std::string digits) {
  std::size_t const begin = digits.starts_with('-') ? 1 : 0;
  std::size_t const end = std::min(digits.find('.'), digits.size());
  for (std::size_t i = end; i > begin + 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

/// A plain decimal number; its value is mantissa * 10^power.
std::string plain(Decimal d) {
  if (d.mantissa == 0) return "0";
  std::string digits = std::to_string(std::abs(d.mantissa));
  if (d.power >= 0) {
    digits.append(static_cast<std::size_t>(d.power), '0');
  } else {
    auto const decimals = static_cast<std::size_t>(-d.power);
    if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
    digits.insert(digits.size() - decimals, ".");
  }
  return (d.mantissa < 0 ? "−" : "") + with_thousands(digits);
}

/// The exponent, a multiple of 3, that makes labels short.
int common_exponent(int magnitude) {
  if (magnitude >= -3 && magnitude < 6) return 0;
  return static_cast<int>(std::floor(magnitude / 3.0)) * 3;
}

struct Step {
  Decimal size;
  std::int64_t first = 0, last = -1;  ///< the multiples within the range
  std::int64_t count() const { return last - first + 1; }
};

Step step_within(double low, double high, Decimal size) {
  constexpr double slack = 1e-9;
  double const unit = size.value();
  return {size, std::llround(std::ceil(low / unit - slack)), std::llround(std::floor(high / unit + slack))};
}

/// The finest 1-2-5 step with at most `max_count` multiples in [low, high].
Step finest_step(double low, double high, int max_count, bool whole) {
  int const start = static_cast<int>(std::floor(std::log10((high - low) / (max_count + 1)))) - 1;
  for (int power = whole ? std::max(start, 0) : start;; ++power) {
    for (std::int64_t const m : {1, 2, 5}) {
      Step const step = step_within(low, high, {m, power});
      if (step.count() <= max_count) return step;
    }
  }
}

bool can_step(double low, double high) {
  double const size = std::max(std::abs(low), std::abs(high));
  return std::isfinite(high - low) && high - low > 1e-300 && high - low > 1e-12 * size;
}

std::string log_label(Decimal d, bool powers) {
  if (!powers) return plain(d);
  if (d.mantissa == 1) return power_of_ten(d.power);
  return fmt::format("{}×{}", d.mantissa, power_of_ten(d.power));
}

/// Decades of [low, high] with the multiples `labeled` of each labeled and 2..9 as minor ticks.
std::vector<Tick> decade_ticks(double low, double high, std::vector<int> const& labeled) {
  int const first = static_cast<int>(std::floor(std::log10(low) - 1e-9));
  int const last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  bool const powers = first < -3 || last > 4;
  std::vector<Tick> out;
  for (int power = first; power <= last; ++power) {
    for (int m = 1; m <= 9; ++m) {
      Decimal const at{m, power};
      double const value = at.value();
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
      bool const major = std::ranges::find(labeled, m) != labeled.end();
      out.push_back({value, major ? log_label(at, powers) : ""});
    }
  }
  return out;
}

std::vector<Tick> sparse_decades(int first, int last, int max_count) {
  int const apart = (last - first) / max_count + 1;
  bool const powers = first < -3 || last > 4;
  bool const minors = last - first < 40;
  std::vector<Tick> out;
  for (int power = first; power <= last; ++power) {
    Decimal const at{1, power};
    bool const major = power % apart == 0;
    if (major || minors) out.push_back({at.value(), major ? log_label(at, powers) : ""});
  }
  return out;
}

auto count_labels(std::vector<Tick> const& ticks) {
  return std::ranges::count_if(ticks, [](Tick const& tick) { return !tick.label.empty(); });
}

}  // namespace

std::string power_of_ten(int exponent) {
  if (exponent == 0) return "1";
  constexpr std::array<std::string_view, 10> digit{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = exponent < 0 ? "10⁻" : "10";
  if (exponent == 1) return out;
  for (char const c : std::to_string(std::abs(exponent))) out += digit[static_cast<std::size_t>(c - '0')];
  return out;
}

std::string format_value(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (value == 0) return "0";
  std::string const exact = fmt::format("{:.16e}", value);
  int const leading = std::atoi(exact.c_str() + exact.find('e') + 1);
  bool const powers = leading >= 7 || leading < -4;
  int const kept = std::clamp(powers ? digits : std::max(digits, leading + 1), 1, 17);
  std::string text = fmt::format("{:.{}e}", value, kept - 1);
  std::size_t const e = text.find('e');
  int const power = std::atoi(text.c_str() + e + 1);
  text.resize(e);
  std::erase(text, '.');
  Decimal number{std::stoll(text), powers ? 1 - kept : power + 1 - kept};
  while (number.power < 0 && number.mantissa % 10 == 0) number = {number.mantissa / 10, number.power + 1};
  if (!powers) return plain(number);
  if (number.power == 0 && std::abs(number.mantissa) == 1)
    return (number.mantissa < 0 ? "−" : "") + power_of_ten(power);
  return plain(number) + "×" + power_of_ten(power);
}

std::optional<int> common_decimals(std::vector<double> const& values, int digits) {
  constexpr double largest_plain = 1e7, smallest_plain = 1e-4;
  double most = 0, least = largest_plain;
  bool whole = true;
  for (double const value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    most = std::max(most, std::abs(value));
    least = std::min(least, std::abs(value));
    whole = whole && value == std::floor(value);
  }
  if (most == 0 || most >= largest_plain || least < smallest_plain) return {};
  if (whole) return 0;
  auto const magnitude = [](double value) { return static_cast<int>(std::floor(std::log10(value))); };
  int const decimals = std::max(0, digits - 1 - magnitude(most * (1 + 1e-12)));
  // The smallest value needs two digits.
  if (magnitude(least) < 1 - decimals) return {};
  return decimals;
}

std::string format_fixed(double value, std::optional<int> decimals, int digits) {
  if (!decimals || !std::isfinite(value) || value == 0) return format_value(value, digits);
  auto const text = fmt::format("{:.{}f}", std::abs(value), *decimals);
  return (value < 0 ? "−" : "") + with_thousands(text);
}

Ticks linear_ticks(double low, double high, int max_count, bool whole) {
  if (!can_step(low, high)) return {{{low, format_value(low, 6)}}, 0};
  Step const step = finest_step(low, high, std::max(max_count, 1), whole);
  Ticks out;
  std::int64_t const furthest = std::max(std::abs(step.first), std::abs(step.last));
  if (furthest != 0)
    out.exponent = common_exponent(Decimal{furthest * step.size.mantissa, step.size.power}.magnitude());
  for (std::int64_t k = step.first; k <= step.last; ++k) {
    Decimal const at{k * step.size.mantissa, step.size.power};
    out.marks.push_back({at.value(), plain({at.mantissa, at.power - out.exponent})});
  }
  return out;
}

Ticks log_ticks(double low, double high, int max_count) {
  int const first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
  int const last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  Ticks out;
  if (last - first < 3) {
    out.marks = decade_ticks(low, high, {1, 2, 5});
    if (auto const n = count_labels(out.marks); n >= 2 && n <= max_count) return out;
  }
  if (last - first < 8 && last - first + 1 <= max_count)
    out.marks = decade_ticks(low, high, {1});
  else
    out.marks = sparse_decades(first, last, std::max(max_count, 1));
  return count_labels(out.marks) >= 2 ? out : linear_ticks(low, high, max_count);
}

}  // namespace weft::chart

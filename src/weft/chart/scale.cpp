// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace weft::chart {
namespace {

constexpr double largest = 1e300, minimum = 1e-300;

/// Clamps a value to bounds beyond which differences overflow or lose all digits.
double within_bounds(double value) {
  if (std::abs(value) < minimum) return 0;
  return std::clamp(value, -largest, largest);
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is at least `value` > 0.
double step_above(double value) {
  double const decade = std::pow(10.0, std::floor(std::log10(value)));
  for (double const m : {1.0, 2.0, 5.0})
    if (m * decade >= value * (1 - 1e-9)) return m * decade;
  return 10 * decade;
}

/// Returns the largest of 1, 2, 5 times a power of ten that is at most `value` > 0.
double step_below(double value) {
  double const decade = std::pow(10.0, std::floor(std::log10(value)));
  for (double const m : {5.0, 2.0})
    if (m * decade <= value) return m * decade;
  return decade;
}

}  // namespace

double round_above(double value) {
  double const decade = std::pow(10.0, std::floor(std::log10(value)));
  for (double const m : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (m * decade >= value * (1 - 1e-9)) return m * decade;
  return 10 * decade;
}

void DataRange::add(double value) {
  if (std::isinf(value)) ++infinities_;
  if (!std::isfinite(value)) return;
  double const drawn = within_bounds(value);
  if (drawn != value) ++moved_;
  value = drawn;
  low_ = std::min(low_, value);
  high_ = std::max(high_, value);
  ++count_;
  whole_ = whole_ && value == std::floor(value);
  if (value == 0) ++zeros_;
  if (value < 0) ++negatives_;
  if (value > 0) min_positive_ = std::min(min_positive_, value);
}

void DataRange::add(std::vector<double> const& values) {
  for (double const value : values) add(value);
}

void DataRange::merge(DataRange const& other) {
  low_ = std::min(low_, other.low_);
  high_ = std::max(high_, other.high_);
  min_positive_ = std::min(min_positive_, other.min_positive_);
  whole_ = whole_ && other.whole_;
  count_ += other.count_;
  zeros_ += other.zeros_;
  negatives_ += other.negatives_;
  infinities_ += other.infinities_;
  moved_ += other.moved_;
}

Scale::Scale(Axis const& axis, DataRange const& data, Fit fit, int tick_count)
    : type_(axis.type), whole_(data.counts()) {
  if (type_ == ScaleType::log)
    fit_log(data, fit);
  else if (!data.empty())
    fit_linear(data, fit, tick_count);
  limit(axis);
}

void Scale::fit_linear(DataRange const& data, Fit fit, int tick_count) {
  low_ = data.low();
  high_ = data.high();
  bool const near_zero =
      fit == Fit::nice && low_ < high_ && (low_ >= 0 ? low_ < high_ / 2 : high_ > low_ / 2);
  if (fit == Fit::bars || near_zero) {
    low_ = std::min(low_, 0.0);
    high_ = std::max(high_, 0.0);
  }
  double const size = std::max(std::abs(low_), std::abs(high_));
  bool const flat = high_ - low_ <= 1e-9 * size;
  if (flat && size == 0 && fit != Fit::tight && fit != Fit::ends) {
    high_ = 1;
  } else if (flat || fit == Fit::tight) {
    double const pad = !flat ? 0.03 * (high_ - low_) : size > 0 ? 0.1 * size : 0.5;
    low_ -= pad;
    high_ += pad;
  }
  if (fit == Fit::ends && !flat)
    add_margin();
  else if (fit != Fit::tight && fit != Fit::ends)
    widen_to_ticks(tick_count);
}

void Scale::add_margin() {
  constexpr double max_waste = 0.25;
  constexpr int coarsest = 3, finest = 30;
  double const span = high_ - low_;
  for (int count = coarsest; count <= finest; ++count) {
    auto const marks = linear_ticks(low_, high_, count, whole_).marks;
    if (marks.size() < 2) continue;
    double const step = marks[1].value - marks[0].value, slack = 1e-6 * step;
    double const low = marks.front().value - low_ > slack ? marks.front().value - step : marks.front().value,
                 high = high_ - marks.back().value > slack ? marks.back().value + step : marks.back().value;
    if (low_ - low + high - high_ > max_waste * span) continue;
    low_ = std::min(low, low_);
    high_ = std::max(high, high_);
    return;
  }
}

void Scale::widen_to_ticks(int tick_count) {
  for (int count = tick_count; count >= 2; --count) {
    std::vector<Tick> const marks = linear_ticks(low_, high_, count, whole_).marks;
    if (marks.size() < 2) return;
    double const step = marks[1].value - marks[0].value;
    bool const before = marks.front().value - low_ > 1e-6 * step,
               after = high_ - marks.back().value > 1e-6 * step;
    if (static_cast<int>(marks.size()) + before + after > tick_count) continue;
    if (before) low_ = marks.front().value - step;
    if (after) high_ = marks.back().value + step;
    return;
  }
}

void Scale::fit_log(DataRange const& data, Fit fit) {
  low_ = 1;
  high_ = 10;
  if (data.has_positive()) {
    low_ = std::max(data.min_positive(), minimum);
    high_ = data.high();
    double const factor = std::max(std::pow(10, 0.04 * (std::log10(high_) - std::log10(low_))), 1.15);
    if (fit != Fit::bars && fit != Fit::tight && low_ < high_ && low_ > 10 * minimum &&
        high_ < largest / 10) {
      constexpr double max_waste = 0.5;
      double const span = std::log(high_ / low_), below = std::min(low_, step_below(low_ * (1 + 1e-9))),
                   above = std::max(high_, step_above(high_));
      bool const is_near =
          span > 1e-3 && std::log(low_ / below) + std::log(above / high_) <= max_waste * span;
      low_ = is_near ? below : low_ / factor;
      high_ = is_near ? above : high_ * factor;
    } else {
      low_ = fit == Fit::bars ? step_below(low_ / 1.5) : std::max(low_ / factor, minimum / 2);
      high_ = std::min(high_ * factor, 2 * largest);
    }
  }
  if (fit != Fit::bars && data.has_zero()) gap_ = 0.1;
}

void Scale::limit(Axis const& axis) {
  auto const usable = [&](std::optional<double> bound) {
    return bound && std::isfinite(*bound) && (type_ == ScaleType::linear || *bound > minimum);
  };
  if (usable(axis.min)) low_ = within_bounds(*axis.min);
  if (usable(axis.max)) high_ = within_bounds(*axis.max);
  if (low_ < high_) return;
  high_ = type_ == ScaleType::log ? low_ * 10 : low_ + std::max(1.0, 0.1 * std::abs(low_));
}

double Scale::fraction(double value) const {
  constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
  if (!std::isfinite(value)) return nowhere;
  value = within_bounds(value);
  if (type_ == ScaleType::linear) return (value - low_) / (high_ - low_);
  if (value == 0 && gap_ > 0) return 0.4 * gap_;
  if (value <= 0) return nowhere;
  return gap_ + (1 - gap_) * (std::log10(value) - std::log10(low_)) / (std::log10(high_) - std::log10(low_));
}

Ticks Scale::ticks(int max_count) const {
  if (type_ == ScaleType::linear) return linear_ticks(low_, high_, max_count, whole_);
  Ticks out = log_ticks(low_, high_, max_count);
  if (gap_ > 0) out.marks.insert(out.marks.begin(), Tick{0, "0"});
  return out;
}

double Scale::baseline() const { return type_ == ScaleType::log ? low_ : std::clamp(0.0, low_, high_); }

namespace {

/// The number mantissa * 10^power, exactly.
struct Decimal {
  std::int64_t mantissa = 0;
  int power = 0;

  double value() const {
    auto const m = static_cast<double>(mantissa);
    return power >= 0     ? m * std::pow(10.0, power)
           : power > -300 ? m / std::pow(10.0, -power)
                          : m * std::pow(10.0, power);
  }
  /// Returns the exponent of the leading digit.
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

/// Formats mantissa * 10^power as a plain decimal number.
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

/// Returns the exponent, a multiple of 3, that makes labels short.
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

/// Returns the finest 1-2-5 step with at most `max_count` multiples in [low, high].
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

/// Returns ticks at the multiples 1..9 of powers of ten in [low, high]; the multiples in `labeled` have
/// labels.
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
  double maximum = 0, minimum = largest_plain;
  bool whole = true;
  for (double const value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    maximum = std::max(maximum, std::abs(value));
    minimum = std::min(minimum, std::abs(value));
    whole = whole && value == std::floor(value);
  }
  if (maximum == 0 || maximum >= largest_plain || minimum < smallest_plain) return {};
  if (whole) return 0;
  auto const magnitude = [](double value) { return static_cast<int>(std::floor(std::log10(value))); };
  int const decimals = std::max(0, digits - 1 - magnitude(maximum * (1 + 1e-12)));
  // The smallest value needs two digits.
  if (magnitude(minimum) < 1 - decimals) return {};
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

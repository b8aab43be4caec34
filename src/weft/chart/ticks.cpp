#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

#include "weft/chart/scale.hpp"

namespace weft::chart {
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

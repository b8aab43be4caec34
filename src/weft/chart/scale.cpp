// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft::chart {
namespace {

constexpr double largest = 1e300, least = 1e-300;

/// Beyond these bounds differences overflow or lose all digits.
double within_bounds(double value) {
  if (std::abs(value) < least) return 0;
  return std::clamp(value, -largest, largest);
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `value` > 0.
double step_above(double value) {
  double const decade = std::pow(10.0, std::floor(std::log10(value)));
  for (double const m : {1.0, 2.0, 5.0})
    if (m * decade >= value * (1 - 1e-9)) return m * decade;
  return 10 * decade;
}

/// The largest of 1, 2, 5 times a power of ten that is at most `value` > 0.
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
  if (value > 0) least_positive_ = std::min(least_positive_, value);
}

void DataRange::add(std::vector<double> const& values) {
  for (double const value : values) add(value);
}

void DataRange::merge(DataRange const& other) {
  low_ = std::min(low_, other.low_);
  high_ = std::max(high_, other.high_);
  least_positive_ = std::min(least_positive_, other.least_positive_);
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
    widen_a_little();
  else if (fit != Fit::tight && fit != Fit::ends)
    widen_to_ticks(tick_count);
}

void Scale::widen_a_little() {
  constexpr double most_waste = 0.25;
  constexpr int coarsest = 3, finest = 30;
  double const span = high_ - low_;
  for (int count = coarsest; count <= finest; ++count) {
    auto const marks = linear_ticks(low_, high_, count, whole_).marks;
    if (marks.size() < 2) continue;
    double const step = marks[1].value - marks[0].value, slack = 1e-6 * step;
    double const low = marks.front().value - low_ > slack ? marks.front().value - step : marks.front().value,
                 high = high_ - marks.back().value > slack ? marks.back().value + step : marks.back().value;
    if (low_ - low + high - high_ > most_waste * span) continue;
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
    low_ = std::max(data.least_positive(), least);
    high_ = data.high();
    double const factor = std::max(std::pow(10, 0.04 * (std::log10(high_) - std::log10(low_))), 1.15);
    if (fit != Fit::bars && fit != Fit::tight && low_ < high_ && low_ > 10 * least && high_ < largest / 10) {
      constexpr double most_waste = 0.5;
      double const span = std::log(high_ / low_), below = std::min(low_, step_below(low_ * (1 + 1e-9))),
                   above = std::max(high_, step_above(high_));
      bool const is_near =
          span > 1e-3 && std::log(low_ / below) + std::log(above / high_) <= most_waste * span;
      low_ = is_near ? below : low_ / factor;
      high_ = is_near ? above : high_ * factor;
    } else {
      low_ = fit == Fit::bars ? step_below(low_ / 1.5) : std::max(low_ / factor, least / 2);
      high_ = std::min(high_ * factor, 2 * largest);
    }
  }
  if (fit != Fit::bars && data.has_zero()) gap_ = 0.1;
}

void Scale::limit(Axis const& axis) {
  auto const usable = [&](std::optional<double> bound) {
    return bound && std::isfinite(*bound) && (type_ == ScaleType::linear || *bound > least);
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

}  // namespace weft::chart

#include "weft/study/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "weft/core/statistics.hpp"

namespace weft::study {
namespace {

/// The largest part of its range by which refine narrows an interval.
constexpr double narrowest = 1.0 / 1024;

std::vector<double> next_of_bisect(AdaptiveAxis const& axis,
                                   std::vector<AdaptiveAxis::Sample> const& samples) {
  if (samples.empty()) return {axis.from, axis.to};
  double low = axis.from, high = axis.to;
  for (auto const& [x, holds] : samples) {
    if (holds < 0.5)
      low = std::max(low, x);
    else
      high = std::min(high, x);
  }
  bool const brackets = samples.front().y < 0.5 && samples.back().y >= 0.5;
  if (!brackets || high - low <= axis.precision) return {};
  double const middle = axis.whole ? std::floor((low + high) / 2) : (low + high) / 2;
  if (middle <= low || middle >= high) return {};
  return {middle};
}

/// Splits the intervals beside each point that is far from the line between its neighbors, and those with a
/// value at one end only.
std::vector<double> next_of_refine(AdaptiveAxis const& axis,
                                   std::vector<AdaptiveAxis::Sample> const& samples) {
  std::vector<double> next;
  auto const placed = [&](double x) { return axis.whole ? std::round(x) : x; };
  if (samples.empty()) {
    for (std::size_t i = 0; i < axis.least; ++i)
      next.push_back(placed(axis.from + (axis.to - axis.from) * static_cast<double>(i) /
                                            static_cast<double>(axis.least - 1)));
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return next;
  }
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (auto const& sample : samples)
    if (std::isfinite(sample.y)) {
      low = std::min(low, sample.y);
      high = std::max(high, sample.y);
    }
  std::vector<double> deviation(samples.size());  // of each interval [i, i + 1], relative to the height
  for (std::size_t i = 1; i + 1 < samples.size(); ++i) {
    auto const &a = samples[i - 1], &b = samples[i], &c = samples[i + 1];
    double const line = a.y + (c.y - a.y) * (b.x - a.x) / (c.x - a.x);
    double const far = high > low ? std::abs(b.y - line) / (high - low) : 0;
    if (!(far > axis.precision)) continue;
    deviation[i - 1] = std::max(deviation[i - 1], far);
    deviation[i] = std::max(deviation[i], far);
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
    if (std::isfinite(samples[i].y) != std::isfinite(samples[i + 1].y)) deviation[i] = 1;
    double const width = samples[i + 1].x - samples[i].x;
    if (deviation[i] > 0 && width > (axis.whole ? 1 : (axis.to - axis.from) * narrowest)) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return deviation[i]; });
  order.resize(std::min(order.size(), axis.most - std::min(axis.most, samples.size())));
  for (auto const i : order) {
    auto const middle = (samples[i].x + samples[i + 1].x) / 2;
    next.push_back(axis.whole ? std::floor(middle) : middle);
  }
  std::ranges::sort(next);
  return next;
}

}  // namespace

std::size_t Replication::wanted(std::vector<double> const& values) const {
  RunningStatistics statistics;
  std::size_t count = least;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) return std::max(count, values.size());
    statistics.add(values[i]);
    if (i + 1 < count) continue;
    if (count == most ||
        confidence_half_width(statistics, confidence) <= precision * std::abs(statistics.mean()))
      return count;
    count = std::min(most, count + (count + 1) / 2);
  }
  return count;
}

std::vector<double> AdaptiveAxis::next(std::vector<Sample> samples) const {
  std::ranges::sort(samples, {}, &Sample::x);
  return kind == Kind::bisect ? next_of_bisect(*this, samples) : next_of_refine(*this, samples);
}

}  // namespace weft::study

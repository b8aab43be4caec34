// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "weft/chart/frame.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double histogram_limit = 1e300;

/// Distinct values in ascending order, their shares, and the mean.
struct Sample {
  std::vector<double> values, shares;
  double mean = 0;
  std::size_t infinite = 0;

  explicit Sample(Distribution const& from) {
    std::vector<std::pair<double, double>> pairs;
    double total = 0;
    for (std::size_t i = 0; i < from.values.size(); ++i) {
      double const weight = from.weights.empty() ? 1 : i < from.weights.size() ? from.weights[i] : 0;
      if (!(weight > 0) || std::isnan(from.values[i])) continue;
      if (std::isinf(from.values[i]) || std::isinf(weight)) {
        ++infinite;
        continue;
      }
      pairs.emplace_back(std::clamp(from.values[i], -histogram_limit, histogram_limit), weight);
      total += weight;
    }
    std::ranges::sort(pairs);
    for (auto const& [value, weight] : pairs) {
      if (values.empty() || values.back() != value) {
        values.push_back(value);
        shares.push_back(0);
      }
      shares.back() += weight / total;
      mean += value * (weight / total);
    }
  }

  double quantile(double share) const {
    double below = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      below += shares[i];
      if (below >= share) return values[i];
    }
    return values.back();
  }

  /// Returns the largest g such that all values are integers and differ by multiples of g; 0 if there is no
  /// such g.
  double grid() const {
    std::int64_t out = 0;
    for (double const value : values) {
      if (std::abs(value) > 1e15 || value != std::floor(value)) return 0;
      out = std::gcd(out, static_cast<std::int64_t>(value - values.front()));
    }
    return out == 0 ? 1 : static_cast<double>(out);
  }

  /// Returns the width of a bin, for about 40 bins between the quantiles 0.001 and 0.999.
  double bin_width() const {
    double const span = quantile(0.999) - quantile(0.001);
    double const whole = values.back() - values.front();
    double const requested = std::max(span / 40, whole / 2000);
    if (double const step = grid(); step > 0) return step * std::max(1.0, std::round(requested / step));
    return requested > 0 ? requested : std::max(1e-3 * std::abs(values.front()), 1e-3);
  }
};

Curve density(Sample const& sample) {
  double const width = sample.bin_width(),
               start = sample.values.front() - (sample.grid() > 0 ? sample.grid() / 2 : 0);
  auto const bins = static_cast<std::size_t>((sample.values.back() - start) / width) + 1;
  std::vector<double> shares(bins);
  for (std::size_t i = 0; i < sample.values.size(); ++i) {
    auto const bin = static_cast<std::size_t>((sample.values[i] - start) / width);
    shares[std::min(bin, bins - 1)] += sample.shares[i];
  }
  Curve out;
  out.add(start, 0);
  for (std::size_t i = 0; i < bins; ++i) {
    out.add(start + static_cast<double>(i) * width, shares[i] / width);
    out.add(start + static_cast<double>(i + 1) * width, shares[i] / width);
  }
  out.add(start + static_cast<double>(bins) * width, 0);
  return out;
}

Curve steps(Sample const& sample, bool complementary) {
  Curve out;
  double below = 0;
  for (std::size_t i = 0; i < sample.values.size(); ++i) {
    auto const y = [&] { return complementary ? 1 - below : below; };
    out.add(sample.values[i], y());
    below = i + 1 == sample.values.size() ? 1 : std::min(1.0, below + sample.shares[i]);
    out.add(sample.values[i], y());
  }
  return out;
}

Curve curve_of(HistogramChart const& chart, Distribution const& distribution, Panel& panel) {
  Sample const sample{distribution};
  if (sample.infinite > 0)
    panel.notes.push_back(fmt::format("{}: infinite values are not shown.", distribution.name));
  if (sample.values.empty()) return {};
  Curve out = chart.kind == HistogramKind::density
                  ? density(sample)
                  : steps(sample, chart.kind == HistogramKind::complementary);
  if (!chart.by_mean) return out;
  if (!(sample.mean > 0)) {
    panel.notes.push_back(
        fmt::format("{}: not divided by its mean, which is not positive.", distribution.name));
    return out;
  }
  for (double& x : out.x) x /= sample.mean;
  if (chart.kind == HistogramKind::density)
    for (double& y : out.y) y *= sample.mean;
  return out;
}

void draw_curve(Element& out, PlotArea const& area, Curve const& curve, std::string_view color, bool filled) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    double const x = area.at_x(curve.x[i]), y = area.at_y(curve.y[i]);
    points.push_back({x, std::isfinite(y) ? y : area.box.bottom()});
  }
  if (filled) {
    std::vector<Point> held = points;
    for (Point& p : held) {
      p.x = std::clamp(p.x, area.box.x, area.box.right());
      p.y = std::clamp(p.y, area.box.y, area.box.bottom());
    }
    out.add(svg_polygon(held, color, 0.15, {color, 0}));
  }
  draw_line(out, points, area.box, {color, 2});
}

void add_range(Panel& panel, Curve const& curve) {
  panel.x_data.add(curve.x);
  for (double const y : curve.y)
    if (y > 0 || panel.y.type == ScaleType::linear) panel.y_data.add(y);
}

}  // namespace

std::vector<Curve> curves_of(HistogramChart const& chart) {
  Panel ignored;
  std::vector<Curve> curves;
  for (Distribution const& from : chart.distributions) curves.push_back(curve_of(chart, from, ignored));
  return curves;
}

Panel panel(HistogramChart const& chart) {
  Panel out{.title = chart.text.title, .x = chart.x, .y = chart.y};
  constexpr std::array titles{"density", "share of values ≤ x", "share of values > x"};
  if (out.y.title.empty()) out.y.title = titles[static_cast<std::size_t>(chart.kind)];
  std::vector<Curve> curves;
  for (std::size_t place = 0; place < chart.distributions.size(); ++place) {
    Distribution const& from = chart.distributions[place];
    curves.push_back(curve_of(chart, from, out));
    add_range(out, curves.back());
    if (!from.name.empty())
      out.legend.push_back({from.name, {palette_color(from.color.value_or(place)), true}});
  }
  out.draw = [&chart, curves = std::move(curves)](Element& into, PlotArea const& area) {
    for (std::size_t i = 0; i < curves.size(); ++i) {
      std::string_view const color = palette_color(chart.distributions[i].color.value_or(i));
      if (!curves[i].x.empty())
        draw_curve(into, area, curves[i], color, chart.kind == HistogramKind::density);
    }
    draw_references(into, area, chart.references);
  };
  return out;
}

}  // namespace weft::chart

// SPDX-License-Identifier: Apache-2.0
#include "weft/study/series.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/core/statistics.hpp"
#include "weft/study/expression.hpp"
#include "weft/study/frame.hpp"

namespace weft::study {
namespace {

/// Minimum width of an interval of `refine`, relative to the range.
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
  double const middle = axis.integral ? std::floor((low + high) / 2) : (low + high) / 2;
  if (middle <= low || middle >= high) return {};
  return {middle};
}

/// Returns the points that `refine` adds: it splits the intervals next to each point that deviates from the
/// line between its neighbors, and intervals with a value at one end only.
std::vector<double> next_of_refine(AdaptiveAxis const& axis,
                                   std::vector<AdaptiveAxis::Sample> const& samples) {
  std::vector<double> next;
  auto const placed = [&](double x) { return axis.integral ? std::round(x) : x; };
  if (samples.empty()) {
    for (std::size_t i = 0; i < axis.min_count; ++i)
      next.push_back(placed(axis.from + (axis.to - axis.from) * static_cast<double>(i) /
                                            static_cast<double>(axis.min_count - 1)));
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
    if (deviation[i] > 0 && width > (axis.integral ? 1 : (axis.to - axis.from) * narrowest))
      order.push_back(i);
  }
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return deviation[i]; });
  order.resize(std::min(order.size(), axis.max_count - std::min(axis.max_count, samples.size())));
  for (auto const i : order) {
    auto const middle = (samples[i].x + samples[i + 1].x) / 2;
    next.push_back(axis.integral ? std::floor(middle) : middle);
  }
  std::ranges::sort(next);
  return next;
}

}  // namespace

std::size_t Replication::num_seeds(std::vector<double> const& values) const {
  RunningStatistics statistics;
  std::size_t count = min_count;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) return std::max(count, values.size());
    statistics.add(values[i]);
    if (i + 1 < count) continue;
    if (count == max_count ||
        confidence_half_width(statistics, confidence) <= precision * std::abs(statistics.mean()))
      return count;
    count = std::min(max_count, count + (count + 1) / 2);
  }
  return count;
}

std::vector<double> AdaptiveAxis::next(std::vector<Sample> samples) const {
  std::ranges::sort(samples, {}, &Sample::x);
  return kind == Kind::bisect ? next_of_bisect(*this, samples) : next_of_refine(*this, samples);
}

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

Value value_in(Outcome const& outcome, Expression const& expression) {
  Frame frame;
  frame.add({.outcome = &outcome});
  frame.require_names(expression);
  return expression.at(frame, {0}, 0);
}

double number_in(Outcome const& outcome, Expression const& expression) {
  auto const value = value_in(outcome, expression);
  return value.is_number() ? value.number() : no_value;
}

/// Returns the value of an option, which must be above 0 and at most `max_count`; `otherwise` if it is not
/// set.
double positive_at(Toml const& options, char const* key, double otherwise, double max_count) {
  auto const* const option = options.find(key);
  if (option == nullptr) return otherwise;
  auto const value = option->as_number();
  if (!(value > 0 && value <= max_count))
    throw option->error(fmt::format("{}={}", key, format_number(value)),
                        max_count < std::numeric_limits<double>::infinity()
                            ? fmt::format("must be above 0 and at most {}", format_number(max_count))
                            : "must be above 0");
  return value;
}

std::size_t count_at(Toml const& options, char const* key, std::size_t otherwise, std::int64_t min_count) {
  constexpr std::int64_t max_count = 1000000;
  auto const* const option = options.find(key);
  if (option == nullptr) return otherwise;
  auto const value = option->as_integer();
  if (value < min_count || value > max_count)
    throw option->error(fmt::format("{}={}", key, value),
                        fmt::format("must be in [{}, {}]", min_count, max_count));
  return static_cast<std::size_t>(value);
}

void check_order(Toml const& options, std::size_t min_count, std::size_t max_count) {
  if (min_count > max_count)
    throw options.error(fmt::format("least={} and most={}", min_count, max_count),
                        "least must not exceed most");
}

Expression expression_at(Toml const& options, char const* key) {
  auto const& option = options.at(key);
  try {
    return Expression::parse(option.as_text());
  } catch (InputError const& error) { throw error.at(option.place()); }
}

Replication read_replication(Toml const& options) {
  reject_unknown_keys(options, {Series::replicate_keys()});
  Replication replication;
  replication.measure = expression_at(options, "measure");
  replication.precision = positive_at(options, "precision", 0.01, 1e6);
  replication.confidence = positive_at(options, "confidence", replication.confidence, 0.999999);
  replication.min_count = count_at(options, "least", replication.min_count, 2);
  replication.max_count =
      count_at(options, "most", std::max(replication.max_count, replication.min_count), 2);
  check_order(options, replication.min_count, replication.max_count);
  return replication;
}

AdaptiveAxis read_axis(Toml const& options, AdaptiveAxis::Kind kind, Point const& start) {
  bool const bisects = kind == AdaptiveAxis::Kind::bisect;
  reject_unknown_keys(options, {bisects ? Series::bisect_keys() : Series::refine_keys()});
  AdaptiveAxis axis;
  axis.kind = kind;
  axis.parameter = options.at("parameter").as_text();
  check_axis_name(options.at("parameter"), axis.parameter, start.verb);
  auto const &from = options.at("from"), &to = options.at("to");
  axis.from = from.as_number();
  axis.to = to.as_number();
  axis.integral = from.is_integer() && to.is_integer();
  if (!(axis.from < axis.to))
    throw to.error(fmt::format("from={} and to={}", format_number(axis.from), format_number(axis.to)),
                   "from must be less than to");
  axis.watched = expression_at(options, bisects ? "until" : "measure");
  constexpr double any = std::numeric_limits<double>::infinity();
  axis.precision =
      bisects ? positive_at(options, "precision", axis.integral ? 1 : (axis.to - axis.from) / 100, any)
              : positive_at(options, "precision", 0.02, 1);
  if (bisects) return axis;
  axis.min_count = count_at(options, "least", axis.min_count, 3);
  axis.max_count = count_at(options, "most", std::max(axis.max_count, axis.min_count), 3);
  check_order(options, axis.min_count, axis.max_count);
  return axis;
}

}  // namespace

/// The runs at one value of the adaptive axis.
struct Series::AxisPoint {
  std::optional<double> x;
  std::vector<Outcome const*> runs = {};
};

std::vector<KeyDoc> Series::replicate_keys() {
  return {
      {"measure", "expression!", "an expression; its mean over seeds is computed, e.g. `summary.makespan`"},
      {"precision", "number",
       "half the width of the confidence interval at which no seeds are added, relative to the mean; "
       "default: 0.01"},
      {"confidence", "number", "the confidence level of the interval; default: 0.95"},
      {"least", "integer", "initial number of seeds; default: 3"},
      {"most", "integer", "maximum number of seeds; default: 100"}};
}

std::vector<KeyDoc> Series::bisect_keys() {
  return {{"parameter", "text!", "the name of an axis, as in `sweep`, e.g. `messages` or `engine.rate`"},
          {"from", "number!", "the lower end, for which `until` is false"},
          {"to", "number!", "the upper end, for which `until` is true"},
          {"until", "expression!",
           "an expression that becomes true between the two ends, e.g. `latency.mean > 100`; with several "
           "seeds, if it is true for at least half of them"},
          {"precision", "number",
           "distance between the last two values at which the search ends; default: 1 for whole "
           "numbers, else 1 % of the range"}};
}

std::vector<KeyDoc> Series::refine_keys() {
  return {{"parameter", "text!", "the name of an axis, as in `sweep`, e.g. `messages` or `engine.rate`"},
          {"from", "number!", "minimum"},
          {"to", "number!", "maximum"},
          {"measure", "expression!", "an expression: the height of the curve, e.g. `summary.makespan`"},
          {"precision", "number",
           "points are added next to each point that deviates more than this from the line between its "
           "neighbors, relative to the height of the whole curve; default: 0.02"},
          {"least", "integer", "initial number of points, evenly spaced; default: 5"},
          {"most", "integer", "maximum number of points; default: 33"}};
}

std::optional<Series> Series::read(RunKeys const& keys, Point const& start) {
  auto const& table = keys.table;
  auto const *const replicate = keys.find_replication("replicate"), *const bisect = table.find("bisect"),
                    *const refine = table.find("refine"), *const seeds = keys.find_replication("seeds");
  if (replicate == nullptr && bisect == nullptr && refine == nullptr) return {};
  if (bisect != nullptr && refine != nullptr)
    throw refine->error("refine conflicts with bisect", "only one axis of a run can be adaptive",
                        "omit one of them");
  if (replicate != nullptr && seeds != nullptr)
    throw replicate->error("replicate conflicts with seeds", "both set the number of seeds",
                           "omit one of them");
  Series series;
  series.start_ = start;
  series.where_ = table.place();
  if (replicate != nullptr) {
    check_axis_name(*replicate, "seed", start.verb);
    series.replication_ = read_replication(*replicate);
  }
  if (bisect != nullptr) series.axis_ = read_axis(*bisect, AdaptiveAxis::Kind::bisect, start);
  if (refine != nullptr) series.axis_ = read_axis(*refine, AdaptiveAxis::Kind::refine, start);
  if (seeds != nullptr)
    for (auto const& step : read_seeds(*seeds, start).values) series.fixed_seeds_.push_back(step.front());
  if (series.max_runs() > max_runs_of_table) at_place(series.where_, throw_too_many_runs);
  return series;
}

Series Series::over(Point start) const {
  Series series = *this;
  series.start_ = std::move(start);
  return series;
}

Point Series::at(std::optional<double> x, std::string const& seed) const {
  Point point = start_;
  if (x) point.set(axis_->parameter, axis_->integral ? fmt::format("{:.0f}", *x) : format_number(*x));
  if (!seed.empty()) point.set("seed", seed);
  return point;
}

/// Returns the seeds of the first `count` runs at a value. An empty text denotes the seed of the point.
std::vector<std::string> Series::seeds_of(std::size_t count) const {
  if (!fixed_seeds_.empty()) return fixed_seeds_;
  if (!replication_) return {""};
  std::vector<std::string> seeds;
  auto const first = read_integer("seed", start_.value("seed"));
  for (std::size_t i = 0; i < count; ++i)
    seeds.push_back(std::to_string(first + static_cast<std::int64_t>(i)));
  return seeds;
}

/// Returns the runs requested so far, by value of the axis. The list of the last value may be incomplete.
std::vector<Series::AxisPoint> Series::axis_points(std::vector<Outcome const*> const& outcomes) const {
  std::vector<AxisPoint> all;
  auto const add = [&](std::vector<double> const& xs) {
    for (double const x : xs) all.push_back({x});
  };
  if (axis_)
    add(axis_->next({}));
  else
    all.push_back({});
  for (std::size_t used = 0;;) {
    bool added = false;
    for (auto& point : all) {
      for (auto requested = num_runs(point); point.runs.size() < requested; added = true) {
        if (used == outcomes.size()) return all;
        point.runs.push_back(outcomes[used++]);
      }
    }
    if (added) continue;
    if (!axis_) return all;
    auto const more = axis_->next(samples(all));
    if (more.empty()) return all;
    add(more);
  }
}

std::size_t Series::num_runs(AxisPoint const& point) const {
  if (!replication_) return seeds_of(1).size();
  std::vector<double> values;
  for (auto const* const outcome : point.runs) values.push_back(number_in(*outcome, replication_->measure));
  return replication_->num_seeds(values);
}

std::vector<AdaptiveAxis::Sample> Series::samples(std::vector<AxisPoint> const& points) const {
  std::vector<AdaptiveAxis::Sample> all;
  for (auto const& point : points) {
    double sum = 0;
    for (auto const* const outcome : point.runs)
      sum += axis_->kind == AdaptiveAxis::Kind::bisect
                 ? static_cast<double>(is_true_value(value_in(*outcome, axis_->watched)))
                 : number_in(*outcome, axis_->watched);
    all.push_back({*point.x, sum / static_cast<double>(point.runs.size())});
  }
  return all;
}

std::vector<Point> Series::next(std::vector<Outcome const*> const& outcomes) const try {
  std::vector<Point> points;
  for (auto const& point : axis_points(outcomes)) {
    auto const requested = num_runs(point);
    auto const seeds = seeds_of(requested);
    for (auto i = point.runs.size(); i < requested; ++i) points.push_back(at(point.x, seeds[i]));
  }
  return points;
} catch (InputError const& error) { throw error.within(where_); }

std::vector<std::string> Series::findings(std::vector<Outcome const*> const& outcomes) const {
  std::vector<std::string> lines;
  auto const all = axis_points(outcomes);
  auto const name = [&](AxisPoint const& point) {
    auto text = start_.title();
    if (point.x) text += fmt::format(", {} = {}", axis_->parameter, format_number(*point.x));
    return text;
  };
  if (replication_)
    for (auto const& point : all) {
      RunningStatistics statistics;
      for (auto const* const outcome : point.runs) statistics.add(number_in(*outcome, replication_->measure));
      auto const half = confidence_half_width(statistics, replication_->confidence);
      if (!(half <= replication_->precision * std::abs(statistics.mean())))
        lines.push_back(fmt::format("{}: after {} seeds, {} is {:.4g} +- {:.2g}, not yet within {:.3g} %",
                                    name(point), point.runs.size(), replication_->measure.text(),
                                    statistics.mean(), half, 100 * replication_->precision));
    }
  if (!axis_) return lines;
  auto found = samples(all);
  std::ranges::sort(found, {}, &AdaptiveAxis::Sample::x);
  if (axis_->kind == AdaptiveAxis::Kind::bisect) {
    auto const first = std::ranges::find_if(found, [](auto const& sample) { return sample.y >= 0.5; });
    auto const parameter = fmt::format("{}: {}", start_.title(), axis_->parameter);
    if (first == found.end())
      lines.push_back(fmt::format("{} up to {}: {} is never true", parameter, format_number(axis_->to),
                                  axis_->watched.text()));
    else if (first == found.begin())
      lines.push_back(fmt::format("{} from {} on: {} is always true", parameter, format_number(axis_->from),
                                  axis_->watched.text()));
    else
      lines.push_back(fmt::format("{} between {} and {}: {} becomes true", parameter,
                                  format_number(std::prev(first)->x), format_number(first->x),
                                  axis_->watched.text()));
  } else if (!axis_->next(found).empty() || found.size() >= axis_->max_count) {
    lines.push_back(fmt::format("{}: {} points of {} do not yet follow {} within {:.3g} %", start_.title(),
                                found.size(), axis_->parameter, axis_->watched.text(),
                                100 * axis_->precision));
  }
  return lines;
}

std::string Series::description() const {
  std::string text;
  if (axis_ && axis_->kind == AdaptiveAxis::Kind::bisect)
    text = fmt::format("bisects {} in [{}, {}] to within {} of the point where {}", axis_->parameter,
                       format_number(axis_->from), format_number(axis_->to), format_number(axis_->precision),
                       axis_->watched.text());
  else if (axis_)
    text = fmt::format("follows {} over {} in [{}, {}] with {} to {} points, within {:.3g} % of its height",
                       axis_->watched.text(), axis_->parameter, format_number(axis_->from),
                       format_number(axis_->to), axis_->min_count, axis_->max_count, 100 * axis_->precision);
  if (replication_)
    text += fmt::format(
        "{}runs {} to {} seeds{}, until the {:.4g} % confidence interval of the mean of {} is within {:.3g} %",
        text.empty() ? "" : ", and ", replication_->min_count, replication_->max_count,
        axis_ ? " at each value" : "", 100 * replication_->confidence, replication_->measure.text(),
        100 * replication_->precision);
  else if (fixed_seeds_.size() > 1)
    text += fmt::format(", with {} seeds at each value", fixed_seeds_.size());
  return text;
}

std::size_t Series::max_runs() const {
  std::size_t points = 1;
  if (axis_ && axis_->kind == AdaptiveAxis::Kind::refine)
    points = axis_->max_count;
  else if (axis_)
    points = 3 + static_cast<std::size_t>(
                     std::max(0.0, std::ceil(std::log2((axis_->to - axis_->from) / axis_->precision))));
  return points * (replication_ ? replication_->max_count : std::max<std::size_t>(1, fixed_seeds_.size()));
}

}  // namespace weft::study

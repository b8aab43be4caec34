// SPDX-License-Identifier: Apache-2.0
#include "weft/core/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr std::uint64_t small_limit = 65536;

/// Returns the continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes, 6.4).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300, precision = 1e-15;
  constexpr int max_terms = 10000;
  auto const away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), value = d;
  for (int m = 1; m < max_terms; ++m) {
    double const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    double const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double step = 1;
    for (double const term : {even, odd}) {
      d = 1 / away_from_zero(1 + term * d);
      c = away_from_zero(1 + term / c);
      step = c * d;
      value *= step;
    }
    if (std::abs(step - 1) < precision) break;
  }
  return value;
}

/// Returns the regularized incomplete beta function I_x(a, b).
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  double const front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/// Returns P(|T| > t) under Student's t distribution with `freedom` degrees of freedom, t >= 0.
double student_tail(double t, double freedom) {
  return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

std::vector<double> batch_means(std::span<double const> series, std::size_t size) {
  std::vector<double> means;
  for (std::size_t begin = 0; begin + size <= series.size(); begin += size) {
    auto const batch = series.subspan(begin, size);
    means.push_back(std::accumulate(batch.begin(), batch.end(), 0.0) / static_cast<double>(size));
  }
  return means;
}

}  // namespace

void RunningStatistics::add(double value) {
  ++count_;
  double const before = value - mean_;
  mean_ += before / static_cast<double>(count_);
  squares_ += before * (value - mean_);
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
}

void RunningStatistics::merge(RunningStatistics const& other) {
  if (other.count_ == 0) return;
  auto const ours = static_cast<double>(count_), theirs = static_cast<double>(other.count_);
  double const apart = other.mean_ - mean_;
  count_ += other.count_;
  mean_ += apart * theirs / (ours + theirs);
  squares_ += other.squares_ + apart * apart * ours * theirs / (ours + theirs);
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

double RunningStatistics::variance() const {
  return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1);
}

double RunningStatistics::standard_deviation() const { return std::sqrt(variance()); }

double student_t(double level, std::uint64_t degrees_of_freedom) {
  WEFT_EXPECT(level > 0 && level < 1 && degrees_of_freedom > 0);
  auto const freedom = static_cast<double>(degrees_of_freedom);
  double low = 0, high = 1;
  while (student_tail(high, freedom) > 1 - level) high *= 2;
  for (int halving = 0; halving < 100; ++halving) {
    double const middle = (low + high) / 2;
    (student_tail(middle, freedom) > 1 - level ? low : high) = middle;
  }
  return high;
}

double confidence_half_width(RunningStatistics const& numbers, double level) {
  if (numbers.count() < 2) return std::numeric_limits<double>::infinity();
  double const error = numbers.standard_deviation() / std::sqrt(static_cast<double>(numbers.count()));
  return student_t(level, numbers.count() - 1) * error;
}

void Histogram::add(std::uint64_t value, std::uint64_t times) {
  if (times == 0) return;
  count_ += times;
  if (value >= small_limit) {
    large_[value] += times;
    return;
  }
  if (value >= small_.size()) small_.resize(value + 1);
  small_[value] += times;
}

void Histogram::merge(Histogram const& other) {
  for (auto const [value, times] : other.bins()) add(value, times);
}

Histogram Histogram::read(ByteReader& in) {
  Histogram histogram;
  for (auto const [value, times] : in.read_list<Bin>()) histogram.add(value, times);
  return histogram;
}

std::uint64_t Histogram::count_of(std::uint64_t value) const {
  if (value < small_limit) return value < small_.size() ? small_[value] : 0;
  auto const found = large_.find(value);
  return found == large_.end() ? 0 : found->second;
}

double Histogram::mean() const {
  long double sum = 0;
  for (auto const [value, times] : bins())
    sum += static_cast<long double>(value) * static_cast<long double>(times);
  return count_ == 0 ? 0 : static_cast<double>(sum / static_cast<long double>(count_));
}

std::uint64_t Histogram::percentile(double part) const {
  if (count_ == 0) return 0;
  auto const requested =
      static_cast<std::uint64_t>(std::ceil(std::clamp(part, 0.0, 1.0) * static_cast<double>(count_)));
  std::uint64_t seen = 0, last = 0;
  for (auto const [value, times] : bins()) {
    seen += times;
    last = value;
    if (seen >= requested) break;
  }
  return last;
}

std::vector<Histogram::Bin> Histogram::bins() const {
  std::vector<Bin> bins;
  for (std::uint64_t value = 0; value < small_.size(); ++value)
    if (small_[value] > 0) bins.push_back({value, small_[value]});
  for (auto const& [value, times] : large_) bins.push_back({value, times});
  return bins;
}

std::size_t warm_up_mser5(std::span<double const> series) {
  constexpr std::size_t batch = 5;
  std::vector<double> const means = batch_means(series, batch);
  RunningStatistics rest;
  double minimum = std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  for (std::size_t cut = means.size(); cut-- > 0;) {
    rest.add(means[cut]);
    auto const size = static_cast<double>(rest.count());
    double const error = rest.variance() * (size - 1) / (size * size);
    if (cut <= means.size() / 2 && rest.count() >= 2 && error <= minimum) {
      minimum = error;
      best = cut;
    }
  }
  return best * batch;
}

SteadyState steady_state(std::span<double const> series, std::size_t batches, double level) {
  WEFT_EXPECT(batches >= 2);
  SteadyState state;
  state.warm_up = warm_up_mser5(series);
  auto const rest = series.subspan(state.warm_up);
  RunningStatistics all;
  for (double const value : rest) all.add(value);
  state.mean = all.mean();
  if (rest.size() < 2 * batches) return state;
  RunningStatistics means;
  std::size_t const size = rest.size() / batches;
  for (double const mean : batch_means(rest.last(size * batches), size)) means.add(mean);
  state.half_width = confidence_half_width(means, level);
  state.settled = state.warm_up + 5 < series.size() / 2;
  return state;
}

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/lublin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"

namespace weft::queue {
namespace {

/// Draws from the standard normal distribution with the polar method.
double draw_normal(Rng& rng) {
  while (true) {
    auto const u = 2 * rng.uniform() - 1, v = 2 * rng.uniform() - 1, s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
  }
}

constexpr double precision = 1e-16;

/// Returns the regularized lower incomplete gamma function P(a, x) by its series, for small x.
double lower_part(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; std::abs(term) > std::abs(sum) * precision; ++n) sum += term *= x / n;
  return sum * std::exp(-x + a * std::log(x) - std::lgamma(a));
}

/// Returns the regularized upper incomplete gamma function Q(a, x) by its continued fraction (Lentz's
/// method), for large x.
double upper_part(double a, double x) {
  constexpr double tiny = std::numeric_limits<double>::min() / precision;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
  for (double i = 1; i < 1e6; ++i) {
    auto const an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < tiny) d = tiny;
    c = b + an / c;
    if (std::abs(c) < tiny) c = tiny;
    d = 1 / d;
    h *= d * c;
    if (std::abs(d * c - 1) < precision * 4) break;
  }
  return h * std::exp(-x + a * std::log(x) - std::lgamma(a));
}

/// Draws from the gamma distribution with `shape` >= 1 and `scale`: G. Marsaglia and W. Tsang, A simple
/// method for generating gamma variables, ACM TOMS 26, 2000.
double draw_gamma(Rng& rng, double shape, double scale) {
  auto const d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    auto const x = draw_normal(rng);
    auto const root = 1 + c * x;
    if (root <= 0) continue;
    auto const v = root * root * root, u = rng.uniform();
    if (u > 0 && std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v * scale;
  }
}

/// Returns the cumulative distribution function of the gamma distribution at x, to about 1e-14.
double gamma_cdf(double shape, double scale, double x) {
  if (x <= 0) return 0;
  x /= scale;
  return x < shape + 1 ? lower_part(shape, x) : 1 - upper_part(shape, x);
}

struct Gamma {
  double shape, scale;
};

/// The parameters of the model; comments state their names in the paper.
struct Model {
  double serial, power_of_two;  // probabilities ps, p2
  double low, low_part;         // of log2 of the size
  Gamma run_1, run_2;
  double run_slope, run_level;  // pa, pb
  Gamma arrival;
  double arrival_factor;  // arar
  Gamma day;
};

constexpr Model model_of(LublinKind kind) {
  switch (kind) {
    case LublinKind::batch:
      return {.2927,  .6686,           1.2, .875, {6.57, .823}, {639.1, .0156}, -.003, .6986, {6.0415, .8531},
              1.0519, {6.1271, 5.2740}};
    case LublinKind::interactive:
      return {.1541,
              .625,
              1,
              .705,
              {3.8351, .6605},
              {7.073, .6856},
              -.0118,
              .9156,
              {6.5510, .6621},
              .9797,
              {8.9186, 3.6680}};
    case LublinKind::all: break;
  }
  return {
      .244, .576, .8, .86, {4.2, .94}, {312, .03}, -.0054, .78, {10.2303, .4871}, 1.0225, {8.1737, 3.9631}};
}

constexpr double half_hour = 1800, max_run = 12, max_arrival = 13, beyond_middle = 2.5;

std::uint32_t draw_size(Rng& rng, Model const& model, std::uint32_t nodes) {
  auto const high = std::log2(static_cast<double>(nodes));
  auto const middle = std::max(high - beyond_middle, std::min(model.low, high));
  auto const kind = rng.uniform();
  if (kind <= model.serial) return 1;
  bool const is_low = rng.uniform() <= model.low_part;
  auto const from = is_low ? std::min(model.low, middle) : middle, to = is_low ? middle : high;
  auto u = from + rng.uniform() * (to - from);
  if (kind <= model.serial + model.power_of_two) u = std::floor(u + 0.5);
  auto const size = static_cast<std::uint32_t>(std::floor(std::exp2(u) + 0.5));
  return std::clamp(size, 1u, nodes);
}

double draw_run(Rng& rng, Model const& model, std::uint32_t size) {
  auto const first = std::clamp(model.run_slope * size + model.run_level, 0.0, 1.0);
  while (true) {
    auto const& gamma = rng.uniform() <= first ? model.run_1 : model.run_2;
    if (auto const x = draw_gamma(rng, gamma.shape, gamma.scale); x <= max_run)
      return std::floor(std::exp(x));
  }
}

/// Clock of arrivals: each half hour lasts for a number of points equal to its weight.
class Clock {
 public:
  explicit Clock(LublinKind kind) : weights_(half_hour_weights(kind)), left_(weights_[0]) {}

  double pay(double points) {
    while (points > left_) {
      points -= left_;
      ++half_hours_;
      left_ = weight();
    }
    left_ -= points;
    return (static_cast<double>(half_hours_) + 1 - left_ / weight()) * half_hour;
  }

 private:
  double weight() const { return weights_[half_hours_ % weights_.size()]; }

  std::array<double, 48> weights_;
  double left_;
  std::uint64_t half_hours_ = 0;
};

}  // namespace

std::array<double, 48> half_hour_weights(LublinKind kind) {
  constexpr int first = 11;
  auto const [shape, scale] = model_of(kind).day;
  std::array<double, 48> weights{};
  double sum = 0;
  for (int i = first; i < first + 48; ++i)
    sum += weights[static_cast<std::size_t>((i - 1) % 48)] =
        gamma_cdf(shape, scale, i + 0.5) - gamma_cdf(shape, scale, i - 0.5);
  for (auto& weight : weights) weight *= static_cast<double>(weights.size()) / sum;
  return weights;
}

std::vector<Job> Lublin::make(Params const& params, std::uint32_t nodes, std::uint64_t seed) {
  auto const model = model_of(params.kind);
  Clock clock(params.kind);
  std::vector<Job> jobs(static_cast<std::size_t>(params.jobs));
  InterruptCheck check;
  std::int64_t number = 0;
  for (auto& job : jobs) {
    check();
    job.number = ++number;
    Rng rng(seed, Purpose::jobs, static_cast<std::uint64_t>(number));
    double x = 0;
    do x = draw_gamma(rng, model.arrival.shape * model.arrival_factor, model.arrival.scale);
    while (x > max_arrival);
    job.submit = clock.pay(std::exp(x) / half_hour);
    job.nodes = draw_size(rng, model, nodes);
    job.run = job.estimate = draw_run(rng, model, job.nodes);
  }
  return jobs;
}

}  // namespace weft::queue

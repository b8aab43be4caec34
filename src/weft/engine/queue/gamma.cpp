#include "weft/engine/queue/gamma.hpp"

#include <cmath>
#include <limits>

namespace weft::queue {
namespace {

/// A standard normal number, by the polar method.
double draw_normal(Rng& rng) {
  while (true) {
    auto const u = 2 * rng.uniform() - 1, v = 2 * rng.uniform() - 1, s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
  }
}

constexpr double precision = 1e-16;

/// The series for small x.
double lower_part(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; std::abs(term) > std::abs(sum) * precision; ++n) sum += term *= x / n;
  return sum * std::exp(-x + a * std::log(x) - std::lgamma(a));
}

/// The continued fraction for large x, by Lentz's method.
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

}  // namespace

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

double gamma_cdf(double shape, double scale, double x) {
  if (x <= 0) return 0;
  x /= scale;
  return x < shape + 1 ? lower_part(shape, x) : 1 - upper_part(shape, x);
}

}  // namespace weft::queue

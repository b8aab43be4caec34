#pragma once

#include "weft/core/random.hpp"

namespace weft::queue {

/// A draw from the gamma distribution of that shape (>= 1) and scale: G. Marsaglia and W. Tsang, A simple
/// method for generating gamma variables, ACM TOMS 26, 2000.
double draw_gamma(Rng& rng, double shape, double scale);

/// The probability that such a draw is at most x: the regularized incomplete gamma function, to about 1e-14.
double gamma_cdf(double shape, double scale, double x);

}  // namespace weft::queue

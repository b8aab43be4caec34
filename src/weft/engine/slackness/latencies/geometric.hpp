#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/slackness/latency.hpp"

namespace weft::slackness {

/// The exponential distribution of discrete time.
class Geometric {
 public:
  struct Params {
    double mean = 7;
    std::uint32_t least = 1;
  };
  static constexpr std::string_view name = "geometric";
  static constexpr std::string_view doc =
      "After a minimum number of steps, the answer arrives in each step with the same probability. This is "
      "the exponential distribution of discrete time. It has no maximum.";
  static constexpr std::tuple schema{
      param("mean", &Params::mean, Range{0, 1e7}, "mean of all requests", "steps"),
      param("least", &Params::least, Range{0, 1e7}, "minimum: no request is faster", "steps"),
  };
  /// Throws InputError for a mean below the minimum.
  static void check(Params const& params);

  explicit Geometric(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const&) const { return Latency::geometric(params_.least, params_.mean); }

 private:
  Params params_;
};

}  // namespace weft::slackness

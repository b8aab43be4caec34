#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/slackness/latency.hpp"

namespace weft::slackness {

/// Equally likely within a range.
class Uniform {
 public:
  struct Params {
    std::uint32_t from = 1;
    std::uint32_t to = 13;
  };
  static constexpr std::string_view name = "uniform";
  static constexpr std::string_view doc = "Every whole number of steps of a range is equally likely.";
  static constexpr std::tuple schema{
      param("from", &Params::from, Range{0, 1e7}, "the minimum", "steps"),
      param("to", &Params::to, Range{0, 1e7}, "the maximum", "steps"),
  };
  /// Throws InputError for an empty range.
  static void check(Params const& params);

  explicit Uniform(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::slackness

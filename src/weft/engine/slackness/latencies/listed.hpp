#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/slackness/latency.hpp"

namespace weft::slackness {

/// Any distribution of finitely many values.
class Listed {
 public:
  struct Params {
    Sides steps{2, 20};
    Numbers weights{9, 1};
  };
  static constexpr std::string_view name = "listed";
  static constexpr std::string_view doc =
      "Any distribution: the times that occur and their relative frequencies, e.g. "
      "listed:steps=2x20,weights=9x1 for a cache that nine of ten requests hit.";
  static constexpr std::tuple schema{
      param("steps", &Params::steps, Range{0, 4294967295.0}, "the times that occur", "steps"),
      param("weights", &Params::weights, Range{0, 1e15}, "relative frequency of each time"),
  };
  /// Throws InputError unless there are as many weights as times, at least one of them positive.
  static void check(Params const& params);

  explicit Listed(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::slackness

#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/slackness/latency.hpp"

namespace weft::slackness {

/// The distance to a random other processor.
class Distances {
 public:
  struct Params {
    double per_hop = 1;
    double overhead = 0;
  };
  static constexpr std::string_view name = "distances";
  static constexpr std::string_view doc =
      "The distance in this topology to a random other terminal, at a fixed time per hop, rounded up. If "
      "requests are answered (answers=true), the hops back count too.";
  static constexpr std::tuple schema{
      param("per_hop", &Params::per_hop, Range{0, 1e4}, "time of a hop", "steps"),
      param("overhead", &Params::overhead, Range{0, 1e7}, "additional time of every request", "steps"),
  };

  explicit Distances(Params const& params) : params_(params) {}
  /// Throws InputError for times of 2^32 steps or more.
  Latency latency(LatencyContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::slackness

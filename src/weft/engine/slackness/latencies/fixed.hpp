#pragma once

#include <array>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/slackness/latency.hpp"

namespace weft::slackness {

/// The same for every request.
class Fixed {
 public:
  struct Params {
    std::uint32_t steps = 7;
  };
  static constexpr std::string_view name = "fixed";
  static constexpr std::string_view doc = "Every request takes the same time.";
  static constexpr std::tuple schema{
      param("steps", &Params::steps, "from the request to its answer", "steps")};

  explicit Fixed(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const&) const {
    return Latency::listed(std::array{std::uint64_t{params_.steps}}, std::array{1.0});
  }

 private:
  Params params_;
};

}  // namespace weft::slackness

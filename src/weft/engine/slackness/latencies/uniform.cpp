#include "weft/engine/slackness/latencies/uniform.hpp"

#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::slackness {

void Uniform::check(Params const& params) {
  if (params.from > params.to)
    throw InputError(fmt::format("from = {} is above to = {}", params.from, params.to),
                     "the range must hold a number of steps", "exchange them");
}

Latency Uniform::latency(LatencyContext const&) const {
  std::vector<std::uint64_t> values(params_.to - params_.from + std::size_t{1});
  std::iota(values.begin(), values.end(), std::uint64_t{params_.from});
  return Latency::listed(values, std::vector<double>(values.size(), 1.0));
}

}  // namespace weft::slackness

#include "weft/engine/slackness/latencies/listed.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::slackness {

void Listed::check(Params const& params) {
  if (params.steps.size() != params.weights.size())
    throw InputError(fmt::format("{} steps and {} weights", params.steps.size(), params.weights.size()),
                     "every time needs a weight", "give as many weights as steps");
  if (std::ranges::all_of(params.weights, [](double weight) { return weight == 0; }))
    throw InputError("weights = " + numbers_text(params.weights), "at least one must be positive");
}

Latency Listed::latency(LatencyContext const&) const {
  std::map<std::uint64_t, double> weights;
  for (std::size_t i = 0; i < params_.steps.size(); ++i)
    weights[static_cast<std::uint64_t>(params_.steps[i])] += params_.weights[i];
  std::vector<std::uint64_t> values;
  std::vector<double> shares;
  for (auto const& [value, weight] : weights) {
    values.push_back(value);
    shares.push_back(weight);
  }
  return Latency::listed(values, shares);
}

}  // namespace weft::slackness

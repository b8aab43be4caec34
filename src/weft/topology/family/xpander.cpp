// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/xpander.hpp"

#include <numeric>
#include <string>

#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"
#include "weft/topology/shape/concentrated.hpp"
#include "weft/topology/shape/listed.hpp"

namespace weft::topology {
namespace {

std::vector<ListedLink> random_lift(std::uint32_t degree, std::uint32_t lifts, std::uint64_t seed) {
  std::vector<ListedLink> links;
  links.reserve(std::size_t{degree} * (degree + 1) / 2 * lifts);
  std::vector<std::uint32_t> partner(lifts);
  for (std::uint32_t g = 0; g <= degree; ++g)
    for (std::uint32_t h = g + 1; h <= degree; ++h) {
      throw_if_interrupted();
      Rng rng(seed, Purpose::wiring, std::uint64_t{g} << 32 | h);
      std::iota(partner.begin(), partner.end(), h * lifts);
      for (std::size_t left = lifts; left > 1; --left) std::swap(partner[left - 1], partner[rng.below(left)]);
      for (std::uint32_t i = 0; i < lifts; ++i) links.push_back({g * lifts + i, partner[i]});
    }
  connect_by_exchange(links, (degree + 1) * lifts, lifts);
  return links;
}

}  // namespace

void Xpander::check(Params const& params) {
  auto const given = "degree=" + std::to_string(params.degree) + ", lifts=" + std::to_string(params.lifts);
  auto const routers = static_cast<double>(params.degree + 1) * static_cast<double>(params.lifts);
  if (params.degree == 1 && params.lifts > 1)
    throw InputError{given, "with one link each, more than two routers are not connected"};
  check_sizes(given + " give", routers, static_cast<double>(params.degree),
              static_cast<double>(params.concentration));
  check_listed(static_cast<std::uint64_t>((params.degree + 1) * params.lifts * params.degree / 2));
}

Xpander::Xpander(Params const& params)
    : Listed(Kind::links, static_cast<std::uint64_t>((params.degree + 1) * params.lifts),
             random_lift(static_cast<std::uint32_t>(params.degree), static_cast<std::uint32_t>(params.lifts),
                         static_cast<std::uint64_t>(params.seed)),
             static_cast<std::uint32_t>(params.concentration)),
      params_(params) {}

KnownMetrics Xpander::known() const {
  KnownMetrics known;
  known.links = num_routers() * static_cast<std::uint64_t>(params_.degree) / 2;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = static_cast<std::uint32_t>(params_.degree);
  return known;
}
}  // namespace weft::topology

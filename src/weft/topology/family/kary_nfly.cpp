// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/kary_nfly.hpp"

#include <cmath>
#include <string>

#include "weft/core/bounds.hpp"
#include "weft/core/error.hpp"

namespace weft::topology {

KaryNfly::KaryNfly(Params const& params)
    : params_(params),
      arity_(static_cast<std::uint64_t>(params.arity)),
      by_stage_(power(params.arity, params.stages - 1)) {
  for (auto digit = params.stages - 2; digit >= 0; --digit) strides_.emplace_back(power(params.arity, digit));
}

void KaryNfly::check(Params const& params) {
  auto const terminals = std::pow(static_cast<double>(params.arity), static_cast<double>(params.stages));
  if (terminals > 0x1p32)
    throw InputError{"the fly has more than 2^32 terminals", "terminal ids have 32 bits"};
  if (terminals / static_cast<double>(params.arity) * static_cast<double>(params.stages) > 0x1p32)
    throw InputError{"the fly has more than 2^32 switches", "router ids have 32 bits"};
}

KnownMetrics KaryNfly::known() const {
  KnownMetrics known;
  known.links = (stages() - std::uint64_t{1}) * num_terminals();
  known.loops = known.parallel = 0;
  known.degree_min = 0;
  known.degree_max = stages() > 1 ? arity() : 0;
  auto const terminals = num_terminals();
  known.terminal_pairs_at_distance.assign(stages(), 0);
  known.terminal_pairs_at_distance.back() = terminals * (terminals - 1);
  // A channel carries one path for each of arity^stages ordered pairs, one of which consists of equal
  // terminals.
  if (stages() > 1) known.uniform_load = exactly(static_cast<double>(terminals - 1), "closed form");
  return known;
}

DrawingHint KaryNfly::drawing() const {
  return {.style = PictureStyle::stages, .position = [fly = *this](RouterId r) { return fly.stage(r); }};
}
}  // namespace weft::topology

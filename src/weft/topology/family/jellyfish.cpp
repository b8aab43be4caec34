// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/jellyfish.hpp"

#include <string>

#include "weft/topology/shape/concentrated.hpp"
#include "weft/topology/shape/listed.hpp"

namespace weft::topology {

void Jellyfish::check(Params const& params) {
  auto const routers = params.routers, degree = params.degree;
  auto const given = "routers=" + std::to_string(routers) + ", degree=" + std::to_string(degree);
  if (degree >= routers)
    throw InputError{given, "degree must be below routers: a pair of routers has at most one link"};
  if (routers % 2 == 1 && degree % 2 == 1)
    throw InputError{
        given, "an odd number of ports cannot be paired",
        "use routers=" + std::to_string(routers + 1) + " or degree=" + std::to_string(degree - 1)};
  if (degree == 1 && routers > 2)
    throw InputError{given, "with one link each, more than two routers are not connected"};
  check_sizes(given + " give", static_cast<double>(routers), static_cast<double>(degree),
              static_cast<double>(params.concentration));
  check_listed(static_cast<std::uint64_t>(routers * degree / 2));
}

Jellyfish::Jellyfish(Params const& params)
    : Listed(Kind::links, static_cast<std::uint64_t>(params.routers),
             random_regular_graph(static_cast<std::uint32_t>(params.routers),
                                  static_cast<std::uint32_t>(params.degree),
                                  static_cast<std::uint64_t>(params.seed)),
             static_cast<std::uint32_t>(params.concentration)),
      params_(params) {}

KnownMetrics Jellyfish::known() const {
  KnownMetrics known;
  known.links = static_cast<std::uint64_t>(params_.routers * params_.degree) / 2;
  known.loops = known.parallel = 0;
  known.degree_min = known.degree_max = static_cast<std::uint32_t>(params_.degree);
  return known;
}

}  // namespace weft::topology

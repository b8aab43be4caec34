// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/hamming.hpp"

#include <algorithm>
#include <string>

#include "weft/topology/metric/bisection.hpp"

namespace weft {

Hamming::Hamming(Sides const& sides, std::int64_t parallel, std::int64_t concentration)
    : Concentrated(CartesianShape(sides).size(), static_cast<std::uint64_t>(concentration)),
      sides_(sides),
      shape_(sides),
      parallel_(static_cast<std::uint64_t>(parallel)) {
  for (std::uint32_t dim = 0; dim < shape_.dims(); ++dim) {
    first_port_.push_back(static_cast<std::uint16_t>(dim_of_port_.size()));
    dim_of_port_.insert(dim_of_port_.end(), std::size_t{shape_.side(dim) - 1} * parallel_.value(),
                        static_cast<std::uint16_t>(dim));
  }
}

void Hamming::check_hamming(Sides const& sides, std::int64_t parallel, std::int64_t concentration) {
  if (sides.empty() || sides.size() > 64)
    throw InputError{"sides has " + std::to_string(sides.size()) + " dimensions", "must have 1 to 64"};
  double routers = 1, ports = 0;
  for (auto const side : sides) {
    routers *= static_cast<double>(side);
    ports += static_cast<double>(side - 1) * static_cast<double>(parallel);
  }
  check_sizes("these sides give", routers, ports, static_cast<double>(concentration));
}

std::uint32_t Hamming::diameter() const {
  return static_cast<std::uint32_t>(std::ranges::count_if(sides_, [](auto side) { return side > 1; }));
}

KnownMetrics Hamming::known() const { return hamming_metrics(sides_, parallel_.value(), concentration()); }

KnownMetrics hamming_metrics(Sides const& all_sides, std::uint64_t parallel, std::uint64_t concentration) {
  Sides sides;
  std::ranges::copy_if(all_sides, std::back_inserter(sides), [](auto side) { return side > 1; });
  std::uint64_t routers = 1, degree = 0;
  std::vector<std::uint64_t> at_distance{
      1};  // counts of one router: elementary symmetric polynomials of the sides minus 1
  for (auto const side : sides) {
    auto const others = static_cast<std::uint64_t>(side - 1);
    routers *= others + 1;
    degree += others;
    at_distance.push_back(0);
    for (std::size_t i = at_distance.size(); --i > 0;) at_distance[i] += at_distance[i - 1] * others;
  }
  KnownMetrics known;
  known.links = routers * degree / 2;
  known.loops = 0;
  known.parallel = *known.links * (parallel - 1);
  known.degree_min = known.degree_max = static_cast<std::uint32_t>(degree);
  known.diameter = static_cast<std::uint32_t>(sides.size());
  for (std::size_t i = 1; i < at_distance.size(); ++i)
    known.pairs_at_distance.push_back(at_distance[i] * routers);
  if (routers == 1) return known;
  auto const [min, largest] = std::ranges::minmax(sides);
  known.girth = largest > 2 ? 3 : sides.size() > 1 ? 4 : 0;
  known.edge_connectivity = known.degree_min;  // Mader 1971: equals the degree for vertex-transitive graphs
  known.algebraic_connectivity = static_cast<double>(min);
  // Dimension order loads all channels of a dimension equally, and no routing crosses a dimension less often.
  known.uniform_load =
      exactly(static_cast<double>(concentration * concentration) * static_cast<double>(routers) /
                  static_cast<double>(min) / static_cast<double>(parallel),
              "closed form");
  known.bisection =
      exactly(static_cast<double>(hamming_cut(sides, routers / 2)), "closed form (Lindsey 1964)");
  return known;
}

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/topology/shape/hamming.hpp"
#include "weft/topology/shape/near_sizes.hpp"

namespace weft::topology {

/// The Hamming graph with arbitrary sides and any number of links between neighbors and of terminals per
/// router.
class Hyperx : public Hamming {
 public:
  struct Params {
    Sides sides{4, 4};
    std::int64_t parallel = 1;
    std::int64_t terminals = 1;
  };
  static constexpr std::string_view name = "hyperx";
  static constexpr std::string_view doc =
      "Routers on a grid of any number of dimensions, each linked to all others along every dimension (Ahn "
      "et al., HyperX: Topology, Routing, and Packaging of Efficient Large-Scale Networks, SC 2009). "
      "Diameter = dimensions. Channel classes: one per dimension.";
  static constexpr std::string_view formulae =
      "routers = product of the sides, degree = parallel times the sum of (side - 1), diameter = number of "
      "sides above 1";
  static constexpr std::tuple schema{
      param("sides", &Params::sides, Range{1, 65536}, "routers along each dimension").size(),
      param("parallel", &Params::parallel, Range{1, 65535}, "links between two neighbors"),
      param("terminals", &Params::terminals, Range{1, 65535}, "terminals per router"),
  };

  explicit Hyperx(Params const& params)
      : Hamming(params.sides, params.parallel, params.terminals), params_(params) {}
  static void check(Params const& params) { check_hamming(params.sides, params.parallel, params.terminals); }
  static std::vector<Params> samples() {
    return {{{3, 4, 2}, 1, 2}, {{2, 3}, 3, 1}, {{1, 5}}, {{2, 2, 2}, 2}, {{3, 3, 3}, 1, 4}, {{1}}};
  }
  /// Returns members with two and with three dimensions.
  static Members members(std::uint64_t i) {
    Members members{numbered("sides=#x#x#,terminals=#", i), numbered("sides=#x#,terminals=#", i)};
    for (std::uint32_t const dimensions : {2U, 3U}) {
      auto const sides = closest_concentrated_sides(dimensions, i);
      members.push_back("sides=" + format_sides(sides.sides) +
                        ",terminals=" + std::to_string(sides.terminals));
    }
    return members;
  }
  /// Returns members of two and of three dimensions with sides that differ by at most one, and as many links
  /// between neighbors as uniform traffic needs: terminals per router / smallest side.
  static Members members_with_ports(std::uint64_t ports, std::uint64_t terminals);
  Params const& params() const { return params_; }

 private:
  Params params_;
};

}  // namespace weft::topology

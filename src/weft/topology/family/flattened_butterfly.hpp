// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/shape/hamming.hpp"

namespace weft::topology {

/// A butterfly of `levels` levels of switches with each row merged into one router: the Hamming graph
/// H(levels - 1, arity).
class FlattenedButterfly : public Hamming {
 public:
  struct Params {
    std::int64_t arity = 4;
    std::int64_t levels = 3;
    std::int64_t concentration = 0;
  };
  static constexpr std::string_view name = "flattened_butterfly";
  static constexpr std::string_view doc =
      "The Hamming graph H(levels - 1, arity) with arity terminals per router: a k-ary n-fly with the "
      "switches "
      "of each row merged into one router (Kim, Dally & Abts, Flattened Butterfly: A Cost-Efficient "
      "Topology for "
      "High-Radix Networks, ISCA 2007). Diameter levels - 1. Channel classes: one per dimension.";
  static constexpr std::string_view formulae =
      "routers = arity^(levels-1), terminals = arity^levels, degree = (levels - 1) (arity - 1), diameter = "
      "levels - 1";
  static constexpr std::tuple schema{
      param("arity", &Params::arity, Range{2, 65536}, "routers along each dimension").size(),
      param("levels", &Params::levels, Range{2, 33},
            "levels of the butterfly, one more than the number "
            "of dimensions")
          .size(),
      param("concentration", &Params::concentration, Range{0, 65535}, "terminals per router; 0: arity"),
  };

  explicit FlattenedButterfly(Params const& params)
      : Hamming(sides(params), 1, terminals(params)), params_(params) {}
  static void check(Params const& params) { check_hamming(sides(params), 1, terminals(params)); }
  static std::vector<Params> samples() { return {{2, 4}, {3, 2}, {4, 3, 1}, {5, 3, 2}}; }
  /// Returns members with three or more levels; with two levels the graph is a clique.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t levels = 3; levels <= 33; ++levels)
      members.push_back(numbered("arity=#,levels=", i) + std::to_string(levels));
    return members;
  }
  Params const& params() const { return params_; }

 private:
  static Sides sides(Params const& params) {
    return Sides(static_cast<std::size_t>(params.levels - 1), params.arity);
  }
  static std::int64_t terminals(Params const& params) {
    return params.concentration == 0 ? params.arity : params.concentration;
  }
  Params params_;
};

}  // namespace weft::topology

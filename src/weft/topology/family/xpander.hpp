// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"
#include "weft/topology/shape/listed.hpp"

namespace weft::topology {

/// A random lift of the complete graph on degree + 1 vertices: each vertex becomes a group of `lifts` routers
/// (group g starts at g * lifts), each link a random matching between two groups. A disconnected lift is
/// connected by exchanging the ends of two links of a matching. Determined by the seed.
class Xpander : public Listed {
 public:
  struct Params {
    std::int64_t degree = 4;
    std::int64_t lifts = 4;
    std::int64_t concentration = 1;
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "xpander";
  static constexpr std::string_view doc =
      "A random lift of the complete graph on degree + 1 vertices: degree + 1 groups of `lifts` routers, "
      "every two groups joined by a random matching (Valadarsky et al., Xpander: Towards Optimal-Performance "
      "Datacenters, CoNEXT 2016). Regular, connected, defined by this algorithm and the seed. One channel "
      "class: link.";
  static constexpr std::string_view formulae = "routers = lifts (degree + 1), links = routers degree / 2";
  static constexpr std::tuple schema{
      param("degree", &Params::degree, Range{1, 65534}, "links of a router").size(),
      param("lifts", &Params::lifts, Range{1, 2147483648}, "routers of a group").size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
      param("seed", &Params::seed, Range{0, 9e15}, "seed of the random matchings"),
  };

  explicit Xpander(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{1, 1}, {2, 9, 2}, {3, 20}, {6, 5, 1, 7}}; }
  static Members members(std::uint64_t i) { return {numbered("lifts=#", i)}; }
  Params const& params() const { return params_; }
  /// Returns the metrics that all instances share; the others are computed by search.
  KnownMetrics known() const;

  /// Returns a drawing of the groups of the lift.
  DrawingHint drawing() const {
    return {PictureStyle::groups,
            [lifts = static_cast<std::uint32_t>(params().lifts)](RouterId r) { return r.v / lifts; }};
  }

 private:
  Params params_;
};

}  // namespace weft::topology

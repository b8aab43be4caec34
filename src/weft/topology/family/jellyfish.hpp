// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"
#include "weft/topology/shape/listed.hpp"

namespace weft::topology {

/// A connected random regular graph without self loops and parallel links, determined by the seed.
class Jellyfish : public Listed {
 public:
  struct Params {
    std::int64_t routers = 20;
    std::int64_t degree = 4;
    std::int64_t concentration = 1;
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "jellyfish";
  static constexpr std::string_view doc =
      "A random regular graph, connected, without loops and parallel links (Singla et al., Jellyfish: "
      "Networking Data Centers Randomly, NSDI 2012). Link ends are paired at random, and swaps of ends "
      "remove loops and repetitions. This algorithm and the seed define the graph. One channel class: link.";
  static constexpr std::string_view formulae = "links = routers degree / 2";
  static constexpr std::tuple schema{
      param("routers", &Params::routers, Range{2, 4294967295}, "number of routers").size(),
      param("degree", &Params::degree, Range{1, 65535}, "links of a router; routers * degree must be even")
          .size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
      param("seed", &Params::seed, Range{0, 9e15}, "seed of the random graph"),
  };

  explicit Jellyfish(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{2, 1}, {9, 2, 2}, {10, 7}, {60, 3, 1, 5}, {7, 6}}; }
  static Members members(std::uint64_t i) { return {numbered("routers=#", i)}; }
  Params const& params() const { return params_; }
  /// Returns the metrics that all instances share; the others are computed by search.
  KnownMetrics known() const;

 private:
  Params params_;
};

}  // namespace weft::topology

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/topology/shape/hamming.hpp"

namespace weft::topology {

/// A square of routers, each linked to all routers of its row and its column: the Hamming graph H(2, side).
class AllToAllGrid : public Hamming {
 public:
  struct Params {
    std::int64_t side = 4;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "all_to_all_grid";
  static constexpr std::string_view doc =
      "A square of routers, each linked to all routers of its row and its column (Solomonik, Network "
      "interconnect topologies, CS 598): degree 2 (side - 1), diameter 2. Channel classes: dim0 (rows), dim1 "
      "(columns).";
  static constexpr std::string_view formulae = "n = side^2, degree = 2 (side - 1), diameter = 2";
  static constexpr std::tuple schema{
      param("side", &Params::side, Range{1, 32768}, "routers per row and column").size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };

  explicit AllToAllGrid(Params const& params)
      : Hamming({params.side, params.side}, 1, params.concentration), params_(params) {}
  static void check(Params const& params) {
    check_hamming({params.side, params.side}, 1, params.concentration);
  }
  static std::vector<Params> samples() { return {{1}, {2}, {3}, {5, 2}}; }
  Params const& params() const { return params_; }

 private:
  Params params_;
};

}  // namespace weft::topology

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/topology/shape/hamming.hpp"

namespace weft::topology {

/// The complete graph, with a link between every two routers: the Hamming graph of one dimension.
class Complete : public Hamming {
 public:
  struct Params {
    std::int64_t routers = 8;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "complete";
  static constexpr std::string_view aliases[] = {"fully_connected"};
  static constexpr std::string_view doc =
      "A link between every two routers: diameter 1 at a degree of routers - 1 (Dally & Towles, Principles "
      "and Practices of Interconnection Networks, ch. 1). One channel class: dim0.";
  static constexpr std::string_view formulae =
      "links = n (n - 1) / 2, diameter = 1, bisection = floor(n / 2) ceil(n / 2)";
  static constexpr std::tuple schema{
      param("routers", &Params::routers, Range{1, 65536}, "number of routers").size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };

  explicit Complete(Params const& params)
      : Hamming({params.routers}, 1, params.concentration), params_(params) {}
  static void check(Params const& params) { check_hamming({params.routers}, 1, params.concentration); }
  static std::vector<Params> samples() { return {{1}, {2}, {3}, {7, 2}}; }
  Params const& params() const { return params_; }

 private:
  Params params_;
};

}  // namespace weft::topology

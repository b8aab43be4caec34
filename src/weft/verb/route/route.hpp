// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// The path of one message through an idle network, hop by hop. Table `route`: each hop with its channel
/// class (a CLEX level, a dimension), its endpoints as coordinates or digits, and its cable; for a routing by
/// terminal also switch names, port numbers, service level and virtual lanes. Array `route`: the routers
/// along the path.
struct Route {
  struct Params {
    std::string topology = "torus:sides=8x8";
    std::string from = "0";
    std::string to = "0";
    std::string routing = "default";
    std::int64_t seed = 1;
    std::string layout = {};
    FailureParams failures = {};
  };
  static constexpr std::string_view name = "route";
  static constexpr std::string_view doc = "the path of one message, hop by hop";
  static constexpr std::string_view example =
      "weft route torus:8x8 --from 0,0 --to 3,5\n"
      "weft route clex:m=32,levels=4 --from 0 --to 1000000\n"
      "weft route dragonfly:4 --from r0 --to r200 --routing valiant";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param(
              "from", &Params::from,
              "source terminal: its number, the coordinates or number of its router as in 0,0 and r3, or in a fabric the name of its host"),
          param("to", &Params::to, "destination terminal, in the same forms"),
          param("routing", &Params::routing, "routing of the message; default: depends on the topology")
              .from("routings"),
          seed_field(&Params::seed), layout_field(&Params::layout)},
      group(&Params::failures, failure_schema));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/scenario.hpp"

namespace weft::verb {

/// One scenario on one engine, with the tables of the engine.
struct Simulate {
  using Params = Scenario;
  static constexpr std::string_view name = "simulate";
  static constexpr std::string_view doc =
      "simulate traffic as packets, flits, flows or "
      "exact loads";
  static constexpr std::string_view example =
      "weft simulate torus:8x8 --engine flit --rate 0.2 --traffic uniform\n"
      "weft simulate dragonfly:4 --engine flow --traffic tornado\n"
      "weft simulate clex:m=32,levels=4 --messages 28";
  static constexpr auto& schema = scenario_schema;
  static std::vector<chart::Figure> figures(Result const& result);
  /// Returns the experiment of the engine. Throws InputError for fields that the engine does not support.
  static ExperimentPtr assemble(Scenario const& scenario);
};

}  // namespace weft::verb

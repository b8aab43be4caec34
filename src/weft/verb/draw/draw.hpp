// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// A drawing of a topology, as SVG, PDF or PNG. Table `picture`: the contents.
struct Draw {
  struct Params {
    std::string topology = "torus:sides=4x4";
    bool matrix = false;
    std::string layout = {};
    std::string output = {};
    FailureParams failures = {};
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "draw";
  static constexpr std::string_view doc = "a picture of a topology, as SVG, PDF or PNG";
  static constexpr std::string_view example =
      "weft draw dragonfly -o dragonfly.svg\n"
      "weft draw hypercube:4 -o hypercube.svg\n"
      "weft draw torus:8x8 --layout folding=two_rows -o torus.svg";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param("matrix", &Params::matrix,
                "draw the adjacency matrix; also the default for large networks without known structure"),
          param(
              "layout", &Params::layout,
              "draw every router at its position in this layout, e.g. folding=two_rows; default: arrange routers by the structure")
              .from("layout"),
          param("output", &Params::output,
                "output file, .svg, .pdf or .png; default: standard output, as SVG"),
          seed_field(&Params::seed)},
      group(&Params::failures, failure_schema));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb

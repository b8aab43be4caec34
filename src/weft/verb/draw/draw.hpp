#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"

namespace weft::verb {

/// A picture of a topology, as SVG. Table `picture`: what is drawn.
struct Draw {
  struct Params {
    std::string topology = "torus:sides=4x4";
    bool matrix = false;
    std::string output = {};
  };
  static constexpr std::string_view name = "draw";
  static constexpr std::string_view doc = "a picture of a topology that shows its structure, as SVG";
  static constexpr std::string_view example = "weft draw dragonfly -o dragonfly.svg";
  static constexpr std::tuple schema{
      topology_field(&Params::topology),
      param("matrix", &Params::matrix,
            "draw the adjacency matrix; also the default for large networks without known structure"),
      output_field(&Params::output)};
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb

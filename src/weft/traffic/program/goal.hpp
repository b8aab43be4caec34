#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// A schedule in GOAL.
struct Goal {
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "goal";
  static constexpr std::string_view doc =
      "A schedule in GOAL, the language of LogGOPSim: operations of each rank, and what waits for what (Hoefler, "
      "Siebert & Lumsdaine, ICPP 2009)";
  static constexpr std::tuple schema{param("file", &Params::file, "path to the schedule")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

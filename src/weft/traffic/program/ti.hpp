#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// A time-independent trace of SimGrid.
struct Ti {
  struct Params {
    std::string file;
    double speed = 1e9;
  };
  static constexpr std::string_view name = "ti";
  static constexpr std::string_view doc =
      "A time-independent trace, recorded by smpirun -trace-ti of SimGrid: messages, collective calls of all ranks, and "
      "computing in operations";
  static constexpr std::tuple schema{
      param("file", &Params::file,
            "path to the trace of all ranks, or to a list of the files of single ranks"),
      param("speed", &Params::speed, Range{1, 1e24}, "operations per second that a rank computes")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

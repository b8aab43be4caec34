#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// A trace of the MPI profiler DUMPI.
struct Dumpi {
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "dumpi";
  static constexpr std::string_view doc =
      "What dumpi2ascii prints of a trace of SST's DUMPI, a file for each rank: messages, collective calls, "
      "communicators, and the time between calls as computing";
  static constexpr std::tuple schema{param(
      "file", &Params::file, "path to the files, with * in place of what differs, in the order of ranks")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

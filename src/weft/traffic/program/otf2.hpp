#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// A trace of the Open Trace Format 2.
struct Otf2 {
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "otf2";
  static constexpr std::string_view doc =
      "A trace of the Open Trace Format 2, as Score-P writes it: messages, collective calls, communicators, and the time "
      "outside of MPI as computing. For builds with libopen-trace-format2";
  static constexpr std::tuple schema{param("file", &Params::file, "path to the anchor file, traces.otf2")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// A program in which ranks repeatedly compute and then exchange the messages of a communication pattern.
struct Exchange {
  struct Params {
    std::string of = "halo";
    double bytes = 1000;
    double compute = 0;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "pattern";
  static constexpr std::string_view doc =
      "Iterations in which each rank computes, then sends and receives all messages of a communication "
      "pattern "
      "simultaneously, and waits for them";
  static constexpr std::tuple schema{
      param("of", &Params::of, "a communication pattern; in brackets if it has parameters")
          .from("communication patterns"),
      param("bytes", &Params::bytes, Range{0, 1e18},
            "size of a message; if the sizes differ, of the "
            "largest message",
            "bytes"),
      param("compute", &Params::compute, Range{0, 1e18}, "time that a rank computes in an iteration", "ns"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

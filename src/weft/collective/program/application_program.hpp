#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::collective {

/// An algorithm on a grid of tasks.
struct ApplicationProgram {
  struct Params {
    std::string of = "cannon";
    double bytes = 1e6;
    double compute = 0;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "algorithm";
  static constexpr std::string_view doc =
      "The messages of an algorithm on a grid of tasks, as in weft schedule: cannon, summa, matmul_3d or halo, with "
      "their parameters in brackets. A task begins a round when the one before has ended for it";
  static constexpr std::tuple schema{
      param("of", &Params::of, "the algorithm, e.g. summa or [halo:periodic=false]"),
      param("bytes", &Params::bytes, Range{0, 1e18}, "of a block", "bytes"),
      param("compute", &Params::compute, Range{0, 1e18}, "time that a task computes after each round", "ns"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "how often")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::collective

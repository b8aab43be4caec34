#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// Fourier transforms in three dimensions.
struct Fft {
  struct Params {
    std::int64_t points = 256;
    double speed = 1e10;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "fft";
  static constexpr std::string_view doc =
      "Fourier transforms of points^3 complex numbers of 16 bytes on P x Q tasks with a pencil each (P, Q: "
      "the sides of a grid of two dimensions, else the squarest): three times one-dimensional transforms, 5 "
      "n^3 log2(n^3) / (3 P Q) operations each, with an all-to-all among the Q tasks of a row between the "
      "first two, and one among the P of a column between the last two: 16 n^3 / (P Q Q) and 16 n^3 / (P Q "
      "P) bytes to each";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{2, 1e6}, "n, along each dimension, of all tasks"),
      param("speed", &Params::speed, Range{1, 1e24}, "of a task", "flop/s"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "how often")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

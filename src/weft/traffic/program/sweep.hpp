#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// Wavefronts across a grid.
struct Sweep {
  struct Params {
    std::int64_t points = 50;
    std::int64_t planes = 100;
    std::int64_t block = 10;
    std::int64_t angles = 6;
    double flops = 20;
    double speed = 1e10;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "sweep";
  static constexpr std::string_view doc =
      "Discrete ordinates as in Sweep3D (Koch, Baker & Alcouffe, 1992): from each corner of the P x Q tasks "
      "in turn (P, Q: the sides of a grid of two dimensions, else the squarest) a wavefront runs across "
      "them: for each block of planes a task receives 8 points block angles bytes from each of the two "
      "tasks before it, computes, and sends as much to the two after it";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{1, 1e6}, "of a task along both sides of the grid"),
      param("planes", &Params::planes, Range{1, 1e6}, "of each task"),
      param("block", &Params::block, Range{1, 1e6}, "planes between two messages"),
      param("angles", &Params::angles, Range{1, 1e6}, "numbers of 8 bytes per point"),
      param("flops", &Params::flops, Range{0, 1e12}, "operations per point and angle"),
      param("speed", &Params::speed, Range{1, 1e24}, "of a task", "flop/s"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "how often")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

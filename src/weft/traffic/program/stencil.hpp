#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// Explicit time steps on a grid of points.
struct Stencil {
  struct Params {
    std::int64_t points = 64;
    std::int64_t variables = 1;
    std::int64_t ghost = 1;
    bool corners = false;
    bool periodic = true;
    double flops = 10;
    double speed = 1e10;
    std::int64_t reduce = 0;
    std::int64_t iterations = 10;
  };
  static constexpr std::string_view name = "stencil";
  static constexpr std::string_view doc =
      "Explicit time steps on a grid of points: each task computes its block of points^d of them (d: the "
      "dimensions of the grid of tasks), then exchanges ghost zones with its neighbors: 8 variables ghost "
      "points^(d-1) bytes with each across a face";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{1, 1e6}, "of a task along each dimension"),
      param("variables", &Params::variables, Range{1, 1e6}, "numbers of 8 bytes per point"),
      param("ghost", &Params::ghost, Range{1, 1e6}, "layers of points that a neighbor needs"),
      param("corners", &Params::corners, "also with neighbors across edges and corners"),
      param("periodic", &Params::periodic, "the first and the last task of a side are neighbors"),
      param("flops", &Params::flops, Range{0, 1e12}, "operations per point and iteration"),
      param("speed", &Params::speed, Range{1, 1e24}, "of a task", "flop/s"),
      param("reduce", &Params::reduce, Range{0, 1e9},
            "iterations after which all tasks add up a number (allreduce of 8 bytes); 0: never"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "how often")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

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

/// A task that is next to another on a grid: at most one step away along each dimension.
struct GridNeighbor {
  std::uint32_t task = 0;
  std::uint32_t steps = 0;      ///< dimensions along which it is one step away
  std::uint32_t direction = 0;  ///< among 3^dims
  std::uint32_t opposite = 0;   ///< the direction from it back
};

/// The neighbors of a task (row-major, the last coordinate is the fastest) in the order of their directions.
/// `corners`: also those that are a step away along several dimensions. Dimensions of one task have none.
std::vector<GridNeighbor> neighbors_of(std::uint32_t task, Sides const& sides, bool periodic, bool corners);

/// A grid of two dimensions for the tasks: `sides` themselves if they are one, else the squarest that has all
/// tasks, with fewer rows than columns.
Sides plane_of(Sides const& sides);

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

/// The method of conjugate gradients.
struct ConjugateGradient {
  struct Params {
    std::int64_t points = 64;
    bool periodic = false;
    double speed = 1e10;
    std::int64_t iterations = 10;
  };
  static constexpr std::string_view name = "conjugate_gradient";
  static constexpr std::string_view doc =
      "The method of conjugate gradients (Hestenes & Stiefel, 1952) for the Laplace operator of 2 d + 1 "
      "points on a grid (d: the dimensions of the grid of tasks): an iteration exchanges faces of the "
      "direction, computes the product and its inner product, adds up 8 bytes over all tasks, updates "
      "solution and residual, adds up 8 bytes again and updates the direction: 2 (2 d + 1) + 10 operations "
      "per point";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{1, 1e6}, "of a task along each dimension"),
      param("periodic", &Params::periodic, "the first and the last task of a side are neighbors"),
      param("speed", &Params::speed, Range{1, 1e24}, "of a task", "flop/s"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "how often")};
  static Program make(Params const& params, TaskContext const& context);
};

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

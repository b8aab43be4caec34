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

/// A neighbor of a task on a grid: at most one step away along each dimension.
struct GridNeighbor {
  std::uint32_t task = 0;
  std::uint32_t steps = 0;      ///< number of dimensions along which it is one step away
  std::uint32_t direction = 0;  ///< one of 3^dims directions
  std::uint32_t opposite = 0;   ///< direction from the neighbor back to the task
};

/// Returns the neighbors of a task (in row-major order, the last coordinate varies fastest), ordered by
/// direction. `corners`: include neighbors that are a step away along several dimensions. There are no
/// neighbors along dimensions of size 1.
std::vector<GridNeighbor> neighbors_of(std::uint32_t task, Sides const& sides, bool periodic, bool corners);

/// Returns a two-dimensional grid of the tasks: `sides` if it has two dimensions, else the grid that is
/// closest to a square, with at most as many rows as columns.
Sides plane_of(Sides const& sides);

/// A stencil program: explicit time steps on a grid of points.
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
      "Explicit time steps on a grid of points: each task computes its block of points^d points (d: the "
      "dimensions of the grid of tasks), then exchanges ghost zones with its neighbors: 8 variables "
      "ghost points^(d-1) bytes with each neighbor across a face";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{1, 1e6}, "points of a task along each dimension"),
      param("variables", &Params::variables, Range{1, 1e6}, "variables per point, of 8 bytes each"),
      param("ghost", &Params::ghost, Range{1, 1e6},
            "layers of points that a task receives from each "
            "neighbor"),
      param("corners", &Params::corners, "include neighbors across edges and corners"),
      param("periodic", &Params::periodic, "the first and the last task of a side are neighbors"),
      param("flops", &Params::flops, Range{0, 1e12}, "operations per point and iteration"),
      param("speed", &Params::speed, Range{1, 1e24}, "speed of a task", "flop/s"),
      param("reduce", &Params::reduce, Range{0, 1e9},
            "number of iterations between two allreduces of 8 bytes among all tasks; 0: none"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
};

/// A program of the conjugate-gradient method.
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
      "direction, computes the product and its inner product, sums up 8 bytes over all tasks, updates "
      "solution and residual, sums up 8 bytes again and updates the direction: 2 (2 d + 1) + 10 operations "
      "per point";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{1, 1e6}, "points of a task along each dimension"),
      param("periodic", &Params::periodic, "the first and the last task of a side are neighbors"),
      param("speed", &Params::speed, Range{1, 1e24}, "speed of a task", "flop/s"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
};

/// A program of three-dimensional fast Fourier transforms.
struct Fft {
  struct Params {
    std::int64_t points = 256;
    double speed = 1e10;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "fft";
  static constexpr std::string_view doc =
      "Fourier transforms of points^3 complex numbers of 16 bytes on P x Q tasks with a pencil each (P, "
      "Q: the sides of a two-dimensional grid, else as close to a square as possible): three times "
      "one-dimensional transforms, 5 n^3 log2(n^3) / (3 P Q) operations each, with an all-to-all among "
      "the Q tasks of a row between the first two, and one among the P of a column between the last "
      "two: 16 n^3 / (P Q Q) and 16 n^3 / (P Q P) bytes to each of them";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{2, 1e6}, "n, total number of points along each dimension"),
      param("speed", &Params::speed, Range{1, 1e24}, "speed of a task", "flop/s"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
};

/// A sweep program: wavefronts across a grid.
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
      "in turn (P, Q: the sides of a two-dimensional grid, else as close to a square as possible) a "
      "wavefront runs across "
      "them: for each block of planes a task receives 8 points block angles bytes from each of the two "
      "preceding tasks, computes, and sends the same amount to the two following ones";
  static constexpr std::tuple schema{
      param("points", &Params::points, Range{1, 1e6}, "points of a task along each side of the grid"),
      param("planes", &Params::planes, Range{1, 1e6}, "planes of each task"),
      param("block", &Params::block, Range{1, 1e6}, "planes between two messages"),
      param("angles", &Params::angles, Range{1, 1e6}, "variables per point, of 8 bytes each"),
      param("flops", &Params::flops, Range{0, 1e12}, "operations per point and angle"),
      param("speed", &Params::speed, Range{1, 1e24}, "speed of a task", "flop/s"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

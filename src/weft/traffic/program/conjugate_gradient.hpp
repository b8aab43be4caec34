#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

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

}  // namespace weft::traffic

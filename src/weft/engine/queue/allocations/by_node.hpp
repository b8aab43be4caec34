// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// The free nodes with the lowest indices.
class FirstFree {
 public:
  struct Params {};
  static constexpr std::string_view name = "first_free";
  static constexpr std::string_view doc = "The free nodes with the lowest numbers.";
  static constexpr std::tuple schema{};

  explicit FirstFree(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

/// Unit in which free nodes are drawn at random.
enum class DrawnParts : std::uint8_t { nodes, routers, groups };

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::DrawnParts> enum_values<queue::DrawnParts>[] = {
    {"nodes", queue::DrawnParts::nodes, "single nodes"},
    {"routers", queue::DrawnParts::routers,
     "routers; the job receives all free nodes of a router before the next one is drawn"},
    {"groups", queue::DrawnParts::groups,
     "groups; the job receives all free nodes of a group before the next one is drawn"}};
}  // namespace weft

namespace weft::queue {

/// Free nodes drawn at random.
class RandomNodes {
 public:
  struct Params {
    DrawnParts unit = DrawnParts::nodes;
  };
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "Free nodes drawn at random.";
  static constexpr std::tuple schema{param("unit", &Params::unit, "unit of the draws").formerly("of")};

  explicit RandomNodes(Params const& params) : params_(params) {}
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

/// Nodes with consecutive indices.
class Consecutive {
 public:
  struct Params {
    bool fallback = false;
  };
  static constexpr std::string_view name = "consecutive";
  static constexpr std::string_view doc =
      "Nodes with consecutive numbers: the smallest free run that fits the job. A job waits if there is "
      "no such run, unless it may use several runs.";
  static constexpr std::tuple schema{
      param("fallback", &Params::fallback,
            "if no run fits the job, use as few runs as possible, as in Slurm without a topology plugin")};

  explicit Consecutive(Params const& params) : params_(params) {}
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

/// Consecutive nodes along a Hilbert curve.
class Curve {
 public:
  struct Params {
    bool fallback = true;
  };
  static constexpr std::string_view name = "curve";
  static constexpr std::string_view doc =
      "Nodes that follow each other along a Hilbert curve through the grid of routers: the smallest free run that fits the job, as in Slurm's topology/3d_torus.";
  static constexpr std::tuple schema{
      param("fallback", &Params::fallback,
            "if no run fits the job, use as few runs as possible; if false, the job waits")};

  explicit Curve(Params const& params) : params_(params) {}
  std::string_view lacks(Nodes const& nodes) const;
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::queue

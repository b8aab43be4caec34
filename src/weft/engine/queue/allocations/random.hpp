#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// What is drawn at random.
enum class DrawnParts : std::uint8_t { nodes, routers, groups };

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::DrawnParts> enum_values<queue::DrawnParts>[] = {
    {"nodes", queue::DrawnParts::nodes, "each node"},
    {"routers", queue::DrawnParts::routers,
     "routers, whose free nodes are used up one router after the other"},
    {"groups", queue::DrawnParts::groups, "groups, likewise"}};
}  // namespace weft

namespace weft::queue {

/// Free nodes drawn at random.
class RandomNodes {
 public:
  struct Params {
    DrawnParts of = DrawnParts::nodes;
  };
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "Free nodes drawn at random.";
  static constexpr std::tuple schema{param("of", &Params::of, "what is drawn")};

  explicit RandomNodes(Params const& params) : params_(params) {}
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::queue

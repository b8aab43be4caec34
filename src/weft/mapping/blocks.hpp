// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Order in which blocks of tasks are placed on the machine.
enum class BlockOrder : std::uint8_t { sequential, random };

}  // namespace weft::mapping

namespace weft {
template <>
inline constexpr EnumValue<mapping::BlockOrder> enum_values<mapping::BlockOrder>[] = {
    {"sequential", mapping::BlockOrder::sequential, "row by row"},
    {"random", mapping::BlockOrder::random, "uniformly random"}};
}  // namespace weft

namespace weft::mapping {

/// The mapping `blocks`: rectangles of tasks on consecutive terminals.
class Blocks {
 public:
  struct Params {
    Sides sides{2, 2};
    Sides quad{2, 2};
    BlockOrder order = BlockOrder::sequential;
  };
  static constexpr std::string_view name = "blocks";
  static constexpr std::string_view doc =
      "Assigns blocks of the task grid to consecutive terminals. A block consists of smaller blocks (quad) in "
      "row-major order, each of which is row-major inside. Blocks with as many tasks as a group of a "
      "dragonfly has terminals fill groups. On PERCS, sides=2x2, 4x8 and 8x16 fill nodes, "
      "drawers and supernodes: NODE, DRW and SN of Chakaravarthy et al. (Mapping strategies for the PERCS "
      "architecture, HiPC 2012). order=sequential is their SEQ, order=random their RND.";
  static constexpr std::tuple schema{
      param("sides", &Params::sides, Range{1, 4294967296.0},
            "sides of a block; must divide the sides of the task grid"),
      param("quad", &Params::quad, Range{1, 4294967296.0},
            "sides of the smaller blocks in a block; must divide the sides of the block, or are reduced "
            "to them"),
      param("order", &Params::order, "order of the blocks"),
  };

  explicit Blocks(Params const& params) : params_(params) {}
  Placement place(MappingContext const& context) const;
  /// Returns, for each BlockOrder, the blocks that fill a router, a copy of a level, or a group (PERCS: node,
  /// drawer, supernode) of a machine with groups, with an aspect ratio of at most 4.
  static std::vector<Params> candidate_params(MappingContext const& context);

 private:
  Params params_;
};

}  // namespace weft::mapping

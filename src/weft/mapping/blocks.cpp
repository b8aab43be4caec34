#include "weft/mapping/blocks.hpp"

#include <algorithm>
#include <numeric>

#include "weft/mapping/block_placement.hpp"

namespace weft {

Placement Blocks::place(MappingContext const& context) const {
  check_fits(context);
  check_divides(params_.sides, context.sides, "blocks", "the task grid");
  Sides quad = params_.quad;
  if (quad.size() == params_.sides.size())
    for (std::size_t d = 0; d < quad.size(); ++d) quad[d] = std::min(quad[d], params_.sides[d]);
  check_divides(quad, params_.sides, "quads", "a block");
  auto const size = size_of(params_.sides), blocks = context.num_tasks() / size;
  std::vector<std::uint32_t> first(blocks);
  std::iota(first.begin(), first.end(), 0);
  if (params_.order == BlockOrder::random) first = random_order(blocks, context.seed);
  for (auto& terminal : first) terminal *= static_cast<std::uint32_t>(size);
  return place_blocks(context.sides, params_.sides, quad, first);
}

}  // namespace weft

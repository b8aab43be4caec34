// SPDX-License-Identifier: Apache-2.0
#include "weft/drawing/blocks.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft {

std::uint32_t make_dense(std::vector<std::uint32_t>& values) {
  if (values.empty()) return 0;
  std::vector<std::uint32_t> number(*std::ranges::max_element(values) + std::size_t{1}, 0);
  for (auto const value : values) number[value] = 1;
  std::uint32_t count = 0;
  for (auto& it : number) it = it == 0 ? 0 : count++;
  for (auto& value : values) value = number[value];
  return count;
}

namespace {

std::uint64_t num_cells(std::vector<std::uint32_t> const& sides) {
  return std::accumulate(sides.begin(), sides.end(), std::uint64_t{1}, std::multiplies<>());
}

/// Returns the sides of a grid of at most `max_blocks` blocks: the longest sides are reduced first, equal
/// sides together.
std::vector<std::uint32_t> coarse_sides(std::vector<std::uint32_t> const& sides, std::uint64_t max_blocks) {
  auto coarse = sides;
  std::vector<std::uint32_t> block(sides.size(), 1);
  while (num_cells(coarse) > max_blocks) {
    auto const longest = std::ranges::max(coarse);
    for (std::size_t dim = 0; dim < sides.size(); ++dim) {
      if (coarse[dim] < longest) continue;
      while (coarse[dim] == longest) {
        ++block[dim];
        coarse[dim] = (sides[dim] + block[dim] - 1) / block[dim];
      }
    }
  }
  return coarse;
}

/// Enlarges blocks along each side to the next size that divides the side, if it is less than twice as large.
void even_out(std::vector<std::uint32_t> const& sides, std::vector<std::uint32_t>& coarse) {
  for (std::size_t dim = 0; dim < sides.size(); ++dim) {
    auto const block = (sides[dim] + coarse[dim] - 1) / coarse[dim];
    for (auto even = block; even < 2 * block; ++even)
      if (sides[dim] % even == 0) {
        coarse[dim] = sides[dim] / even;
        break;
      }
  }
}

Blocks blocks_of_grid(PicturePlan const& plan, BlockLimits const& limits) {
  auto coarse = coarse_sides(plan.sides, limits.grid);
  if (limits.even) even_out(plan.sides, coarse);
  Blocks blocks{.of = plan.parts[0], .plan = {.style = plan.style, .sides = coarse}};
  for (auto& cell : blocks.of) {
    std::uint64_t rest = cell, place = 0, stride = 1;
    for (std::size_t dim = 0; dim < coarse.size(); ++dim) {
      place += rest % plan.sides[dim] * coarse[dim] / plan.sides[dim] * stride;
      rest /= plan.sides[dim];
      stride *= coarse[dim];
    }
    cell = static_cast<std::uint32_t>(place);
  }
  std::string text;
  std::uint64_t block = 1;
  for (std::size_t dim = 0; dim < coarse.size(); ++dim) {
    auto const side = (plan.sides[dim] + coarse[dim] - 1) / coarse[dim];
    text += (dim == 0 ? "" : " x ") + std::to_string(side);
    block *= side;
  }
  blocks.note = fmt::format("Each circle stands for a block of {} routers",
                            coarse.size() > 4 ? std::to_string(block) : text);
  blocks.plan.parts = {std::vector<std::uint32_t>(num_cells(coarse))};
  std::iota(blocks.plan.parts[0].begin(), blocks.plan.parts[0].end(), 0u);
  return blocks;
}

/// Returns the groups of the deepest level with at most `max_groups` groups as blocks; if the outermost
/// level has more, several groups form a block.
Blocks blocks_of_groups(PicturePlan const& plan, std::uint64_t max_groups) {
  Blocks blocks{.plan = {.style = PictureStyle::circle}};
  std::uint32_t count = 0;
  std::size_t level = 0;
  for (; level < plan.parts.size(); ++level) {
    auto parts = plan.parts[level];
    auto const found = make_dense(parts);
    if (found > max_groups && level > 0) break;
    count = found;
    blocks.of = std::move(parts);
  }
  if (count > max_groups)
    for (auto& part : blocks.of) part = static_cast<std::uint32_t>(part * max_groups / count);
  auto const vertices = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, max_groups));
  for (std::size_t outer = 0; outer + 1 < level; ++outer) {
    blocks.plan.style = PictureStyle::groups;
    auto& parts = blocks.plan.parts.emplace_back(vertices, 0);
    for (std::size_t r = 0; r < blocks.of.size(); ++r) parts[blocks.of[r]] = plan.parts[outer][r];
  }
  if (blocks.plan.style == PictureStyle::circle) {
    blocks.plan.parts.assign(1, std::vector<std::uint32_t>(vertices));
    std::iota(blocks.plan.parts[0].begin(), blocks.plan.parts[0].end(), 0u);
  }
  char const* what = plan.style == PictureStyle::circle ? "consecutive routers"
                     : count > max_groups               ? "routers in several groups"
                                                        : "routers: the group with the number of the circle";
  blocks.are_groups = plan.style == PictureStyle::groups && count <= max_groups;
  blocks.note = fmt::format("Each circle stands for about {} {}", blocks.of.size() / vertices, what);
  return blocks;
}

Blocks blocks_of_stages(PicturePlan const& plan, std::uint64_t max_bundles) {
  Blocks blocks{.of = plan.parts[0], .plan = {.style = plan.style, .parts = {{}}}};
  auto const stages = *std::ranges::max_element(blocks.of) + 1;
  std::vector<std::uint64_t> size(stages, 0), seen(stages, 0), first(stages, 0);
  for (auto const stage : blocks.of) ++size[stage];
  auto& stage_of = blocks.plan.parts[0];
  for (std::uint32_t stage = 0; stage < stages; ++stage) {
    first[stage] = stage_of.size();
    stage_of.resize(stage_of.size() + std::min<std::uint64_t>(size[stage], max_bundles), stage);
  }
  for (auto& it : blocks.of) {
    auto const stage = it;
    auto const bundles = std::min<std::uint64_t>(size[stage], max_bundles);
    it = static_cast<std::uint32_t>(first[stage] + seen[stage]++ * bundles / size[stage]);
  }
  blocks.note = fmt::format(
      "Each circle stands for several consecutive routers of its stage; the sizes of the "
      "stages are {}",
      fmt::join(size, ", "));
  return blocks;
}

}  // namespace

Blocks blocks_of(PicturePlan const& plan, BlockLimits const& limits) {
  switch (plan.style) {
    case PictureStyle::grid: return blocks_of_grid(plan, limits);
    case PictureStyle::stages:
    case PictureStyle::rings: return blocks_of_stages(plan, limits.of_stage);
    default: return blocks_of_groups(plan, limits.groups);
  }
}

}  // namespace weft

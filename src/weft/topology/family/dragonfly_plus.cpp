// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/dragonfly_plus.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/topology/shape/concentrated.hpp"
#include "weft/topology/shape/near_sizes.hpp"

namespace weft::topology {
namespace {

Dragonfly::Params params_of_spines(DragonflyPlus::Params const& params) {
  return {
      .p = 1, .a = params.spines, .h = params.h, .groups = params.groups, .arrangement = params.arrangement};
}

}  // namespace

DragonflyPlus::DragonflyPlus(Params const& params)
    : params_(params),
      group_size_(static_cast<std::uint32_t>(params.leaves + params.spines)),
      spines_(params_of_spines(params)),
      by_group_(group_size_),
      by_leaves_(static_cast<std::uint64_t>(params.leaves)),
      by_spines_(static_cast<std::uint64_t>(params.spines)),
      by_p_(static_cast<std::uint64_t>(params.p)) {}

void DragonflyPlus::check(Params const& params) {
  auto const max = params.spines * params.h + 1, groups = params.groups == 0 ? max : params.groups;
  if (groups > max)
    throw InputError{"groups=" + std::to_string(groups),
                     "at most spines h + 1 = " + std::to_string(max) + " groups can all be linked"};
  Dragonfly::check(params_of_spines(params));
  auto const routers = static_cast<double>(groups) * static_cast<double>(params.leaves + params.spines);
  check_sizes("groups of leaves and spines have", routers,
              static_cast<double>(std::max(params.spines, params.leaves + params.h)), 1);
  if (static_cast<double>(groups) * static_cast<double>(params.leaves) * static_cast<double>(params.p) >
      0x1p32)
    throw InputError{"p=" + std::to_string(params.p) + " produces more than 2^32 terminals",
                     "terminal ids have 32 bits"};
}

std::vector<DragonflyPlus::Params> DragonflyPlus::samples() {
  return {{1, 1, 1, 1},
          {2, 3, 2, 1},
          {1, 2, 3, 2},
          {3, 2, 2, 2, 3, Arrangement::absolute},
          {1, 2, 2, 3, 1},
          {2, 1, 4, 2, 4},
          {2, 2, 3, 2, 5, Arrangement::relative}};
}

Hop DragonflyPlus::neighbor(RouterId r, PortId p) const {
  auto const group = group_of(r), index = r.v - group * group_size_;
  if (index < leaves()) return {{group * group_size_ + leaves() + p.v}, {static_cast<std::uint16_t>(index)}};
  if (p.v < leaves()) return {{group * group_size_ + p.v}, {static_cast<std::uint16_t>(index - leaves())}};
  auto const local = num_spines() - 1;
  auto const far = spines_.neighbor(as_spine(r), {static_cast<std::uint16_t>(p.v - leaves() + local)});
  auto const far_group = by_spines_.quotient(far.router.v);
  return {{far.router.v + (far_group + 1) * leaves()},
          {static_cast<std::uint16_t>(far.port.v - local + leaves())}};
}

KnownMetrics DragonflyPlus::known() const {
  KnownMetrics known;
  auto const terminals = num_terminals();
  std::uint64_t const per_leaf = by_p_.value(), per_group = per_leaf * leaves();
  known.loops = 0;
  known.terminal_pairs_at_distance = {terminals * (per_leaf - 1), 0, terminals * (per_group - per_leaf)};
  if (num_groups() > 1)
    known.terminal_pairs_at_distance.push_back(terminals * (terminals - per_group));
  else if (leaves() == 1)
    known.terminal_pairs_at_distance.resize(1);
  return known;
}

namespace {

std::string balanced_dragonfly_plus(std::uint64_t h, std::uint64_t groups) {
  return fmt::format("p={0},leaves={0},spines={0},h={0},groups={1}", h, groups);
}

}  // namespace

Members DragonflyPlus::members_with_ports(std::uint64_t ports, std::uint64_t terminals) {
  Members members;
  for (std::uint64_t h = 1; 2 * h <= ports && h * h <= terminals; ++h)
    for (auto const groups : next_to(terminals, h * h, 2, h * h + 1))
      members.push_back(balanced_dragonfly_plus(h, groups));
  return members;
}

Members DragonflyPlus::members(std::uint64_t i) {
  std::uint64_t h = 1;
  while (h * h * (h * h + 1) < i) ++h;
  auto const per_group = h * h;
  return {balanced_dragonfly_plus(i, i * i + 1),
          balanced_dragonfly_plus(h, std::max<std::uint64_t>((i + per_group / 2) / per_group, 1))};
}

}  // namespace weft::topology

// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/dragonfly.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/topology/shape/near_sizes.hpp"

namespace weft::topology {
namespace {

/// Maximum number of two-hop paths for which all pairs are counted, in about a second.
constexpr double max_paths_to_count = 2e7;

std::uint64_t distinct(std::vector<std::uint32_t>& values) {
  std::ranges::sort(values);
  return static_cast<std::uint64_t>(std::ranges::unique(values).begin() - values.begin());
}

std::uint64_t groups_of(Dragonfly::Params const& params) {
  return static_cast<std::uint64_t>(params.groups == 0 ? params.a * params.h + 1 : params.groups);
}

/// Returns the bisection with the maximum number of groups, g = a h + 1. Upper bound: for odd g, the middle
/// group is halved; the ports of its first routers lead to the groups on one side, the ports of the others to
/// the other side. Lower bound: all pairs of routers route over local, global, local links; a global link
/// then carries a^2 pairs, a local link 2ah + 1, and traffic across a cut uses the links of the cut.
Bounds largest_bisection(double a, double h, double groups) {
  double const routers = a * groups, half = std::floor(routers / 2), sides = half * (routers - half);
  double const proven = std::ceil(sides / std::max(a * a, 2 * a * h + 1) * (1 - 1e-12));
  double const first = std::floor(a / 2), k = std::floor(groups / 2);
  double const cut = 2 * k == groups ? k * k : k * k + first * (a - first) + (a / 2 - first) * h;
  return {proven, cut, "groups halved; all pairs routed over local, global, local links"};
}

}  // namespace

Dragonfly::Dragonfly(Params const& params)
    : params_(params),
      a_(static_cast<std::uint32_t>(params.a)),
      h_(static_cast<std::uint32_t>(params.h)),
      groups_(static_cast<std::uint32_t>(groups_of(params))),
      by_a_(a_),
      by_h_(h_),
      by_p_(static_cast<std::uint64_t>(params.p)),
      by_other_groups_(std::max(groups_, 2u) - 1) {
  if (groups_ > 1) used_ = a_ * h_ / (groups_ - 1) * (groups_ - 1);
}

void Dragonfly::check(Params const& params) {
  auto const given =
      "p=" + std::to_string(params.p) + ", a=" + std::to_string(params.a) + ", h=" + std::to_string(params.h);
  auto const groups = groups_of(params);
  if (groups > static_cast<std::uint64_t>(params.a * params.h) + 1)
    throw InputError{"groups=" + std::to_string(groups),
                     "at most a h + 1 = " + std::to_string(params.a * params.h + 1) + " groups can be linked",
                     "increase a or h"};
  auto const routers = static_cast<double>(groups) * static_cast<double>(params.a);
  check_sizes(given + " give", routers, static_cast<double>(params.a - 1 + params.h), 1);
  if (routers * static_cast<double>(params.p) > 0x1p32)
    throw InputError{given + " produce more than 2^32 terminals", "terminal ids have 32 bits"};
}

std::vector<Dragonfly::Params> Dragonfly::samples() {
  return {{1, 2, 1, 3},
          {2, 4, 2, 9, Arrangement::absolute},
          {3, 4, 3, 13, Arrangement::relative},
          {1, 4, 2, 5},
          {1, 4, 2, 4, Arrangement::absolute},
          {2, 3, 3, 2},
          {1, 3, 4, 3, Arrangement::absolute},
          {1, 2, 5, 4},
          {2, 5, 1, 1},
          {1, 1, 4, 0, Arrangement::absolute},
          {1, 1, 4, 3},
          {1, 6, 2, 8}};
}

std::uint32_t Dragonfly::first_port(std::uint32_t from, std::uint32_t to) const {
  if (params_.arrangement == Arrangement::absolute) return to < from ? to : to - 1;
  return static_cast<std::uint32_t>((std::uint64_t{to} + groups_ - from - 1) % groups_);
}

/// Returns whether a global link connects two routers of different groups.
bool Dragonfly::linked(RouterId from, RouterId to) const {
  auto const group = group_of(from), goal = group_of(to);
  auto const begin = (from.v - group * a_) * h_;
  auto port = std::uint64_t{first_port(group, goal)};
  if (port < begin) port += (begin - port + groups_ - 2) / (groups_ - 1) * (groups_ - 1);
  for (; port < std::min(begin + h_, used_); port += groups_ - 1)
    if (router(across(group, static_cast<std::uint32_t>(port))) == to) return true;
  return false;
}

std::uint32_t Dragonfly::distance(RouterId from, RouterId to) const {
  if (from == to) return 0;
  auto const group = group_of(from), goal = group_of(to);
  if (group == goal) return 1;
  if (linked(from, to)) return 1;
  auto const reaches = [&](RouterId r, std::uint32_t target) {
    auto const own = group_of(r), begin = (r.v - own * a_) * h_;
    auto const first = first_port(own, target);
    auto const wait = (std::uint64_t{first} + groups_ - 1 - begin % (groups_ - 1)) % (groups_ - 1);
    return begin + wait < std::min(begin + h_, used_);
  };
  if (reaches(from, goal) || reaches(to, group)) return 2;
  auto const begin = (from.v - group * a_) * h_;
  for (auto port = begin; port < std::min(begin + h_, used_); ++port)
    if (linked(router(across(group, port)), to)) return 2;
  return 3;
}

std::uint64_t Dragonfly::distinct_global_neighbors(RouterId r) const {
  std::vector<std::uint32_t> ends;
  for (auto p = a_ - 1; p < degree(r); ++p)
    ends.push_back(neighbor(r, {static_cast<std::uint16_t>(p)}).router.v);
  return distinct(ends);
}

/// Counts the routers of other groups at distance 1 or 2 from r: all routers of the groups to which r has a
/// link, and in other groups the endpoints of global links from the group of r or from the endpoint of a
/// global link of r.
std::uint64_t Dragonfly::routers_within_two(RouterId r) const {
  auto const group = group_of(r), begin = (r.v - group * a_) * h_, end = std::min(begin + h_, used_);
  std::vector<std::uint32_t> direct, ends;
  for (auto port = begin; port < end; ++port) {
    auto const middle = router(across(group, port));
    direct.push_back(group_of(middle));
    for (auto p = a_ - 1; p < degree(middle); ++p)
      ends.push_back(neighbor(middle, {static_cast<std::uint16_t>(p)}).router.v);
  }
  direct.resize(distinct(direct));
  for (std::uint32_t port = 0; port < used_; ++port) ends.push_back(router(across(group, port)).v);
  std::erase_if(ends, [&](std::uint32_t e) {
    auto const there = group_of({e});
    return there == group || std::ranges::binary_search(direct, there);
  });
  return direct.size() * a_ + distinct(ends);
}

/// Sets the number of links, degrees and distances, counted from one group, or from every group if the groups
/// are not equivalent.
void Dragonfly::count_pairs(KnownMetrics& known) const {
  bool const alike = params_.arrangement != Arrangement::absolute;
  std::uint64_t const looked_at = alike ? 1 : groups_, alike_groups = alike ? groups_ : 1;
  double const ways = static_cast<double>(looked_at) * a_ * (static_cast<double>(h_) * h_ + used_);
  if (ways > max_paths_to_count) return;
  std::uint64_t one = 0, two = 0;
  auto min = ~std::uint64_t{0}, max = std::uint64_t{0};
  for (std::uint32_t r = 0; r < looked_at * a_; ++r) {
    auto const neighbors = a_ - 1 + distinct_global_neighbors({r});
    min = std::min(min, neighbors);
    max = std::max(max, neighbors);
    one += neighbors;
    two += routers_within_two({r}) - (neighbors - (a_ - 1));
  }
  one *= alike_groups;
  two *= alike_groups;
  auto const routers = num_routers(), three = routers * (routers - 1) - one - two;
  known.degree_min = static_cast<std::uint32_t>(min);
  known.degree_max = static_cast<std::uint32_t>(max);
  known.links = one / 2;
  known.parallel = routers * (a_ - 1) / 2 + std::uint64_t{groups_} * used_ / 2 - one / 2;
  for (auto const count : {one, two, three})
    if (count > 0) known.pairs_at_distance.push_back(count);
  known.diameter = static_cast<std::uint32_t>(known.pairs_at_distance.size());
}

KnownMetrics Dragonfly::known() const {
  KnownMetrics known;
  known.loops = 0;
  count_pairs(known);
  bool const largest = groups_ == std::uint64_t{a_} * h_ + 1;
  if (largest && a_ > 1) {  // every two groups have one link, and all ports are connected
    known.links = num_routers() * (a_ - 1 + h_) / 2;
    known.parallel = 0;
    known.degree_min = known.degree_max = a_ - 1 + h_;
    known.edge_connectivity = a_ - 1 + h_;
    known.bisection = largest_bisection(a_, h_, groups_);
    // Two hops reach all routers of h groups, and fewer than a h + h^2 routers of other groups.
    if (std::uint64_t{a_} * a_ > 2 * std::uint64_t{a_} + h_ - 2) known.diameter = 3;
  }
  if (groups_ > 1) known.uniform_load = uniform_load();
  if (a_ > 2) known.girth = 3;
  return known;
}

/// Returns bounds on the uniform load. Every two groups have the same number of links, m; each of the a^2
/// pairs of routers of two groups needs one of these links. Spread evenly, the pairs load a local channel
/// with 1, plus a/m for every used global port of its two ends.
Bounds Dragonfly::uniform_load() const {
  double const a = a_, links = used_ / (groups_ - 1), p = static_cast<double>(params_.p);
  auto const global = a * a / links;
  auto const local = a_ > 1 ? 1 + a * std::min(2.0 * h_, double{1} * used_) / links : 0.0;
  return {p * p * global, p * p * std::max(global, local), "local, global, local links"};
}

namespace {

std::string balanced_dragonfly(std::uint64_t h, std::uint64_t groups) {
  return fmt::format("p={},a={},h={},groups={}", h, 2 * h, h, groups);
}

}  // namespace

Members Dragonfly::members_with_ports(std::uint64_t ports, std::uint64_t terminals) {
  Members members;
  for (std::uint64_t h = 1; 4 * h - 1 <= ports && 2 * h * h <= terminals; ++h)  // p + a - 1 + h ports
    for (auto const groups : next_to(terminals, 2 * h * h, 2, 2 * h * h + 1))
      members.push_back(balanced_dragonfly(h, groups));
  return members;
}

Members Dragonfly::members(std::uint64_t i) {
  std::uint64_t h = 1;
  while (2 * h * h * (2 * h * h + 1) < i) ++h;
  auto const per_group = 2 * h * h;
  return {balanced_dragonfly(i, 2 * i * i + 1),
          balanced_dragonfly(h, std::max<std::uint64_t>((i + per_group / 2) / per_group, 1))};
}

}  // namespace weft::topology

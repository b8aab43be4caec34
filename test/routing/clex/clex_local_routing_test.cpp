// SPDX-License-Identifier: Apache-2.0
// clex_direct and clex_recursive with a local network instead of cliques.

#include <map>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/core/catalog.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft {
namespace {

topology::Clex clex_of(std::string const& arguments) {
  return topology::Clex(detail::checked_params<topology::Clex>(Spec::parse("clex:" + arguments)));
}

std::uint32_t vcs_of(std::string const& routing, std::string const& clex) {
  return routing::vcs_needed(Spec::parse(routing), machine_of(clex_of(clex)));
}

// The VCs of the local network, one for a mesh and two for a torus (datelines), times the visits to level 1:
// one visit for clex_direct with full links and low landing, `levels` visits with single links, 2^(levels -
// 1) for clex_recursive.
TEST(LocalClexRouting, NeedsTheVirtualChannelsOfTheLocalNetworkForEachVisit) {
  EXPECT_EQ(vcs_of("clex_direct", "levels=3,clique=[mesh:sides=2x2]"), 1u);
  EXPECT_EQ(vcs_of("clex_direct", "levels=3,clique=[torus:sides=4x4]"), 2u);
  EXPECT_EQ(vcs_of("clex_direct", "levels=3,links=single,clique=[torus:sides=4x4]"), 6u);
  EXPECT_EQ(vcs_of("clex_recursive", "levels=3,clique=[mesh:sides=2x2]"), 4u);
  EXPECT_EQ(vcs_of("clex_recursive", "levels=2,clique=[torus:sides=4x4]"), 4u);
  EXPECT_EQ(vcs_of("clex_recursive", "levels=3,clique=[torus:sides=4x4]"), 8u);
  EXPECT_EQ(vcs_of("clex_recursive", "levels=2,clique=[clex:levels=2,links=full,clique=[mesh:sides=3]]"), 2u);
}

TEST(LocalClexRouting, IsDeadlockFreeWithTheRequiredVirtualChannels) {
  for (auto const* clex :
       {"levels=2,clique=[torus:sides=4]", "levels=3,clique=[mesh:sides=3]",
        "levels=2,clique=[torus:sides=5]", "levels=3,landing=high,clique=[torus:sides=4]",
        "levels=3,links=single,clique=[torus:sides=4]", "levels=2,clique=[kautz:degree=2,length=2]",
        "levels=2,clique=[clex:levels=2,clique=[mesh:sides=3]]"}) {
    SCOPED_TRACE(clex);
    auto const machine = machine_of(clex_of(clex));
    for (auto const* routing : {"clex_direct", "clex_recursive"}) {
      SCOPED_TRACE(routing);
      auto const needed = routing::vcs_needed(Spec::parse(routing), machine);
      EXPECT_TRUE(is_acyclic(machine, routing, {.vcs = needed}));
    }
  }
}

TEST(LocalClexRouting, IsDeadlockFreeWithMoreVirtualChannels) {
  auto const machine = machine_of(clex_of("levels=2,clique=[torus:sides=4]"));
  for (auto const* routing : {"clex_direct", "clex_recursive"})
    for (std::uint32_t more = 1; more <= 3; ++more)
      EXPECT_TRUE(
          is_acyclic(machine, routing, {.vcs = routing::vcs_needed(Spec::parse(routing), machine) + more}));
}

TEST(LocalClexRouting, CanDeadlockWithFewerVirtualChannels) {
  auto const torus = machine_of(clex_of("levels=2,clique=[torus:sides=4]"));
  EXPECT_FALSE(is_acyclic(torus, "clex_direct", {.vcs = 1, .allow_deadlock = true}));
  EXPECT_FALSE(is_acyclic(torus, "clex_recursive", {.vcs = 3, .allow_deadlock = true}));
  auto const mesh = machine_of(clex_of("levels=3,clique=[mesh:sides=3]"));
  EXPECT_FALSE(is_acyclic(mesh, "clex_recursive", {.vcs = 3, .allow_deadlock = true}));
}

std::map<std::uint32_t, std::uint32_t> hops_by_level(topology::Clex const& clex, Machine const& machine,
                                                     VcWalk const& walk) {
  std::map<std::uint32_t, std::uint32_t> hops;
  for (auto const c : walk.channels()) {
    auto const id = machine.network()->id(c);
    ++hops[clex.level_of(id.router(), id.port())];
  }
  return hops;
}

// On a line of 5: a walk to the digit that the highest differing level needs, and one edge for each differing
// level; within a local network, the distance along the line.
TEST(LocalClexRouting, CorrectsTheLowestDigitFirstIfDirect) {
  auto const clex = clex_of("levels=3,clique=[mesh:sides=5]");
  auto const machine = machine_of(clex);
  auto const routing = bind_vc(machine, "clex_direct");
  auto const apart = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
  for (std::uint32_t from = 0; from < clex.num_routers(); ++from)
    for (std::uint32_t to = 0; to < clex.num_routers(); ++to) {
      VcWalk walk(*machine.network(), *routing, from, to, 0);
      ASSERT_TRUE(walk.finish(routing->traits().hop_bound));
      auto hops = hops_by_level(clex, machine, walk);
      std::uint32_t highest = 1;
      for (std::uint32_t level = 2; level <= 3; ++level) {
        bool const differs = clex.digit({from}, level) != clex.digit({to}, level);
        ASSERT_EQ(hops[level], differs ? 1u : 0u) << from << " to " << to;
        if (differs) highest = level;
      }
      ASSERT_EQ(hops[1], apart(clex.digit({from}, 1), clex.digit({to}, highest))) << from << " to " << to;
    }
}

/// Returns the mean number of hops of clex_recursive on two levels over lines of m nodes, over all random
/// edges. A packet walks to the highest digit of its destination, crosses to a random node, and walks to its
/// lowest digit; it stops earlier if it reaches its destination.
double mean_hops_on_lines(std::uint32_t m, std::uint32_t from, std::uint32_t to) {
  auto const high = [m](std::uint32_t node) { return node / m; };
  auto const low = [m](std::uint32_t node) { return node % m; };
  double hops = 0;
  std::uint32_t at = low(from);
  for (; at != high(to); at < high(to) ? ++at : --at) {
    if (high(from) == high(to) && at == low(to)) return hops;
    ++hops;
  }
  if (high(from) == high(to) && at == low(to)) return hops;
  ++hops;
  for (std::uint32_t w = 0; w < m; ++w)
    hops += (w < low(to) ? low(to) - w : w - low(to)) / static_cast<double>(m);
  return hops;
}

// m = 4: the probabilities are multiples of 1/4.
TEST(LocalClexRouting, UsesRandomEdgesIfRecursive) {
  auto const machine = machine_of(clex_of("levels=2,clique=[mesh:sides=4]"));
  auto const shares = routing::bind_shares(Spec::parse("clex_recursive"), machine);
  for (std::uint32_t from = 0; from < 16; ++from)
    for (std::uint32_t to = 0; to < 16; ++to) {
      if (from == to) continue;
      std::vector<routing::ChannelShare> all;
      ASSERT_TRUE(shares->append({from}, {to}, all));
      std::uint64_t sum = 0;
      for (auto const& share : all) sum += share.numerator;
      EXPECT_EQ(static_cast<double>(sum),
                mean_hops_on_lines(4, from, to) * static_cast<double>(shares->denominator()))
          << from << " to " << to;
    }
}

TEST(LocalClexRouting, RejectsTooManyStates) {
  auto const large = machine_of(clex_of("levels=2,clique=[mesh:sides=128x256]"));
  EXPECT_NE(complaint_of([&] { bind_vc(large, "clex_recursive"); }).find("15 bits"), std::string::npos);
}

}  // namespace
}  // namespace weft

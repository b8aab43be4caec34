// SPDX-License-Identifier: Apache-2.0
#include "weft/network/network.hpp"

#include <gtest/gtest.h>

#include "weft/network/failures.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

/// Router r > 0 sends to router 0; router 0 sends to all other routers, over channels of different
/// bandwidths. Two terminals inject at router 1 and eject at router 2.
class Star {
 public:
  struct Params {
    std::int64_t leaves = 3;
  };
  static constexpr std::string_view name = "star", doc = "a star";
  static constexpr std::tuple schema{param("leaves", &Params::leaves, Range{1, 100}, "leaves")};
  explicit Star(Params const& params) : params_(params) {}
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  Params const& params() const { return params_; }
  std::uint64_t num_routers() const { return static_cast<std::uint64_t>(params_.leaves) + 1; }
  std::uint64_t num_terminals() const { return 2; }
  std::uint16_t degree(RouterId r) const { return static_cast<std::uint16_t>(r.v == 0 ? params_.leaves : 1); }
  std::uint16_t in_degree(RouterId r) const { return degree(r); }
  Hop neighbor(RouterId r, PortId p) const {
    if (r.v > 0) return {{0}, {static_cast<std::uint16_t>(params_.leaves - r.v)}};
    return {{p.v + 1u}, {0}};
  }
  RouterId injection_router(TerminalId) const { return {1}; }
  RouterId ejection_router(TerminalId) const { return {2}; }
  TerminalRange terminals_at(RouterId r) const { return {{0}, r.v == 1 ? 2u : 0u}; }
  std::vector<ChannelClass> classes() const { return {{"ray"}}; }
  ClassId class_of(RouterId, PortId) const { return {0}; }
  double bandwidth(RouterId r, PortId) const { return r.v + 1; }
  std::vector<ChannelGroup> const& groups() const { return groups_; }
  std::uint32_t group_of(RouterId r, PortId) const { return r.v; }

 private:
  static std::vector<ChannelGroup> groups_of(Params const& params) {
    std::vector<ChannelGroup> groups;
    for (double r = 0; r <= static_cast<double>(params.leaves); ++r) groups.push_back({{0}, r + 1});
    return groups;
  }

  Params params_;
  std::vector<ChannelGroup> groups_ = groups_of(params_);
};
static_assert(DividesClasses<Star> && !Bidirectional<Star>);

template <Topology T>
void expect_same(T const& topology) {
  SCOPED_TRACE(to_spec(topology).to_string());
  auto const network = build_network(topology);
  ASSERT_EQ(network.num_routers(), topology.num_routers());
  EXPECT_EQ(network.num_terminals(), topology.num_terminals());
  EXPECT_EQ(network.classes().size(), topology.classes().size() + 2);
  std::uint32_t c = 0;
  for (std::uint32_t i = 0; i < topology.num_routers(); ++i) {
    RouterId const r{i};
    ASSERT_EQ(network.degree(r), topology.degree(r));
    ASSERT_EQ(network.in_degree(r), in_degree(topology, r));
    EXPECT_EQ(network.terminals_at(r).first, topology.terminals_at(r).first);
    EXPECT_EQ(network.terminals_at(r).count, topology.terminals_at(r).count);
    for (std::uint16_t p = 0; p < topology.degree(r); ++p, ++c) {
      auto const hop = topology.neighbor(r, {p});
      ASSERT_EQ(network.channel(r, {p}).v, c);
      EXPECT_EQ(network.id({c}), ChannelId(r, {p}));
      EXPECT_EQ(network.channel(ChannelId{r, {p}}).v, c);
      EXPECT_EQ(network.source({c}), r);
      EXPECT_EQ(network.target({c}), hop.router);
      EXPECT_EQ(network.target_port({c}), hop.port);
      EXPECT_EQ(network.class_of({c}), topology.class_of(r, {p}));
      EXPECT_EQ(network.source({c}) == network.target({c}), hop.router == r);
      EXPECT_EQ(network.incoming(hop.router, hop.port).v, c);
      EXPECT_TRUE(!network.is_bidirectional() || network.reverse(network.reverse({c})).v == c);
    }
  }
  EXPECT_EQ(network.num_channels(), c);
  for (std::uint32_t e = 0; e < topology.num_terminals(); ++e) {
    EXPECT_EQ(network.injection_router({e}), topology.injection_router({e}));
    EXPECT_EQ(network.ejection_router({e}), topology.ejection_router({e}));
  }
}

template <Topology T>
void expect_same_on_samples() {
  for (auto const& params : T::samples()) expect_same(T{params});
}

TEST(Network, MatchesItsTopology) {
  expect_same_on_samples<topology::Clex>();
  expect_same_on_samples<topology::Torus>();
  expect_same_on_samples<topology::Mesh>();
  expect_same(Star{{7}});
  expect_same(topology::Torus{{{40, 41, 7}}});
}

TEST(Network, DoesNotDependOnTheNumberOfThreads) {
  topology::Clex const clex{{9, 4}};
  Threads const one{1};
  auto const single = build_network(clex);
  Threads const many{7};
  auto const parallel = build_network(clex);
  EXPECT_TRUE(std::ranges::equal(single.targets(), parallel.targets()));
  EXPECT_TRUE(std::ranges::equal(single.target_ports(), parallel.target_ports()));
}

TEST(Network, HasTheBandwidthOfTheClassOrTheChannel) {
  auto const clex =
      build_network(topology::Clex{{4, 2, topology::Landing::low, topology::Links::full, {1, 3}}});
  EXPECT_DOUBLE_EQ(clex.bandwidth(clex.channel({5}, {3})), 1);
  EXPECT_DOUBLE_EQ(clex.bandwidth(clex.channel({5}, {4})), 3);
  auto const star = build_network(Star{{3}});
  EXPECT_DOUBLE_EQ(star.bandwidth(star.channel({2}, {0})), 3);
}

TEST(Network, InjectionAndEjectionHaveSeparateClasses) {
  auto const network = build_network(topology::Torus{{{3, 3}}});
  EXPECT_EQ(network.classes()[network.injection_class().v].name, "injection");
  EXPECT_EQ(network.classes()[network.ejection_class().v].name, "ejection");
}

TEST(Network, TerminalsHaveTheBandwidthOfTheTopology) {
  auto const plain = build_network(topology::Torus({.sides = {4, 4}}));
  EXPECT_FALSE(plain.has_terminal_bandwidths());
  auto const limited =
      build_network(topology::Torus({.sides = {4, 4}, .concentration = 2, .injection = 1.5}));
  EXPECT_TRUE(limited.has_terminal_bandwidths());
  for (std::uint32_t e = 0; e < 32; ++e) EXPECT_EQ(limited.terminal_bandwidth({e}), 1.5);
}

TEST(Network, UsesTheDocumentedMemory) {
  auto const torus = build_network(topology::Torus{{{32, 32, 32}}});
  EXPECT_LE(torus.bytes(), 7 * torus.num_channels() + 17 * torus.num_routers() + 100);
  auto const clex = build_network(topology::Clex{{16, 3}});
  EXPECT_LE(clex.bytes(), 11 * clex.num_channels() + 21 * clex.num_routers() + 100);
}

TEST(Network, RejectsTooManyChannels) { EXPECT_THROW(build_network(topology::Clex{{32, 5}}), InputError); }

TEST(Network, MarksFailedParts) {
  topology::Torus const torus{{{6, 6}}};
  auto network = build_network(torus);
  EXPECT_FALSE(network.has_failures());
  EXPECT_FALSE(network.channel_failed({0}));
  Failures const failures{torus, {.links = 0.2, .routers = 0.1, .seed = 5}};
  network.mark_failed(failures);
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    EXPECT_EQ(network.channel_failed({c}), failures.channel_failed(network.id({c})));
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    EXPECT_EQ(network.router_failed({r}), failures.router_failed({r}));
}

TEST(NetworkTerminals, CanBeASubset) {
  auto const whole = build_network(topology::Ring({.routers = 4, .concentration = 3}));
  std::vector<std::uint32_t> const some{1, 2, 6, 11};
  auto const part = whole.with_terminals(some);
  EXPECT_EQ(part.num_terminals(), 4U);
  EXPECT_EQ(part.num_channels(), whole.num_channels());
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(part.injection_router({i}), whole.injection_router({some[i]}));
    EXPECT_EQ(part.ejection_router({i}), whole.ejection_router({some[i]}));
  }
  EXPECT_EQ(part.terminals_at({0}).first, TerminalId{0});
  EXPECT_EQ(part.terminals_at({0}).count, 2U);
  EXPECT_EQ(part.terminals_at({1}).count, 0U);
  EXPECT_EQ(part.terminals_at({3}).first, TerminalId{3});
}

}  // namespace
}  // namespace weft

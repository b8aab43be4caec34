// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contract/routing_variants.hpp"
#include "contract/vc_samples.hpp"
#include "support/complaint.hpp"
#include "support/routings.hpp"
#include "support/sanitized.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/core/parallel.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"

namespace weft {
namespace {

/// A routing on a network, with the number of virtual channels that it needs, which is expensive to compute.
struct Case {
  Spec const& spec;
  Machine const& machine;
  std::uint32_t needed = routing::vcs_needed(spec, machine);

  /// Returns the number of virtual channels that the routing needs plus `more`; if a port cannot have that
  /// number, a number with which the routing may deadlock.
  routing::VcSupply supply(std::uint32_t more = 0) const {
    if (needed == routing::no_vcs_suffice) return {.vcs = 4 + more, .allow_deadlock = true};
    if (needed > routing::max_vcs) return {.vcs = routing::max_vcs, .allow_deadlock = true};
    return {.vcs = std::min(needed + more, routing::max_vcs)};
  }
  routing::ChannelRoutingPtr bound() const { return routing::bind_channels(spec, machine, supply()); }
};

std::optional<Case> if_bindable(Spec const& spec, Machine const& machine) {
  try {
    Case it{spec, machine};
    it.bound();
    return it;
  } catch (InputError const&) { return {}; }
}

using Visit = std::function<void(Case const&)>;

/// Calls visit for every routing on every sample that it supports, with and without failures. Variants of a
/// routing are omitted if they cannot be bound.
void for_each_pair(std::uint64_t max_routers, Visit const& visit) {
  Threads const one(1);  // the networks are small
  auto samples = vc_samples(sanitized ? std::min<std::uint64_t>(max_routers, 16) : max_routers);
  std::ranges::move(failed_samples(), std::back_inserter(samples));
  for (auto const& [name, machine] : samples)
    Routings::for_each([&]<class R>(std::type_identity<R>) {
      if (needs_file(R::name) || !routing::serves_in<R>(routing::Form::channels, machine))
        return;  // it needs a file
      auto const variants = variants_of<R>();
      for (auto const& spec : variants) {
        SCOPED_TRACE(name + " " + spec.to_string());
        if (&spec == &variants.front())
          visit({spec, machine});
        else if (auto const it = if_bindable(spec, machine))
          visit(*it);
      }
    });
}

bool same_way(routing::Candidate const& a, routing::Candidate const& b) {
  return a.vcs == b.vcs && a.phase == b.phase && a.port == b.port && a.priority == b.priority &&
         a.room == b.room && a.escape == b.escape;
}

bool is_in(routing::Candidate const& it, routing::Possible const& possible) {
  return std::ranges::any_of(possible.candidates,
                             [&](auto const& candidate) { return same_way(it, candidate); });
}

/// Returns whether `possible` and the legs of packets include the candidate that `route` returned.
bool is_foreseen(routing::ChannelRouting const& routing, VcWalk const& walk, routing::Candidate const& it) {
  auto const head = walk.head();
  auto const in_phase = [&](std::uint16_t phase, std::uint32_t target) {
    auto leg = head;
    leg.target = target;
    leg.phase = phase;
    routing::Possible possible;
    if (target != leg.at) routing.possible(leg, possible);
    return possible;
  };
  auto const diverted = [&](std::uint16_t phase) {
    if (it.intermediate == routing::no_intermediate || !routing.may_be_intermediate(head.at, it.intermediate))
      return false;
    return std::ranges::any_of(in_phase(phase, head.to).diversions,
                               [&](auto next) { return is_in(it, in_phase(next, it.intermediate)); });
  };
  if (head.in_port != routing::from_source) {
    if (it.intermediate == walk.intermediate()) return is_in(it, in_phase(head.phase, head.target));
    return walk.intermediate() == routing::no_intermediate && diverted(head.phase);
  }
  if (routing.traits().by_terminal)
    return is_in(it, in_phase(routing.phase_at_source({head.source, head.terminal}), head.to));
  return std::ranges::any_of(routing.launches(), [&](routing::Launch const& launch) {
    if (launch.to_intermediate != (it.intermediate != routing::no_intermediate))
      return !launch.to_intermediate && diverted(launch.phase);
    return (!launch.to_intermediate || routing.may_be_intermediate(head.at, it.intermediate)) &&
           is_in(it, in_phase(launch.phase, launch.to_intermediate ? it.intermediate : head.to));
  });
}

void expect_sound(Machine const& machine, routing::ChannelRouting const& routing, VcWalk const& walk,
                  std::uint32_t vcs) {
  auto const candidates = walk.candidates();
  ASSERT_GE(candidates.size(), 1u);
  ASSERT_LE(candidates.size(), routing.traits().width);
  bool escapes = false;
  for (auto const& it : candidates) {
    ASSERT_LT(it.port, machine.network()->degree({walk.at()}));
    ASSERT_NE(it.vcs, 0u);
    ASSERT_EQ(it.vcs & ~routing::VcBlocks(vcs, 1).all(), 0u);
    ASSERT_NE(it.intermediate, walk.at());
    ASSERT_GE(it.room, 1);
    ASSERT_TRUE(is_foreseen(routing, walk, it)) << "port " << it.port << " phase " << it.phase;
    escapes = escapes || it.escape;
  }
  ASSERT_EQ(escapes, routing.traits().has_escape);
}

TEST(VcRoutingContract, DeliversEveryPairWithinItsBoundByPossibleMoves) {
  for_each_pair(64, [](Case const& it) {
    auto const& network = *it.machine.network();
    auto const given = it.supply(static_cast<std::uint32_t>(network.num_routers() % 3));
    auto const routing = routing::bind_channels(it.spec, it.machine, given);
    auto const traits = routing->traits();
    auto const destinations = vc_destinations(network);
    std::uint32_t const step = network.num_routers() > 30 ? 11 : 1;  // different destinations for each source
    for (auto const from : vc_sources(network)) {
      auto const hops = vc_hops(network, from);
      for (std::size_t i = from % step; i < destinations.size(); i += step) {
        if (!routing->reaches(from, destinations[i])) continue;
        VcWalk walk(network, *routing, from, destinations[i], from);
        while (!walk.arrived() && walk.channels().size() < traits.hop_bound) {
          expect_sound(it.machine, *routing, walk, given.vcs);
          if (testing::Test::HasFatalFailure()) return;
          walk.step();
        }
        ASSERT_TRUE(walk.arrived()) << from << " -> " << destinations[i];
        if (traits.minimal) { ASSERT_EQ(walk.channels().size(), hops[destinations[i]]); }
      }
    }
  });
}

TEST(VcRoutingContract, DeliversByEscapeCandidatesAlone) {
  for_each_pair(40, [](Case const& it) {
    auto const routing = it.bound();
    if (!routing->traits().has_escape) return;
    auto const& network = *it.machine.network();
    for (auto const from : vc_sources(network))
      for (auto const to : vc_destinations(network)) {
        if (!routing->reaches(from, to)) continue;
        VcWalk walk(network, *routing, from, to, from + to);
        for (std::uint32_t before = from % 3; before > 0 && !walk.arrived(); --before) walk.step();
        while (!walk.arrived() && walk.channels().size() <= routing->traits().hop_bound) {
          auto candidates = walk.candidates();
          std::erase_if(candidates, [](auto const& each) { return !each.escape; });
          ASSERT_FALSE(candidates.empty());
          walk.take(candidates.front());
        }
        ASSERT_TRUE(walk.arrived()) << from << " -> " << to;
      }
  });
}

TEST(VcRoutingContract, RoutesABatchLikeItsHeadsAlone) {
  for_each_pair(40, [](Case const& it) {
    auto const routing = it.bound();
    auto const& network = *it.machine.network();
    RandomQueues const queues(network, 3);
    std::vector<routing::Head> heads;
    auto const destinations = vc_destinations(network);
    for (auto const from : vc_sources(network)) {
      auto const to = destinations[(from + 1) % destinations.size()];
      if (!routing->reaches(from, to)) continue;
      VcWalk walk(network, *routing, from, to, 5);
      for (; !walk.arrived(); walk.step()) heads.push_back(walk.head());
    }
    std::size_t const width = routing->traits().width;
    std::vector<routing::Candidate> many(heads.size() * width), alone(width);
    std::vector<std::uint16_t> counts(heads.size());
    routing->route(heads, queues.view(), many, counts);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      std::uint16_t count = 0;
      routing->route({&heads[i], 1}, queues.view(), alone, {&count, 1});
      ASSERT_EQ(count, counts[i]);
      for (std::size_t k = 0; k < count; ++k) {
        ASSERT_TRUE(same_way(alone[k], many[i * width + k]));
        ASSERT_EQ(alone[k].intermediate, many[i * width + k].intermediate);
      }
    }
  });
}

/// Binding reports the number of virtual channels that a routing needs to the caller, who may then choose the
/// number.
TEST(VcRoutingContract, AllowsChoosingTheNumberOfVirtualChannelsFromTheNeed) {
  for_each_pair(40, [](Case const& it) {
    std::uint32_t told = 0;
    auto const bound =
        routing::bind_channels(it.spec, it.machine, {.vcs = 1, .choose = [&](std::uint32_t needed) {
                                                       told = needed;
                                                       return needed;
                                                     }});
    EXPECT_EQ(told, it.needed);
  });
}

TEST(VcRoutingContract, RejectsTooFewVirtualChannelsWithTheRequiredNumber) {
  for_each_pair(40, [](Case const& it) {
    auto const& [spec, machine, needed] = it;
    ASSERT_GE(needed, 1u);
    if (needed == 1) return;
    EXPECT_TRUE(routing::bind_channels(spec, machine, {.vcs = 1, .allow_deadlock = true}));
    auto const rejection = rejection_of(
        [&] { routing::bind_channels(spec, machine, {.vcs = std::min(needed - 1, routing::max_vcs)}); });
    ASSERT_TRUE(rejection);
    if (needed == routing::no_vcs_suffice) {
      EXPECT_NE(rejection->problem.find("can deadlock with any number of virtual channels"),
                std::string::npos);
      return;
    }
    EXPECT_EQ(rejection->where, "vcs");
    EXPECT_EQ(rejection->why.find("needs " + std::to_string(needed) + ": "), 0u) << rejection->why;
    EXPECT_EQ(rejection->suggestion, needed <= routing::max_vcs
                                         ? "set vcs=" + std::to_string(needed)
                                         : "a port has at most 64: use another routing");
  });
}

/// Returns whether any packet leaves the router of its source.
bool has_traffic(Network const& network, routing::ChannelRouting const& routing) {
  auto const destinations = vc_destinations(network);
  return std::ranges::any_of(vc_sources(network), [&](auto from) {
    return std::ranges::any_of(destinations,
                               [&](auto to) { return from != to && routing.reaches(from, to); });
  });
}

TEST(VcRoutingContract, HasNoCyclicDependenciesWithItsVirtualChannels) {
  for_each_pair(40, [](Case const& it) {
    auto const routing = it.bound();
    auto const traits = routing->traits();
    if (it.supply().allow_deadlock || traits.preserves_bubble || routing->deflection() != nullptr) return;
    VcDependencies const waits(*it.machine.network(), *routing, traits.has_escape);
    EXPECT_TRUE(waits.is_acyclic());
    EXPECT_EQ(waits.graph().empty(), !has_traffic(*it.machine.network(), *routing));
    if (traits.has_escape) { EXPECT_TRUE(waits.always_escapes()); }
  });
}

TEST(VcRoutingContract, RejectsUnsupportedTopologies) {
  Routings::for_each([]<class R>(std::type_identity<R>) {
    for (auto const& [name, machine] : vc_samples(20)) {
      if (!routing::HasChannels<R> || R(typename R::Params{}).serves(machine)) continue;
      Spec spec{std::string(R::name), {}};
      if (needs_file(R::name)) spec.arguments.push_back({"path", "tables"});
      auto const rejection = rejection_of([&] { routing::bind_channels(spec, machine, {.vcs = 64}); });
      ASSERT_TRUE(rejection) << R::name << " on " << name;
      EXPECT_EQ(rejection->problem, std::string(R::name) + " cannot route on " + machine.topology());
      EXPECT_EQ(rejection->where, "routing");
    }
  });
}

}  // namespace
}  // namespace weft

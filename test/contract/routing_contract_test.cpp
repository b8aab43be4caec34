// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/catalog_samples.hpp"
#include "support/complaint.hpp"
#include "support/sanitized.hpp"
#include "support/walk.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"
#include "weft/routing/packet/rerouted.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {
namespace {

/// A sample of a topology, and the routings of the catalog with a packet form that support it.
struct Sample {
  std::shared_ptr<TopologyView const> topology;
  Machine machine;
  Machine whole;  ///< the topology without failures
  std::vector<std::string> routings;
};

/// Returns all samples of all topologies with at most `maximum` routers.
std::vector<Sample> all_samples(FailureParams const& failures = {},
                                std::uint64_t maximum = sanitized ? 64 : 300) {
  std::vector<Sample> samples;
  for (auto const& of_type : catalog_samples())
    for (auto const& view : of_type.instances()) {
      if (view->num_routers() > maximum) continue;
      auto const topology = make_topology(view->spec(true));
      Machine const machine(topology, failures);
      std::vector<std::string> routings;
      Routings::for_each([&]<class R>(std::type_identity<R>) {
        if (routing::HasPackets<R> && routing::serves_in<R>(routing::Form::packets, machine))
          routings.emplace_back(R::name);
      });
      samples.push_back({view, machine, Machine(topology), routings});
    }
  return samples;
}

/// Returns the packet form of a routing; null if it is derived from channels.
PacketRoutingPtr own_packets(std::string const& name, Machine const& machine) {
  return Routings::pick(Spec{name, {}}, [&]<class R>(R const& routing) -> PacketRoutingPtr {
    if constexpr (routing::HasPackets<R>)
      return routing.packets(machine);
    else
      return nullptr;
  });
}

using VisitPair = std::function<void(TopologyView const&, NetworkPtr const&, PacketRoutingPtr const&)>;

void for_each_pair(VisitPair const& visit, FailureParams const& failures = {}) {
  for (auto const& sample : all_samples(failures))
    for (auto const& routing : sample.routings) {
      SCOPED_TRACE(sample.topology->spec(false) + " " + routing);
      visit(*sample.topology, sample.machine.network(),
            routing::bind_packets(Spec{routing, {}}, sample.machine));
    }
}

TEST(RoutingContract, DeliversEveryPairWithinItsBound) {
  for_each_pair([](TopologyView const& topology, NetworkPtr const& network, PacketRoutingPtr const& routing) {
    auto const traits = routing->traits();
    for (std::uint32_t from = 0; from < topology.num_routers(); ++from)
      for (std::uint32_t to = 0; to < topology.num_routers(); ++to)
        for (std::uint64_t seed = 0; seed < 2; ++seed) {
          std::uint32_t address = to;
          routing->encode({&address, 1});
          if (topology.one_way() && !routing->reaches({from}, address)) continue;
          Walk walk(*network, *routing, {from}, {to}, seed);
          auto const expected = walk.hops_left();
          ASSERT_TRUE(walk.finish(traits.hop_bound)) << from << " -> " << to;
          ASSERT_EQ(walk.at(), RouterId{to});
          if (traits.exact_hops) { ASSERT_EQ(walk.channels().size(), expected) << from << " -> " << to; }
          ASSERT_TRUE(from != to || walk.channels().empty());
        }
  });
}

/// Expects that every pair with a path is delivered over working channels within the hop bound, and that
/// `reaches` is false for all other pairs.
void expect_delivery_around_failures(TopologyView const& topology, NetworkPtr const& network,
                                     PacketRouting const& routing, std::uint32_t step) {
  auto const bound = std::min<std::size_t>(routing.traits().hop_bound, 100000);
  for (std::uint32_t from = 0; from < topology.num_routers(); from += step) {
    auto const hops = hops_from(topology, {from}, [&](RouterId r, PortId p) {
      return !network->channel_failed(network->channel(r, p)) &&
             (r == RouterId{from} || !network->is_host(r));
    });
    for (std::uint32_t to = 0; to < topology.num_routers(); ++to) {
      std::uint32_t address = to;
      routing.encode({&address, 1});
      bool const has_way =
          hops[to] != unreached && !network->router_failed({from}) && !network->router_failed({to});
      ASSERT_EQ(routing.reaches({from}, address), has_way) << from << " -> " << to;
      if (!has_way) continue;
      Walk walk(*network, routing, {from}, {to}, 1);
      ASSERT_TRUE(walk.finish(bound)) << from << " -> " << to;
      ASSERT_EQ(walk.at(), RouterId{to});
      for (auto const c : walk.channels()) ASSERT_FALSE(network->channel_failed(c));
    }
  }
}

FailureParams const some_failures{.links = 0.1, .routers = 0.05, .seed = 3};

TEST(RoutingContract, RoutesAroundFailures) {
  for_each_pair(
      [](TopologyView const& topology, NetworkPtr const& network, PacketRoutingPtr const& routing) {
        expect_delivery_around_failures(topology, network, *routing, 1);
      },
      some_failures);
}

TEST(RoutingContract, RoutesAroundFailuresWithoutTables) {
  for (auto const& sample :
       all_samples(some_failures, 64))  // random walks: their length increases with the size of the network
    for (auto const& routing : sample.routings) {
      if (routing == routing::Minimal::name) continue;
      SCOPED_TRACE(sample.topology->spec(false) + " " + routing);
      auto own = own_packets(routing, sample.whole);
      if (!own) continue;
      Rerouted const rerouted(std::move(own), sample.machine.network(), 0);
      expect_delivery_around_failures(*sample.topology, sample.machine.network(), rerouted, 7);
    }
}

TEST(RoutingContract, EveryCandidateIsAPortThatLeadsCloser) {
  for_each_pair([](TopologyView const& topology, NetworkPtr const& network, PacketRoutingPtr const& routing) {
    auto const exact = routing->traits().exact_hops;
    for (std::uint32_t from = 0; from < topology.num_routers(); from += 3) {
      Walk walk(*network, *routing, {from},
                {static_cast<std::uint32_t>(topology.num_routers() - 1 - from / 2)}, from);
      for (;;) {
        auto const at = walk.at();
        auto const before = walk.hops_left();
        if (!walk.step()) break;
        for (auto const port : walk.candidates()) ASSERT_LT(port.v, network->degree(at));
        if (exact) { ASSERT_EQ(walk.hops_left() + 1, before); }
      }
    }
  });
}

TEST(RoutingContract, EncodedDestinationsAreReversible) {
  for_each_pair([](TopologyView const& topology, NetworkPtr const&, PacketRoutingPtr const& routing) {
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
      std::uint32_t address = r;
      routing->encode({&address, 1});
      ASSERT_EQ(routing->decode(address), RouterId{r});
    }
  });
}

TEST(RoutingContract, RoutesABatchLikeItsHeadsAlone) {
  for_each_pair([](TopologyView const& topology, NetworkPtr const&, PacketRoutingPtr const& routing) {
    auto const traits = routing->traits();
    constexpr std::size_t size = 150;
    auto const routers = static_cast<std::uint32_t>(topology.num_routers());
    std::vector<RouterId> at(size);
    std::vector<std::uint32_t> to(size), state(size), next(size * traits.width), next_alone(traits.width);
    std::vector<std::uint64_t> draw(size);
    std::vector<PortId> port(size * traits.width), alone(traits.width);
    std::vector<std::uint16_t> candidates(size, 1);
    Rng rng(5, Purpose::test, routers);
    for (std::size_t i = 0; i < size; ++i) {
      at[i] = {static_cast<std::uint32_t>(rng.below(routers))};
      to[i] = static_cast<std::uint32_t>(rng.below(routers));
      draw[i] = rng();
    }
    routing->encode(to);
    auto const heads = [&](std::size_t begin, std::size_t count, std::span<PortId> ports,
                           std::span<std::uint32_t> states) {
      return Heads{.at = std::span(at).subspan(begin, count),
                   .to = std::span(to).subspan(begin, count),
                   .state = std::span(state).subspan(begin, count),
                   .draw = std::span(draw).subspan(begin, count),
                   .port = ports,
                   .next_state = states,
                   .candidates = std::span(candidates).subspan(begin, count)};
    };
    if (traits.has_state) {
      routing->start(heads(0, size, port, {next.data(), size}));
      std::copy_n(next.begin(), size, state.begin());
    }
    routing->route(heads(0, size, port, next));
    auto const many = candidates;
    for (std::size_t i = 0; i < size; ++i) {
      routing->route(heads(i, 1, alone, next_alone));
      ASSERT_EQ(candidates[i], many[i]);
      for (std::size_t k = 0; k < candidates[i]; ++k) {
        ASSERT_EQ(alone[k], port[i * traits.width + k]);
        if (traits.has_state && alone[k] != arrived) { ASSERT_EQ(next_alone[k], next[i * traits.width + k]); }
      }
    }
  });
}

TEST(RoutingContract, RejectsUnsupportedTopologies) {
  auto const rejection = rejection_of(
      [] { routing::bind_packets(Spec::parse("dimension_order"), Machine(make_topology("clex"))); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "dimension_order cannot route on clex");
  EXPECT_EQ(rejection->why, "needs a grid (torus, mesh, hypercube, hyperx, .., sparse_torus, coated_mesh)");
  EXPECT_EQ(rejection->suggestion.substr(0, 7), "valid: ");
  EXPECT_NE(rejection->suggestion.find("clex_direct"), std::string::npos);
  EXPECT_EQ(rejection->suggestion.find("dimension_order"), std::string::npos);
}

}  // namespace
}  // namespace weft

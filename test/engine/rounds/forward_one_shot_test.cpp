#include <gtest/gtest.h>

#include "support/forward_oracle.hpp"
#include "support/random_traffic.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/store_and_forward.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/mesh.hpp"
#include "weft/topology/torus.hpp"

namespace weft::rounds {
namespace {

struct Machine {
  NetworkPtr network;
  RoutingPtr routing;
  ForwardResult run(Traffic const& traffic) const {
    return StoreAndForward().run(*network, *routing, traffic, 1);
  }
};

template <class T>
Machine machine(T const& topology, std::string const& routing = "dimension_order") {
  auto const network = std::make_shared<Network const>(build_network(topology));
  return {network, bind_routing(Spec::parse(routing), topology, {.network = [&] { return network; }})};
}

void expect_same(ForwardResult const& fast, ForwardOracle::Answer const& slow) {
  EXPECT_EQ(fast.rounds, slow.rounds);
  EXPECT_EQ(fast.delivered, slow.delivered);
  EXPECT_EQ(fast.hops, slow.hops);
  EXPECT_EQ(fast.longest_queue, slow.longest_queue);
  EXPECT_EQ(fast.delay.bins(), slow.delay.bins());
}

template <class T>
void compare_on_samples() {
  for (auto const& params : T::samples()) {
    T const topology(params);
    auto const m = machine(topology);
    for (std::uint64_t mean : {0, 1, 5, 200}) {
      SCOPED_TRACE(to_spec(topology).to_string() + " mean " + std::to_string(mean));
      auto const traffic = random_traffic(topology.num_terminals(), mean, 7);
      auto const fast = m.run(traffic);
      EXPECT_EQ(fast.messages, traffic.num_messages());
      EXPECT_EQ(fast.delivered, traffic.num_messages());
      expect_same(fast, ForwardOracle(*m.network, *m.routing).run(traffic));
    }
  }
}

TEST(ForwardOneShot, RingByHand) {
  // Terminal 0 of a ring of 5 sends two messages two hops up and one a hop down; terminal 1 one message one hop up.
  auto const result = machine(Torus({{5}})).run(ListTraffic({{2, 2, 4}, {2}, {}, {3}, {}}));
  // Round 1: 0->1, 0->4 delivered, 1->2 delivered. Round 2: 0->1, 1->2 delivered. Round 3: 1->2 delivered. 3->3: round 0.
  EXPECT_EQ(result.rounds, 3u);
  EXPECT_EQ(result.delivered, 5u);
  EXPECT_EQ(result.hops, 6u);
  EXPECT_EQ(result.longest_queue, 2u);
  EXPECT_EQ(result.delay.bins(), (std::vector<Histogram::Bin>{{0, 1}, {1, 2}, {2, 1}, {3, 1}}));
  ASSERT_EQ(result.loads.size(), 1u);
  EXPECT_EQ(result.loads[0].messages, 6u);
  EXPECT_EQ(result.loads[0].max, 3u);  // 1 -> 2
}

TEST(ForwardOneShot, InputPortsComeInOrder) {
  // On a 3 x 3 torus messages 1 -> 3 and 2 -> 3 meet at router 0 in round 1 and both want port dim1+. That of router 2
  // enters by the minus port 0, that of router 1 by port 1.
  auto const m = machine(Torus({{3, 3}}));
  auto const result = m.run(ListTraffic({{}, {3}, {3}, {}, {}, {}, {}, {}, {}}));
  EXPECT_EQ(result.delay.bins(), (std::vector<Histogram::Bin>{{2, 1}, {3, 1}}));
}

TEST(ForwardOneShot, TorusEqualsOracle) { compare_on_samples<Torus>(); }
TEST(ForwardOneShot, MeshEqualsOracle) { compare_on_samples<Mesh>(); }

TEST(ForwardOneShot, NothingToDo) {
  auto const result = machine(Torus({{4}})).run(ListTraffic({{}, {}, {}, {}}));
  EXPECT_EQ(result.rounds, 0u);
  EXPECT_EQ(result.messages, 0u);
}

TEST(ForwardOneShot, LongQueuesOverflow) {
  auto const m = machine(Mesh({{3}}));
  auto const result = m.run(ListTraffic({std::vector<std::uint32_t>(1000, 2), {}, {}}));
  EXPECT_EQ(result.rounds, 1001u);
  EXPECT_EQ(result.longest_queue, 1000u);
}

TEST(ForwardOneShot, ThreadsDoNotMatter) {
  Torus const torus({{16, 16, 16}});
  auto const m = machine(torus);
  auto const traffic = random_traffic(torus.num_terminals(), 10, 3);
  std::vector<ForwardResult> results;
  for (unsigned const threads : {1, 2, 7}) {
    Threads const limit(threads);
    results.push_back(m.run(traffic));
  }
  for (auto const& result : results) {
    EXPECT_EQ(result.delay.bins(), results[0].delay.bins());
    EXPECT_EQ(result.hops, results[0].hops);
    EXPECT_EQ(result.longest_queue, results[0].longest_queue);
    for (std::size_t i = 0; i < result.loads.size(); ++i)
      EXPECT_EQ(result.loads[i].max, results[0].loads[i].max);
  }
  expect_same(results[0], ForwardOracle(*m.network, *m.routing).run(traffic));
}

}  // namespace
}  // namespace weft::rounds

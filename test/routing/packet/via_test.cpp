#include <gtest/gtest.h>

#include "support/routing_on.hpp"
#include "weft/core/statistics.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

TEST(Valiant, TakesTwoLegs) {
  // The first state of a packet is its intermediate router; each leg is the path of dimension order.
  topology::Torus const torus({{6, 5}});
  auto const valiant = routing_on(torus, "valiant:tie=plus"),
             direct = routing_on(torus, "dimension_order:tie=plus");
  for (std::uint64_t draw_seed = 0; draw_seed < 50; ++draw_seed) {
    RouterId const from{3};
    std::uint32_t to = 22, state = 0;
    valiant.routing->encode({&to, 1});
    std::uint64_t const draw = mix64(draw_seed);
    valiant.routing->start({.at = {&from, 1}, .to = {&to, 1}, .draw = {&draw, 1}, .next_state = {&state, 1}});
    auto const via = valiant.routing->decode(state);
    auto expected = direct.finished(3, via.v).routers();
    auto const second = direct.finished(via.v, 22).routers();
    expected.insert(expected.end(), second.begin() + 1, second.end());
    std::vector<std::uint32_t> passed{3};
    for (RouterId at = from; passed.size() < 30;) {
      PortId port;
      std::uint32_t next = 0;
      valiant.routing->route({.at = {&at, 1},
                              .to = {&to, 1},
                              .state = {&state, 1},
                              .draw = {&draw, 1},
                              .port = {&port, 1},
                              .next_state = {&next, 1}});
      if (port == arrived) break;
      state = next;
      at = torus.neighbor(at, port).router;
      passed.push_back(at.v);
    }
    EXPECT_EQ(passed, expected);
  }
}

TEST(Valiant, DoublesTheMeanDistance) {
  topology::Torus const torus({{8, 8}});  // mean distance 4, itself included
  auto const m = routing_on(torus, "valiant");
  RunningStatistics hops;
  for (std::uint32_t from = 0; from < 64; ++from)
    for (std::uint32_t to = 0; to < 64; ++to)
      if (from != to) hops.add(static_cast<double>(m.finished(from, to, from + to).channels().size()));
  EXPECT_NEAR(hops.mean(), 8, 0.15);
}

TEST(Valiant, LeavesLocalPacketsAlone) {
  EXPECT_TRUE(routing_on(topology::Torus({{8, 8}}), "valiant").finished(5, 5).channels().empty());
}

TEST(Valiant, ServesAnyNetwork) {
  topology::Clex const clex({.m = 4, .levels = 2});
  auto const m = routing_on(clex, "valiant");
  for (std::uint32_t to = 0; to < 16; ++to) EXPECT_EQ(m.finished(6, to, to).at(), RouterId{to});
}

}  // namespace
}  // namespace weft

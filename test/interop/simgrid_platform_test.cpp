// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/simgrid_platform.hpp"

#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/graph_file_of.hpp"

#if WEFT_HAS_SIMGRID
#include <simgrid/s4u.hpp>
#endif

namespace weft {
namespace {

std::string platform_of(GraphFile const& graph) {
  std::string text;
  write_simgrid_platform(graph, {}, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(SimgridPlatform, HasAHostPerTerminalAndALinkPerBidirectionalLink) {
  auto const text = platform_of(graph_file_of(topology::Torus{{.sides = {4, 4}, .concentration = 2}}));
  auto const count = [&](std::string const& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<host "), 32u);
  EXPECT_EQ(count("<router "), 16u);
  EXPECT_EQ(count("<link id=\"l"), 32u);
  EXPECT_EQ(count("<link id=\"t"), 32u);
  EXPECT_EQ(count("<route "), 2u * (32 + 32));
}

TEST(SimgridPlatform, ReportsMergedLinks) {
  GraphFile graph{.vertices = 2, .links = {{0, 1}, {0, 1, 2}, {1, 1}}};
  auto const notes = write_simgrid_platform(graph, {}, [](std::string_view) {});
  EXPECT_EQ(notes,
            (std::vector<std::string>{"without 1 loops", "1 parallel links merged, bandwidths added"}));
  EXPECT_NE(platform_of(graph).find("bandwidth=\"3000000000Bps\""), std::string::npos);
  graph.links[0].latency = 5;
  EXPECT_EQ(write_simgrid_platform(graph, {}, [](std::string_view) {}).front(),
            "without the latencies of the file, which are in cycles: latency= is used");
}

/// Returns the platform of a ring of three on which each terminal reaches the next one over port 1, and the
/// previous one through the next one.
std::string routed_ring() {
  auto const machine = machine_of(topology::Torus{{.sides = {3}}});
  auto const& network = *machine.network();
  std::string text;
  write_simgrid_routes(
      network, {.bandwidth = 5e8},
      [&](TerminalId from) {
        auto const first = network.channel({from.v}, {1}),
                   second = network.channel(network.target(first), {1});
        return std::vector<TerminalRoute>{{{network.target(first).v}, {first}},
                                          {{network.target(second).v}, {first, second}}};
      },
      [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(SimgridRoutes, ListTheirChannels) {
  auto const text = routed_ring();
  EXPECT_NE(text.find("<link id=\"c5\" bandwidth=\"500000000Bps\" latency=\"1e-06s\"/>"), std::string::npos);
  EXPECT_NE(
      text.find("<route src=\"h0\" dst=\"h2\" symmetrical=\"NO\"><link_ctn id=\"i0\"/><link_ctn id=\"c1\"/>"
                "<link_ctn id=\"c3\"/><link_ctn id=\"o2\"/></route>"),
      std::string::npos)
      << text;
}

#if WEFT_HAS_SIMGRID

/// Checks that the number of links that SimGrid finds between two hosts is the number of hops plus the links
/// of the two hosts. SimGrid supports one engine per process, so a child process loads each platform.
void expect_routes(std::string const& platform, std::uint32_t hosts,
                   std::function<std::size_t(std::uint32_t, std::uint32_t)> const& hops) {
  Scratch const scratch;
  auto const file = (scratch / "platform.xml").string();
  write_file(file, platform);
  auto const load = [&] {
    int argc = 2;
    std::string program = "test", quiet = "--log=root.threshold:error";
    char* argv[] = {program.data(), quiet.data(), nullptr};
    simgrid::s4u::Engine engine(&argc, argv);
    engine.load_platform(file);
    engine.seal_platform();
    EXPECT_EQ(engine.get_host_count(), hosts);
    for (std::uint32_t from = 0; from < hosts; ++from)
      for (std::uint32_t to = 0; to < hosts; ++to) {
        if (from == to) continue;
        std::vector<simgrid::s4u::Link*> links;
        double latency = 0;
        engine.host_by_name("h" + std::to_string(from))
            ->route_to(engine.host_by_name("h" + std::to_string(to)), links, &latency);
        EXPECT_EQ(links.size(), hops(from, to) + 2) << from << " -> " << to;
        EXPECT_NEAR(latency, 1e-6 * static_cast<double>(links.size()), 1e-12);
      }
    std::fflush(nullptr);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(load(), testing::ExitedWithCode(0), "");
}

template <class T>
void expect_loaded(T const& topology) {
  expect_routes(platform_of(graph_file_of(topology)), topology.num_terminals(),
                [&](std::uint32_t from, std::uint32_t to) { return topology.distance({from}, {to}); });
}

TEST(SimgridPlatform, IsLoadedBySimGridWithLinks) { expect_loaded(topology::Torus{{.sides = {4, 3}}}); }
TEST(SimgridPlatform, IsLoadedBySimGridWithArcs) { expect_loaded(topology::Clex{{.m = 3, .levels = 2}}); }
TEST(SimgridRoutes, AreUsedEvenIfNotShortest) {
  expect_routes(routed_ring(), 3, [](std::uint32_t from, std::uint32_t to) { return (to + 3 - from) % 3; });
}

#else

TEST(SimgridPlatform, IsLoadedBySimGrid) {
  GTEST_SKIP() << "no SimGrid here: apt-get install libsimgrid-dev";
}

#endif

}  // namespace
}  // namespace weft

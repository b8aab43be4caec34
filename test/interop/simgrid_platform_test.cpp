#include "weft/interop/simgrid_platform.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

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

TEST(SimgridPlatform, HasAHostPerTerminalAndALinkPerLink) {
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

TEST(SimgridPlatform, TellsWhatItMerges) {
  GraphFile graph{.vertices = 2, .links = {{0, 1}, {0, 1, 2}, {1, 1}}};
  auto const notes = write_simgrid_platform(graph, {}, [](std::string_view) {});
  EXPECT_EQ(notes,
            (std::vector<std::string>{"without 1 loops", "1 parallel links merged, bandwidths added"}));
  EXPECT_NE(platform_of(graph).find("bandwidth=\"3000000000Bps\""), std::string::npos);
}

#if WEFT_HAS_SIMGRID

/// SimGrid finds as many links between two hosts as there are hops, and their own two. It has one engine per
/// process, so each platform is loaded by a child.
template <class T>
void expect_loaded(T const& topology) {
  Scratch const scratch;
  auto const file = (scratch / "platform.xml").string();
  write_file(file, platform_of(graph_file_of(topology)));
  auto const load = [&] {
    int argc = 2;
    std::string program = "test", quiet = "--log=root.threshold:error";
    char* argv[] = {program.data(), quiet.data(), nullptr};
    simgrid::s4u::Engine engine(&argc, argv);
    engine.load_platform(file);
    engine.seal_platform();
    EXPECT_EQ(engine.get_host_count(), topology.num_terminals());
    for (std::uint32_t from = 0; from < topology.num_terminals(); ++from)
      for (std::uint32_t to = 0; to < topology.num_terminals(); ++to) {
        if (from == to) continue;
        std::vector<simgrid::s4u::Link*> links;
        double latency = 0;
        engine.host_by_name("h" + std::to_string(from))
            ->route_to(engine.host_by_name("h" + std::to_string(to)), links, &latency);
        EXPECT_EQ(links.size(), topology.distance({from}, {to}) + 2) << from << " -> " << to;
        EXPECT_NEAR(latency, 1e-6 * static_cast<double>(links.size()), 1e-12);
      }
    std::fflush(nullptr);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(load(), testing::ExitedWithCode(0), "");
}

TEST(SimgridPlatform, SimGridLoadsLinks) { expect_loaded(topology::Torus{{.sides = {4, 3}}}); }
TEST(SimgridPlatform, SimGridLoadsArcs) { expect_loaded(topology::Clex{{.m = 3, .levels = 2}}); }

#else

TEST(SimgridPlatform, SimGridLoadsIt) { GTEST_SKIP() << "no SimGrid here: apt-get install libsimgrid-dev"; }

#endif

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/export/export.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// Channels of unequal bandwidths. The files are small; the sums in the comments are computed by hand.
namespace weft::verb {
namespace {

std::string channel_file(char const* name) {
  return WEFT_SOURCE_DIR "/test/data/channels/" + std::string(name);
}
std::string channel_network(char const* name) { return "file:path=" + channel_file(name); }

/// Returns the row of the bottleneck.
std::size_t row_of_bottleneck(Result const& result) {
  auto const& table = result.table("throughput");
  std::size_t row = 0;
  while (table.at(row, "bottleneck").exact_text().empty()) ++row;
  return row;
}

double min_throughput(Result const& result) {
  return result.table("throughput").at(row_of_bottleneck(result), "throughput").number();
}

Load::Params pattern_on(std::string const& topology, std::string const& pattern) {
  Load::Params params;
  params.topology = topology;
  params.pattern = pattern;
  return params;
}

/// Tasks 0, 1, 2 send 4 + 1 units, 5/3 on average: the loads are 2.4 on the channel of bandwidth 10 and 0.6
/// on the channel of bandwidth 1, which is the bottleneck: 1 / 0.6.
TEST(LoadBandwidths, MatchTheChannels) {
  auto params = pattern_on(channel_network("bw10_1.txt"), "matrix:file=" + channel_file("m41.mtx"));
  params.grid = {3};
  params.times.bytes = 1e9;
  params.times.bandwidth = 1e9;
  auto const result = run<Load>(params);
  EXPECT_DOUBLE_EQ(min_throughput(result), 1 / 0.6);
  auto const& table = result.table("throughput");
  ASSERT_EQ(table.rows.size(), 2u) << "a row for each bandwidth";
  EXPECT_EQ(table.at(0, "bandwidth").number(), 1);
  EXPECT_DOUBLE_EQ(table.at(0, "max_load").number(), 0.6);
  EXPECT_EQ(table.at(1, "bandwidth").number(), 10);
  EXPECT_DOUBLE_EQ(table.at(1, "max_load").number(), 2.4);
  EXPECT_EQ(row_of_bottleneck(result), 0u);
  EXPECT_EQ(result.table("fullest").at(0, "channel").exact_text(), "1 -> 2 (port 1)");
  EXPECT_DOUBLE_EQ(result.table("time").at(0, "carrying").number(), 0.6) << "0.6 GB at 1 GB/s";
}

/// The example of docs/concepts/channel-classes.md: one of five vertices sends 4/5 to the others over a link
/// of bandwidth 0.1.
TEST(LoadBandwidths, MatchTheExampleOfTheDocs) {
  auto const result =
      run<Load>(pattern_on("file:path=" WEFT_SOURCE_DIR "/test/data/graphs/bandwidths.csv", "all_to_all"));
  EXPECT_DOUBLE_EQ(min_throughput(result), 0.125);
  std::set<std::pair<double, double>> bins;
  auto const& histogram = result.table("histogram");
  for (std::size_t row = 0; row < histogram.rows.size(); ++row)
    bins.emplace(histogram.at(row, "bandwidth").number(), histogram.at(row, "from").number());
  EXPECT_EQ(bins.size(), histogram.rows.size()) << "a bin of each bandwidth has a row";
}

/// Each of 8 hosts sends to all 8, including itself, over NVSwitch 8: 7/8 over a channel of bandwidth 24.
/// Paths through the other switches, of bandwidth 1, are longer.
TEST(LoadBandwidths, AreReadFromGraphml) {
  EXPECT_DOUBLE_EQ(min_throughput(run<Load>(pattern_on(channel_network("simai18.graphml"), "all_to_all"))),
                   24 / 0.875);
}

/// Two terminals, half of the traffic crosses the link: 3 / 0.5.
TEST(LoadBandwidths, AreReadFromEveryFormat) {
  for (char const* name : {"w3.graph", "w3.mtx", "wclass.graphml"})
    EXPECT_DOUBLE_EQ(min_throughput(run<Load>(pattern_on(channel_network(name), "all_to_all"))), 6) << name;
  EXPECT_DOUBLE_EQ(min_throughput(run<Load>(pattern_on(channel_network("w3.chaco"), "all_to_all"))), 7)
      << "3.5 / 0.5";
}

/// 0 - 1 over links of bandwidth 1 and 3 that share the traffic equally, 1 - 2 over a link of 4. In an
/// all-to-all of three tasks, 2/3 cross each pair of routers in each direction, 1/3 each parallel link: 1 /
/// (1/3).
TEST(LoadBandwidths, ApplyToParallelLinksSeparately) {
  EXPECT_DOUBLE_EQ(min_throughput(run<Load>(pattern_on(channel_network("par_bw.txt"), "all_to_all"))), 3);
}

/// A catalog topology and its export have the same loads.
TEST(LoadBandwidths, SurviveExport) {
  Scratch const scratch;
  auto const path = (scratch / "clex.graphml").string();
  std::string const clex = "clex:m=4,levels=2,bandwidth=1x3";
  run<Export>({.topology = clex, .output = path});
  for (auto const& topology : {clex, "file:path=" + path}) {
    auto params = pattern_on(topology, "all_to_all");
    params.routing = "minimal";
    params.grid = {16};
    EXPECT_NEAR(min_throughput(run<Load>(params)), 16.0 / 3, 1e-9) << topology;
  }
}

/// Two communicating tasks are placed at the ends of the channel of bandwidth 10.
TEST(LoadBandwidths, GuideMappings) {
  Map::Params params;
  params.topology = channel_network("bw1_10.txt");
  params.pattern = "matrix:file=" + channel_file("p2.mtx");
  params.grid = {2};
  for (char const* mapping : {"best", "local_search:moves=1000"}) {
    params.mapping = mapping;
    auto const result = run<Map>(params);
    auto const& placement = *result.find_array("placement");
    EXPECT_EQ(placement.number(0) + placement.number(1), 3) << mapping << ": routers 1 and 2";
  }
}

/// The trunk of slowtrunk.ibnet is 4xDDR: 4 lanes of 4 Gbit/s of data, 2 GB/s. Hosts have 4xEDR, 12.5 GB/s.
TEST(FabricRates, DetermineTimes) {
  auto const trunk = channel_network("slowtrunk.ibnet");
  for (char const* bandwidth : {"12.5GB/s", "1GB/s"}) {
    auto const result =
        run<Simulate>({.topology = trunk,
                       .traffic = "timed_messages:file=" + channel_file("one.csv"),
                       .engine = std::string("flow:alpha=0,beta=0,base=0,bandwidth=") + bandwidth});
    EXPECT_NEAR(result.table("summary").at(0, "last_finish").number(), 0.5, 1e-9) << "1 GB at 2 GB/s";
    EXPECT_EQ(result.notes.size(), bandwidth == std::string("1GB/s") ? 1u : 0u);
  }
  auto params = pattern_on(trunk, "all_to_all");
  params.times.bytes = 1e9;
  EXPECT_DOUBLE_EQ(run<Load>(params).table("time").at(0, "carrying").number(), 0.25)
      << "half of 1 GB crosses the trunk; no --bandwidth is needed";
  params.times.bandwidth = 12.5e9;
  EXPECT_DOUBLE_EQ(run<Load>(params).table("time").at(0, "carrying").number(), 0.25);
  EXPECT_DOUBLE_EQ(min_throughput(run<Load>(params)), 0.16 / 0.5) << "of the rate of a host";
  EXPECT_NEAR(run<Replay>({.topology = trunk,
                           .program = "operation:of=broadcast,bytes=1GB",
                           .engine = "flow:alpha=0,beta=0,base=0"})
                  .table("summary")
                  .at(0, "end")
                  .number(),
              0.5, 1e-9);
}

/// Terminals have the rates of their cables.
TEST(FabricRates, MatchHostCables) {
  auto const network = make_topology(channel_network("slowtrunk.ibnet"))->network({});
  EXPECT_EQ(network.unit_rate(1), 12.5e9) << "4xEDR";
  EXPECT_DOUBLE_EQ(network.bandwidth({0}), 0.16) << "16 of 100 Gbit/s";
  EXPECT_EQ(network.terminal_bandwidth({0}), 1);
}

TEST(FabricRates, AreExportedToSimGridPlatforms) {
  Scratch const scratch;
  auto const path = (scratch / "platform.xml").string();
  for (bool const routes : {false, true}) {
    run<Export>({.topology = channel_network("slowtrunk.ibnet"), .routes = routes, .output = path});
    std::ifstream in(path);
    std::string const text(std::istreambuf_iterator<char>(in), {});
    EXPECT_NE(text.find("bandwidth=\"2000000000Bps\""), std::string::npos) << "the trunk";
    EXPECT_NE(text.find("bandwidth=\"12500000000Bps\""), std::string::npos) << "the hosts";
  }
}

}  // namespace
}  // namespace weft::verb

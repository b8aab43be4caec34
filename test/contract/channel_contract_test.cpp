// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/collective/algorithm.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/export/export.hpp"
#include "weft/verb/judge/judge.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/show/show.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// Contract of channels: in a network with unequal channels, every engine finds the single bottleneck of a
/// message between two terminals. The message needs its bytes divided by the rate of the slowest channel on
/// its path, computed here by hand. The latency of a few hops is below the tolerance.
namespace weft::verb {
namespace {

constexpr double given_rate = 1e9;  ///< bytes/s of a channel of bandwidth 1 if the network specifies no rates

struct UnequalChannels {
  char const* name;
  char const* topology;
  std::uint32_t from, to;
  double slowest;             ///< bandwidth of the slowest channel on the path
  double unit = given_rate;   ///< bytes/s of bandwidth 1
  double judged = 0;          ///< maximum over the channels of routes of all pairs / bandwidth; 0: no cables
  char const* plain = "";     ///< for engine flit: the same links, all of bandwidth 1
  char const* channels = "";  ///< for engine flit: a file with the bandwidths of the channels
  double rate() const { return slowest * unit; }
};

#define CHANNEL_FILES WEFT_SOURCE_DIR "/test/data/channels/"

/// The chain of three routers has bandwidths 8 and 2. Two pairs cross the slow channel in each direction: 2 /
/// 2.
UnequalChannels const unequal_networks[] = {
    {"edge_list", "file:path=" CHANNEL_FILES "chain.txt", 0, 2, 2, given_rate, 1},
    {"names", "file:path=" CHANNEL_FILES "chain.csv", 0, 2, 2, given_rate, 1},
    {"metis", "file:path=" CHANNEL_FILES "chain.graph", 0, 2, 2, given_rate, 1},
    {"chaco", "file:path=" CHANNEL_FILES "chain.chaco", 0, 2, 2, given_rate, 1},
    {"matrix_market", "file:path=" CHANNEL_FILES "chain.mtx", 0, 2, 2, given_rate, 1},
    {"graphml", "file:path=" CHANNEL_FILES "chain.graphml", 0, 2, 2, given_rate, 1},
    {"channel_file", "file:path=" CHANNEL_FILES "chain.txt", 0, 2, 2, given_rate, 1,
     "file:path=" CHANNEL_FILES "plain.txt", CHANNEL_FILES "chain_channels.csv"},
    // 64 and 16 Gbit/s, relative to the fastest link; rates in a file apply for any `bandwidth`
    {"rates_in_graphml", "file:path=" CHANNEL_FILES "chain.zoo.graphml", 0, 2, 0.25, 8e9, 8},
    // hosts at 4xQDR (32 Gbit/s of data), one trunk at 4xEDR, one at 4xDDR: 16 / 32
    {"fabric", "file:path=" CHANNEL_FILES "chain.ibnet", 0, 2, 0.5, 4e9, 4},
    // up and down through the root, over links of capacity 1 and 1/2; 4 pairs cross each link of the root
    {"leiserson_fat_tree", "leiserson_fat_tree:leaves=4,growth=0.5", 0, 3, 0.5, given_rate, 8},
    // two routers of one copy of level 1; the level-2 channels of router 1 lead to the other copy
    {"clex", "clex:m=2,levels=2,bandwidth=0.5x2", 1, 0, 0.5},
};

#undef CHANNEL_FILES

class ChannelContract : public testing::TestWithParam<UnequalChannels> {
 protected:
  static std::uint32_t terminals() {
    return static_cast<std::uint32_t>(make_topology(GetParam().topology)->num_terminals());
  }
  std::string written(char const* name, std::string const& text) const {
    std::ofstream(scratch_ / name) << text;
    return (scratch_ / name).string();
  }
  Scratch scratch_;
};

/// Returns the bottleneck rate of a message in bytes/s, as an engine measures it. There is no general
/// definition: the test does not compile if an engine of the catalog has no specialization.
template <class Engine>
struct RateOn;

struct OneMessage {
  UnequalChannels const& network;
  std::uint32_t terminals;
  std::function<std::string(char const*, std::string const&)> written;

  std::string timed(double bytes) const {
    return "timed_messages:file=" + written("timed.csv", fmt::format("from,to,bytes,start\n{},{},{},0\n",
                                                                     network.from, network.to, bytes));
  }
  Result simulate(std::string const& topology, std::string const& traffic, std::string const& engine) const {
    return run<Simulate>({.topology = topology, .routing = "minimal", .traffic = traffic, .engine = engine});
  }
};

template <>
struct RateOn<FlowEngine> {
  static double of(OneMessage const& it) {
    auto const result =
        it.simulate(it.network.topology, it.timed(1e9),
                    fmt::format("flow:bandwidth={},alpha=0,beta=0,base=0,terminals=free", given_rate));
    return 1e9 / result.table("summary").at(0, "last_finish").number();
  }
};

template <>
struct RateOn<FlitEngine> {
  static double of(OneMessage const& it) {
    bool const by_file = *it.network.plain != '\0';
    auto const result = it.simulate(
        by_file ? it.network.plain : it.network.topology, it.timed(64e3),
        fmt::format("flit:bandwidth={}{}{}", given_rate, by_file ? ",channels=" : "", it.network.channels));
    return 64e3 / result.table("summary").at(0, "last_finish").number();
  }
};

template <>
struct RateOn<LoadEngine> {
  static double of(OneMessage const& it) {
    auto const matrix = it.written(
        "one.mtx", fmt::format("%%MatrixMarket matrix coordinate integer general\n{0} {0} 1\n{1} {2} 1\n",
                               it.terminals, it.network.from + 1, it.network.to + 1));
    Load::Params request;
    request.topology = it.network.topology;
    request.routing = "minimal";
    request.pattern = "matrix:file=" + matrix;
    request.grid = {it.terminals};
    request.times.bytes = 1e9 / it.terminals;  // of the mean task
    request.times.bandwidth = given_rate;
    return 1e9 / run<Load>(request).table("time").at(0, "carrying").number();
  }
};

template <>
struct RateOn<RoundsEngine> {
  /// A channel of bandwidth 1 carries a message per round.
  static double of(OneMessage const& it) {
    constexpr int messages = 640;
    auto const list =
        it.written("messages", fmt::format("{} {} {}\n", it.network.from, it.network.to, messages));
    auto const result = it.simulate(it.network.topology, "message_list:file=" + list, "rounds");
    return messages / result.table("summary").at(0, "makespan").number() * it.network.unit;
  }
};

TEST_P(ChannelContract, EveryEngineOfTheCatalogFindsTheSlowestChannel) {
  OneMessage const it{GetParam(), terminals(),
                      [this](char const* name, std::string const& text) { return written(name, text); }};
  Engines::for_each([&]<class Engine>(std::type_identity<Engine>) {
    EXPECT_NEAR(RateOn<Engine>::of(it) / GetParam().rate(), 1, 0.02) << Engine::name;
  });
}

/// Flows and flits take the pace of each channel on the path into account.
TEST_P(ChannelContract, ASingleMessageHasNoSlowdown) {
  OneMessage const it{GetParam(), terminals(),
                      [this](char const* name, std::string const& text) { return written(name, text); }};
  for (char const* const engine : {"flow:alpha=0,beta=0,base=0,terminals=free", "flit"}) {
    auto const result = it.simulate(GetParam().topology, it.timed(64e3), engine);
    EXPECT_NEAR(result.table("completion").at(1, "max").number(), 1, 0.02) << engine;
  }
}

TEST_P(ChannelContract, ReplayFindsTheSlowestChannelWithFlowsAndFlits) {
  auto const& it = GetParam();
  auto const program = [&](int bytes) {
    std::string text = fmt::format("num_ranks {}\n", terminals());
    for (std::uint32_t rank = 0; rank < terminals(); ++rank)
      text += fmt::format("rank {} {{\n{}}}\n", rank,
                          rank == it.from ? fmt::format("l1: send {}b to {} tag 0\n", bytes, it.to)
                          : rank == it.to ? fmt::format("l1: recv {}b from {} tag 0\n", bytes, it.from)
                                          : "");
    return "goal:file=" + written("one.goal", text);
  };
  auto const rate = [&](int bytes, std::string const& engine) {
    auto const result = run<Replay>(
        {.topology = it.topology, .program = program(bytes), .routing = "minimal", .engine = engine});
    return bytes / result.table("summary").at(0, "end").number();
  };
  auto const flow = fmt::format("flow:bandwidth={},alpha=0,beta=0,base=0,terminals=free", given_rate);
  EXPECT_NEAR(rate(1000000000, flow) / it.rate(), 1, 0.02);
  EXPECT_NEAR(rate(64000, fmt::format("flit:bandwidth={}", given_rate)) / it.rate(), 1, 0.02);
}

/// A broadcast to a single receiver, in many packets.
TEST_P(ChannelContract, CollectiveFindsTheSlowestChannel) {
  auto const& it = GetParam();
  Collective::Params request;
  request.operation = collective::Operation::broadcast;
  request.topology = it.topology;
  request.algorithm = "single_tree";
  request.bytes = "1000000000";
  request.packets = "1024";
  request.alpha = 0;
  request.bandwidth = given_rate;
  request.root = it.from;
  request.receivers = fmt::format("{0}..{0}", it.to);
  auto const seconds = run<Collective>(request).table("collective").at(0, "time").number();
  EXPECT_NEAR(1e9 / seconds / it.rate(), 1, 0.02);
}

/// `judge` counts routes or, if `weighted`, routes divided by bandwidth.
TEST_P(ChannelContract, JudgeDividesRoutesByBandwidthOnRequest) {
  auto const& it = GetParam();
  if (it.judged == 0) GTEST_SKIP() << "channels without a reverse are no cables";
  auto const result = run<Judge>({.topology = it.topology, .routings = "layered", .weighted = true});
  EXPECT_DOUBLE_EQ(result.table("routings").at(0, "load_max_weighted").number(), it.judged);
}

/// GraphML preserves the bandwidths and rates of the network.
TEST_P(ChannelContract, RoundTripsThroughExport) {
  auto const& it = GetParam();
  auto const path = scratch_ / "again.graphml";
  run<Export>({.topology = it.topology, .output = path.string()});
  auto const before = make_topology(it.topology)->network({}),
             after = make_topology("file:path=" + path.string())->network({});
  ASSERT_EQ(before.num_channels(), after.num_channels());
  EXPECT_EQ(before.unit_rate(0), after.unit_rate(0));
  for (std::uint32_t e = 0; e < before.num_terminals(); ++e)
    EXPECT_EQ(before.terminal_bandwidth({e}), after.terminal_bandwidth({e}));
  auto const sorted = [](Network const& network) {
    std::vector<std::tuple<std::uint32_t, std::uint32_t, double>> all;
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      all.emplace_back(network.source({c}).v, network.target({c}).v, network.bandwidth({c}));
    std::ranges::sort(all);
    return all;
  };
  EXPECT_EQ(sorted(before), sorted(after));
}

/// Each row of the table of classes contains the bandwidth of its channels.
TEST_P(ChannelContract, ShowHasARowForEachBandwidth) {
  auto const result = run<Show>({.topology = GetParam().topology});
  auto const& table = result.table("channels");
  auto const network = make_topology(GetParam().topology)->network({});
  std::map<double, double> shown, counted;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    shown[table.at(row, "bandwidth").number()] += table.at(row, "channels").number();
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) ++counted[network.bandwidth({c})];
  EXPECT_EQ(shown, counted);
}

INSTANTIATE_TEST_SUITE_P(All, ChannelContract, testing::ValuesIn(unequal_networks),
                         [](auto const& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace weft::verb

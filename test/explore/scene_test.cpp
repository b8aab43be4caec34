// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "explore/asking.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/layout.hpp"

namespace weft::explore {
namespace {

using Values = std::vector<double>;

test::Bundle scene(std::string const& topology, std::string const& more = {}) {
  auto bundle = ask("scene:topology=\"" + topology + "\"" + more);
  EXPECT_FALSE(bundle.header.contains("error")) << topology << ": " << bundle.header;
  return bundle;
}

/// Checks that all positions are finite and distinct.
void expect_distinct(Values const& position, std::string const& what) {
  std::set<std::tuple<double, double, double>> places;
  for (std::size_t i = 0; i < position.size(); i += 3) {
    ASSERT_TRUE(std::isfinite(position[i]) && std::isfinite(position[i + 1]) &&
                std::isfinite(position[i + 2]))
        << what;
    places.insert({position[i], position[i + 1], position[i + 2]});
  }
  EXPECT_EQ(places.size(), position.size() / 3) << what;
}

void expect_channels_of(Network const& network, test::Bundle const& it, std::string const& what) {
  auto const channels = network.num_channels();
  auto const &first = it.values("first_channel"), &target = it.values("target"),
             &channel_class = it.values("channel_class");
  ASSERT_EQ(target.size(), channels) << what;
  ASSERT_EQ(channel_class.size(), channels) << what;
  ASSERT_EQ(it.arrays.contains("reverse"), network.is_bidirectional()) << what;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    ASSERT_EQ(first[r], network.channel({r}, {0}).v) << what;
  for (std::uint32_t c = 0; c < channels; ++c) {
    ASSERT_EQ(target[c], network.target({c}).v) << what;
    ASSERT_EQ(channel_class[c], network.class_of({c}).v) << what;
    if (!network.is_bidirectional()) continue;
    ASSERT_EQ(it.values("reverse")[c], network.reverse({c}).v) << what;
  }
}

void expect_routers_of(AnyTopology const& topology, Network const& network, test::Bundle const& it,
                       std::string const& what) {
  auto const &first = it.values("first_terminal"), &kind = it.values("kind");
  ASSERT_EQ(kind.size(), network.num_routers()) << what;
  bool const listed = it.arrays.contains("terminal");
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    auto const [terminal, count] = network.terminals_at({r});
    ASSERT_EQ(first[r + 1] - first[r], count) << what;
    for (std::uint32_t i = 0; i < count; ++i) {
      auto const place = first[r] + i;
      ASSERT_EQ(listed ? it.values("terminal")[static_cast<std::size_t>(place)] : place, terminal.v + i)
          << what;
    }
    ASSERT_EQ(kind[r], topology.is_node({r}) ? 2 : count > 0 ? 0 : 1) << what;
  }
  EXPECT_EQ(first.back(), network.num_terminals()) << what;
}

/// Checks that each channel between blocks is in the bundle of its blocks, and that the bundles count their
/// channels.
void expect_bundles(test::Bundle const& it, std::string const& what) {
  auto const& header = it.header["scene"];
  std::size_t const blocks = header["blocks"];
  bool const two_way = header["bidirectional"];
  auto const &block = it.values("block"), &ends = it.values("bundle_ends"),
             &of = it.values("bundle_of_channel"), &first = it.values("first_channel"),
             &target = it.values("target");
  ASSERT_LE(blocks, 4096U) << what;
  ASSERT_EQ(std::set<double>(block.begin(), block.end()).size(), blocks) << what;
  EXPECT_FALSE(header["block_note"].get<std::string>().empty());
  Values count(ends.size() / 2, 0);
  std::set<std::pair<double, double>> pairs;
  for (std::size_t i = 0; i < count.size(); ++i) pairs.insert({ends[2 * i], ends[2 * i + 1]});
  EXPECT_EQ(pairs.size(), count.size()) << what;
  for (std::size_t r = 0; r + 1 < first.size(); ++r)
    for (auto c = static_cast<std::size_t>(first[r]); c < first[r + 1]; ++c) {
      auto a = block[r], b = block[static_cast<std::size_t>(target[c])];
      if (a == b) {
        ASSERT_EQ(of[c], 4294967295.0) << what;
        continue;
      }
      if (two_way && a > b) std::swap(a, b);
      auto const bundle = static_cast<std::size_t>(of[c]);
      ASSERT_LT(bundle, count.size()) << what;
      ASSERT_EQ(std::pair(ends[2 * bundle], ends[2 * bundle + 1]), std::pair(a, b)) << what;
      ++count[bundle];
    }
  EXPECT_EQ(count, it.values("bundle_count")) << what;
  EXPECT_EQ(it.values("bundle_class").size(), count.size()) << what;
}

/// Checks that the two directions of a link are drawn as one line.
void expect_shapes(test::Bundle const& it, std::string const& what) {
  if (!it.arrays.contains("reverse")) return;
  auto const& reverse = it.values("reverse");
  for (std::size_t c = 0; c < reverse.size(); ++c) {
    auto const back = static_cast<std::size_t>(reverse[c]);
    if (back == c) continue;
    bool const bends = it.arrays.contains("bend");
    ASSERT_TRUE(!bends || it.values("bend")[c] == -it.values("bend")[back]) << what;
    if (!it.arrays.contains("cut_end")) continue;
    auto const& cut_end = it.values("cut_end");
    ASSERT_EQ(cut_end[2 * c], -cut_end[2 * back]) << what;
    ASSERT_EQ(cut_end[2 * c + 1], -cut_end[2 * back + 1]) << what;
  }
}

TEST(Scene, ContainsEveryRouterAndChannelOfEveryTopology) {
  for (auto const& spec : small_topologies()) {
    auto const topology = make_topology(spec);
    auto const network = topology->network({});
    for (char const* arrangement : {"structure", "room", "free"}) {
      auto const what = spec + ", " + arrangement;
      if (network.num_routers() > 300 && arrangement == std::string("free")) continue;  // takes long
      auto const it = scene(spec, std::string(",arrangement=") + arrangement);
      auto const& header = it.header["scene"];
      EXPECT_EQ(header["topology"], topology->spec(true));
      EXPECT_EQ(header["title"], topology->spec(false));
      EXPECT_EQ(header["routers"], network.num_routers());
      EXPECT_EQ(header["terminals"], network.num_terminals());
      EXPECT_EQ(header["channels"], network.num_channels());
      EXPECT_EQ(header["arrangement"], arrangement);
      EXPECT_EQ(header["whole"], true);
      ASSERT_EQ(it.values("position").size(), 3 * network.num_routers()) << what;
      EXPECT_EQ(it.values("part").size(), header["parts"].size() * network.num_routers()) << what;
      expect_distinct(it.values("position"), what);
      expect_routers_of(*topology, network, it, what);
      expect_channels_of(network, it, what);
      EXPECT_FALSE(it.arrays.contains("channel_failed"));
      expect_shapes(it, what);
      if (header["blocks"] == 0) continue;
      expect_bundles(it, what);
      if (arrangement == std::string("structure"))
        expect_distinct(it.values("block_position"), what + ", blocks");
    }
  }
}

TEST(Scene, LaysOutThreeDimensionalGridsInSpace) {
  auto const it = scene("mesh:sides=2x3x4");
  EXPECT_EQ(it.header["scene"]["dimensions"], 3);
  EXPECT_EQ(it.header["scene"]["style"], "grid");
  auto const& position = it.values("position");
  for (std::size_t r = 0; r < 24; ++r) {
    EXPECT_EQ(position[3 * r], r % 2);
    EXPECT_EQ(position[3 * r + 1], r / 2 % 3);
    EXPECT_EQ(position[3 * r + 2], r / 6);
  }
}

TEST(Scene, LaysOutTwoDimensionalGridsInThePlaneAndCutsWraparoundChannels) {
  for (char const* spec : {"torus:sides=5x4", "torus:sides=60x50"}) {  // with and without links
    auto const it = scene(spec);
    EXPECT_EQ(it.header["scene"]["dimensions"], 2);
    auto const& position = it.values("position");
    auto const &first = it.values("first_channel"), &target = it.values("target"),
               &cut_end = it.values("cut_end");
    for (std::size_t r = 0; r + 1 < first.size(); ++r)
      for (auto c = static_cast<std::size_t>(first[r]); c < first[r + 1]; ++c) {
        auto const to = static_cast<std::size_t>(target[c]);
        auto const length =
            std::hypot(position[3 * r] - position[3 * to], position[3 * r + 1] - position[3 * to + 1]);
        EXPECT_EQ(cut_end[2 * c] != 0 || cut_end[2 * c + 1] != 0, length > 1.5) << spec;
      }
  }
}

TEST(Scene, MatchesTheLayoutInPitchesInTheRoomArrangement) {
  auto const it = scene("dragonfly", ",arrangement=room,layout=\"pitch=0.25,rack=2\"");
  EXPECT_EQ(it.header["scene"]["dimensions"], 3);
  auto const layout = make_topology("dragonfly")->layout({.pitch = 0.25, .rack = 2});
  auto const& position = it.values("position");
  for (std::uint32_t r = 0; 3 * r < position.size(); ++r)
    for (std::size_t axis = 0; axis < 3; ++axis)
      ASSERT_EQ(position[3 * r + axis], layout.position({r})[axis] / 0.25);
}

TEST(Scene, RepresentsGroupsAsParts) {
  auto const it = scene("dragonfly:p=2,a=4,h=2");
  EXPECT_EQ(it.header["scene"]["parts"], (nlohmann::json{"group"}));
  for (std::size_t r = 0; r < 36; ++r) EXPECT_EQ(it.values("part")[r], r / 4);
  EXPECT_EQ(scene("percs:supernodes=4,links=4").header["scene"]["parts"][0], "supernode");
  EXPECT_EQ(scene("kary_ntree:arity=2,levels=3").header["scene"]["parts"], (nlohmann::json{"stage"}));
}

/// Racks are the columns of the room: routers with equal places on the floor, and only these.
TEST(Scene, NumbersRacksByTheirPlaceInTheRoom) {
  for (auto const* topology : {"dragonfly:p=2,a=6,h=3", "kary_ntree:arity=4,levels=3", "slim_fly:q=5"}) {
    auto const it = scene(topology, ",arrangement=room");
    auto const &rack = it.values("rack"), &position = it.values("position");
    ASSERT_EQ(rack.size() * 3, position.size()) << topology;
    std::map<double, std::pair<double, double>> places;
    std::map<double, int> sizes;
    for (std::size_t r = 0; r < rack.size(); ++r) {
      std::pair const place{position[3 * r + 1], position[3 * r]};
      EXPECT_EQ(places.emplace(rack[r], place).first->second, place) << topology << " router " << r;
      EXPECT_LE(++sizes[rack[r]], 4) << topology;
    }
    EXPECT_EQ(places.rbegin()->first + 1, places.size()) << topology << ": numbers without gaps";
    std::vector<std::pair<double, double>> order;
    for (auto const& [number, place] : places) order.push_back(place);
    EXPECT_TRUE(std::ranges::is_sorted(order)) << topology << ": row by row";
    EXPECT_EQ(std::set(order.begin(), order.end()).size(), order.size()) << topology;
    EXPECT_EQ(scene(topology).values("rack"), rack) << topology << ": in every arrangement";
  }
  EXPECT_EQ(scene("dragonfly:p=2,a=6,h=3", ",layout=\"rack=2\"").values("rack").back(), 56);
  for (auto const* topology : {"torus:sides=4x4x4", "ring:routers=9", "clex:m=4,levels=3"})
    EXPECT_FALSE(scene(topology).arrays.contains("rack")) << topology;
  EXPECT_FALSE(scene("dragonfly", ",layout=\"rack=1\"").arrays.contains("rack"));
}

TEST(Scene, MarksFailedParts) {
  auto const it = scene("torus:sides=8x8x16", ",fail=12-13+40");
  auto const network = make_topology("torus:sides=8x8x16")->network({.fail = "12-13+40"});
  double failed = 0, counted = 0;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    ASSERT_EQ(it.values("channel_failed")[c], network.channel_failed({c}) ? 1 : 0);
    failed += it.values("channel_failed")[c];
    if (it.values("bundle_of_channel")[c] != 4294967295.0 && !network.channel_failed({c})) ++counted;
  }
  EXPECT_EQ(failed, 14);
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) ASSERT_EQ(it.values("kind")[r], r == 40 ? 3 : 0);
  double sum = 0;
  for (auto const count : it.values("bundle_count")) sum += count;
  EXPECT_EQ(sum, counted);
  EXPECT_NE(it.header["scene"]["facts"].get<std::string>().find("some failed"), std::string::npos);
}

TEST(Scene, HasNoBlocksForSmallNetworks) {
  auto const small = scene("torus:sides=16x32"), large = scene("torus:sides=16x33");
  EXPECT_EQ(small.header["scene"]["blocks"], 0);
  EXPECT_FALSE(small.arrays.contains("block"));
  EXPECT_GT(large.header["scene"]["blocks"], 16);
  EXPECT_LT(large.header["scene"]["blocks"], 100);
}

TEST(Scene, DividesAGridIntoBlocksOfEqualSize) {
  auto const it = scene("torus:sides=16x16x16");
  EXPECT_EQ(it.header["scene"]["block_note"], "Each circle stands for a block of 4 x 4 x 4 routers");
  std::map<double, int> routers;
  for (auto const block : it.values("block")) ++routers[block];
  EXPECT_EQ(routers.size(), 64U);
  for (auto const& [block, count] : routers) EXPECT_EQ(count, 64) << block;
  // 17 has no divisor: the last block of a side is smaller.
  EXPECT_EQ(scene("torus:sides=17x17x17").header["scene"]["block_note"],
            "Each circle stands for a block of 3 x 3 x 3 routers");
}

/// Returns the bytes of names, each terminated by a zero.
std::string letters_of(Values const& values) {
  std::string text;
  for (auto const value : values) text += value == 0 ? '|' : static_cast<char>(value);
  return text;
}

TEST(Scene, ContainsTheNamesInTheFile) {
  auto const it = scene("file:path=" WEFT_SOURCE_DIR "/test/data/graphs/fabric.ibnet");
  EXPECT_EQ(letters_of(it.values("router_names")), "leaf one|leaf two|spine|");
  EXPECT_EQ(letters_of(it.values("terminal_names")), "node one HCA-1|node two HCA-1|node three HCA-1|");
  EXPECT_EQ(it.values("channel_port"), (Values{10, 11, 10, 1, 2, 3}));
  EXPECT_EQ(it.values("terminal_port"), (Values{1, 2, 1}));
  EXPECT_FALSE(scene("ring:routers=4").arrays.contains("router_names"));
}

TEST(Scene, RejectsNetworksThatAreTooLarge) {
  auto const large = ask("scene:topology=\"torus:sides=1000x1000x1000\"").header["error"];
  EXPECT_EQ(large["kind"], "input");
  EXPECT_EQ(large["parameter"], "topology");
  EXPECT_NE(large["why"].get<std::string>().find("10000000"), std::string::npos);
  auto const free = ask("scene:topology=\"torus:sides=400x400\",arrangement=free").header["error"];
  EXPECT_EQ(free["parameter"], "arrangement");
  EXPECT_EQ(ask("scene:arrangements=room").header["error"]["suggestion"], "did you mean 'arrangement'?");
  EXPECT_EQ(ask("scene:arrangement=rom").header["error"]["suggestion"], "did you mean 'room'?");
  EXPECT_EQ(ask("scene:topology=toruss").header["error"]["suggestion"], "did you mean 'torus'?");
  EXPECT_EQ(ask("scene:topology=ring,fail=99").header["error"]["kind"], "input");
}

TEST(SceneSlow, ContainsOnlyBlocksAboveTheLimit) {
  auto const it = scene("torus:sides=112x112x112");
  EXPECT_EQ(it.header["scene"]["whole"], false);
  EXPECT_FALSE(it.arrays.contains("target"));
  EXPECT_FALSE(it.arrays.contains("bundle_of_channel"));
  std::size_t const blocks = it.header["scene"]["blocks"];
  EXPECT_EQ(blocks, 4096U);  // of 7 x 7 x 7
  EXPECT_EQ(it.values("bundle_count").size(), 3 * blocks);
  for (auto const count : it.values("bundle_count")) ASSERT_EQ(count, 2 * 7 * 7);
  EXPECT_EQ(it.values("position").size(), std::size_t{3 * 112 * 112 * 112});
}

}  // namespace
}  // namespace weft::explore

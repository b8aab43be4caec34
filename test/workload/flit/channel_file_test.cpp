// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/channel_file.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/io/given_text.hpp"

namespace weft {
namespace {

/// A ring of three routers with one double link: router 0 has ports 0 and 1 to router 1 and port 2 to router
/// 2.
struct Ring {
  GivenText graph{"ring.txt", "0 1\n0 1\n0 2\n1 2\n"};
  Network network = make_topology("file:path=" + graph.path().string())->network({});
  RouterNames names{3, {"a", "b", "c"}, nullptr};
  std::vector<ChannelOverride> read(std::string const& text) {
    return parse_channel_file(text, "channels.csv", network, names);
  }
  ChannelIndex channel(std::uint32_t from, std::uint16_t port) const {
    return network.channel({from}, {port});
  }
};

TEST(ChannelFile, AcceptsRouterNamesAndIndices) {
  Ring ring;
  EXPECT_EQ(ring.read("from,to,latency,bandwidth\n0,c,7,0.5\n"),
            (std::vector<ChannelOverride>{{ring.channel(0, 2), 7, 0.5}}));
}

TEST(ChannelFile, AppliesASingleRowToAllParallelChannels) {
  Ring ring;
  EXPECT_EQ(ring.read("to,from,latency\nb,a,7\n"),
            (std::vector<ChannelOverride>{{ring.channel(0, 0), 7}, {ring.channel(0, 1), 7}}));
}

TEST(ChannelFile, AppliesSeveralRowsToOneChannelEach) {
  Ring ring;
  EXPECT_EQ(ring.read("from,to,latency,bandwidth\na,b,7,\na,b,,2\n"),
            (std::vector<ChannelOverride>{{ring.channel(0, 0), 7, {}}, {ring.channel(0, 1), {}, 2.0}}));
  EXPECT_EQ(ring.read("from,port,to,latency\na,1,b,7\n"),
            (std::vector<ChannelOverride>{{ring.channel(0, 1), 7}}));
}

TEST(ChannelFile, ReportsThePositionOfErrors) {
  Ring ring;
  auto const rejected = [&](std::string const& text) { return complaint_of([&] { ring.read(text); }); };
  EXPECT_EQ(
      rejected("from,latency\na,3\n"),
      "channels.csv:1:1: unexpected header 'from,latency' (from and to are required); use from,to,latency,bandwidth");
  EXPECT_NE(rejected("from,to\na,b\n").find("latency or bandwidth is required"), std::string::npos);
  EXPECT_NE(rejected("from,to,delay\na,b,3\n").find("delay is not a valid column"), std::string::npos);
  EXPECT_NE(rejected("from,to,to,latency\na,b,b,3\n").find("to occurs twice"), std::string::npos);
  EXPECT_NE(rejected("from,to,latency\na,d,3\n").find("channels.csv:2:3: router d does not exist"),
            std::string::npos);
  EXPECT_NE(rejected("from,to,latency\na,7,3\n").find("channels.csv:2:3: router=7"), std::string::npos);
  EXPECT_NE(
      rejected("from,to,latency\na,b,3\na,a,3\n").find("channels.csv:3:1: no channel leads from router 0 to"),
      std::string::npos);
  EXPECT_NE(rejected("from,to,latency\na,c,3\na,c,4\n")
                .find("2 rows lead from router 0 to router 2 (the network has 1 such channel)"),
            std::string::npos);
  EXPECT_NE(rejected("from,to,latency\na,b,0\n").find("channels.csv:2:5: latency=0 "), std::string::npos);
  EXPECT_NE(rejected("from,to,latency\na,b,1.5\n").find("must be a whole number of cycles"),
            std::string::npos);
  EXPECT_NE(rejected("from,to,bandwidth\na,b,-1\n").find("channels.csv:2:5"), std::string::npos);
  EXPECT_NE(rejected("from,to,bandwidth\na,b,x\n").find("channels.csv:2:5"), std::string::npos);
  EXPECT_NE(rejected("from,port,to,latency\na,2,b,3\n").find("channels.csv:2:3: port 2"), std::string::npos);
  EXPECT_NE(
      rejected("from,port,to,latency\na,1,b,3\na,1,b,3\n").find("channels.csv:3:3: port 1 is listed twice"),
      std::string::npos);
  EXPECT_NE(rejected("from,to,latency\n").find("no channels"), std::string::npos);
}

}  // namespace
}  // namespace weft

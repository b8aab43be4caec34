// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "weft/io/given_text.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// Returns the cycle in which a flit of 32 bytes has arrived at the other terminal.
double arrival(std::string const& topology, int from, std::string const& engine_options) {
  GivenText const messages{"one.csv", fmt::format("from,to,bytes,start\n{},{},32,0\n", from, 1 - from)};
  auto const result = run<Simulate>({.topology = topology,
                                     .routing = "minimal",
                                     .traffic = "timed_messages:file=" + messages.path().string(),
                                     .engine = "flit:packet_size=1" + engine_options});
  auto const& table = result.table("summary");
  return table.at(0, "last_finish").number() / table.at(0, "cycle").number();
}

/// BookSim's anynet format has latencies by direction. The same links with these latencies from `channels`
/// take equally long.
TEST(StatedLatency, MatchesTheChannelLatenciesOfAnAnynet) {
  GivenText const stated{"stated.anynet", "router 0 node 0 router 1 10\nrouter 1 node 1 3\n"},
      plain{"plain.anynet", "router 0 node 0 router 1\nrouter 1 node 1\n"},
      cycles{"cycles.csv", "from,to,latency\n0,1,10\n"};
  auto const file = [](GivenText const& text) { return "file:path=" + text.path().string(); };
  auto const there = arrival(file(stated), 0, ""), back = arrival(file(stated), 1, "");
  EXPECT_EQ(there - back, 9);
  // 2 cycles more at node 1 than the default of 1
  EXPECT_EQ(there, arrival(file(plain), 0, ",channels=" + cycles.path().string()) + 2);
  EXPECT_EQ(back, arrival(file(plain), 1, "") + 2);
  EXPECT_EQ(there, arrival(file(stated), 0, ",latency=5")) << "latencies that a file states hold";
}

}  // namespace
}  // namespace weft::verb

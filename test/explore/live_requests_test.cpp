// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/bundle.hpp"
#include "weft/explore/session.hpp"

namespace weft::explore {
namespace {

using Json = nlohmann::json;

/// A session that receives one request after the other.
class Page {
 public:
  test::Bundle ask(std::string const& request) { return test::read_bundle(session_.answer(request, false)); }
  Json open(std::string const& arguments) {
    return ask("live_open:topology=\"torus:sides=4x4\"" + arguments).header["live"];
  }
  std::string error(std::string const& request) {
    auto const header = ask(request).header;
    return header.contains("error") ? header["error"]["text"].get<std::string>() : "none";
  }

 private:
  Session session_;
};

TEST(LiveRequests, OpenReturnsTheSimulation) {
  Page page;
  auto const live = page.open(",engine=\"flit:vcs=2,packet_size=1x5,rate=0.2\",traffic=uniform,seed=3");
  EXPECT_EQ(live["routers"], 16);
  EXPECT_EQ(live["terminals"], 16);
  EXPECT_EQ(live["channels"], 64);
  EXPECT_EQ(live["vcs"], 2);
  EXPECT_EQ(live["depth"], 8);
  EXPECT_EQ(live["flits_per_packet"], 3);
  EXPECT_EQ(live["scenario"]["topology"], "torus:sides=4x4,concentration=1,doubled=false,injection=0");
  EXPECT_EQ(live["scenario"]["seed"], "3");
  EXPECT_TRUE(live["notes"].empty());
  EXPECT_EQ(page.open("")["vcs"], 4);  // engine flit is the default
}

TEST(LiveRequests, StepsReturnFrames) {
  Page page;
  auto const live = page.open(",engine=\"flit:rate=0.4,packet_size=4\",traffic=uniform");
  auto const id = live["id"].get<int>();
  auto const plain = page.ask(fmt::format("live_step:id={},cycles=300", id));
  EXPECT_EQ(plain.header["frame"]["cycle"], 300);
  EXPECT_TRUE(plain.header["frame"]["deadlock"].is_null());
  EXPECT_EQ(plain.arrays.size(), 4u);
  EXPECT_EQ(plain.values("sent").size(), 64u);
  EXPECT_EQ(plain.values("buffered").size(), 64u * 4);
  EXPECT_EQ(plain.values("blocked").size(), 64u);
  EXPECT_EQ(plain.values("waiting").size(), 16u);
  double hops = 0;
  for (auto const it : plain.values("sent")) hops += it;
  EXPECT_GT(hops, 1000);
  EXPECT_EQ(plain.header["frame"]["flit_hops"], hops);
  auto const traced = page.ask(fmt::format("live_step:id={},cycles=10,trace=true", id));
  auto const frame = traced.header["frame"];
  EXPECT_EQ(frame["cycle"], 310);
  auto const moves = traced.values("moves"), arrived = traced.values("arrived");
  ASSERT_EQ(moves.size(), 5 * frame["flit_hops"].get<std::size_t>());
  ASSERT_EQ(arrived.size(), 4 * frame["delivered"].get<std::size_t>());
  ASSERT_GT(arrived.size(), 0u);
  EXPECT_EQ(moves[0], 300);
  double latency = 0;
  for (std::size_t i = 3; i < arrived.size(); i += 4) latency += arrived[i];
  EXPECT_NEAR(frame["latency"].get<double>(), latency / static_cast<double>(arrived.size() / 4), 1e-12);
  // The last packet that moved is at the end of its last channel.
  auto const last = moves.size() - 5;
  auto const packet =
      page.ask(fmt::format("live_packet:id={},packet={}", id, moves[last + 2])).header["packet"];
  ASSERT_TRUE(packet.is_object());
  EXPECT_EQ(packet["number"], moves[last + 2]);
  EXPECT_EQ(packet["flits"], 4);
  int there = 0, all = packet["at_source"].get<int>() + packet["arrived"].get<int>();
  for (auto const& it : packet["at"]) {
    all += it["flits"].get<int>();
    if (it["channel"] == moves[last + 1] && it["vc"] == moves[last + 3]) there = it["flits"].get<int>();
  }
  EXPECT_GE(there, 1);
  EXPECT_EQ(all, 4);
  EXPECT_TRUE(
      page.ask(fmt::format("live_packet:id={},packet={}", id, arrived[0])).header["packet"].is_null());
  EXPECT_EQ(page.error(fmt::format("live_close:id={}", id)), "none");
  EXPECT_NE(page.error(fmt::format("live_step:id={}", id)), "none");
}

TEST(LiveRequests, ReportsDeadlocksInEveryFrame) {
  Page page;
  auto const live =
      page.ask("live_open:topology=\"ring:routers=8\",traffic=uniform,engine=\"flit:vcs=1,rate=1\"")
          .header["live"];
  EXPECT_EQ(live["notes"].size(), 1u);
  auto const step = fmt::format("live_step:id={},cycles=5000", live["id"].get<int>());
  auto const first = page.ask(step).header["frame"]["deadlock"];
  ASSERT_TRUE(first.is_object());
  EXPECT_TRUE(first["text"].get<std::string>().starts_with("deadlock at cycle "));
  EXPECT_GE(first["waiters"].size(), 8u);
  EXPECT_TRUE(first["waiters"][0].contains("next_channel"));
  EXPECT_EQ(page.ask(step).header["frame"]["deadlock"], first);
}

TEST(LiveRequests, ClosesTheOldestSimulationBeyondTheLimit) {
  Page page;
  std::vector<int> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(page.open("")["id"].get<int>());
  EXPECT_EQ(
      page.error(fmt::format("live_step:id={}", ids[0])),
      fmt::format("id: id={} (no live simulation has this id; the last 4 remain until they are closed); "
                  "open it again",
                  ids[0]));
  for (int i = 1; i < 5; ++i) EXPECT_EQ(page.error(fmt::format("live_step:id={}", ids[i])), "none");
}

/// Errors are reported, and open simulations continue.
TEST(LiveRequests, ReportsInvalidInput) {
  Page page;
  auto const id = page.open("")["id"].get<int>();
  EXPECT_NE(page.error("live_open:topology=\"torus:sides=4x4\",engine=load").find("use engine=flit"),
            std::string::npos);
  EXPECT_NE(page.error("live_open:topolgy=ring").find("topology"), std::string::npos);
  EXPECT_NE(page.error("live_step:cycles=3").find("id is missing"), std::string::npos);
  EXPECT_NE(page.error(fmt::format("live_step:id={},cycles=100001", id)).find("[1, 100000]"),
            std::string::npos);
  auto const failure = page.ask(fmt::format("live_step:id={},cycles=65,trace=true", id)).header["error"];
  EXPECT_EQ(failure["kind"], "input");
  EXPECT_EQ(failure["parameter"], "trace");
  EXPECT_NE(page.error(fmt::format("live_packet:id={},packet=9", id)).find("no packet has been traced"),
            std::string::npos);
  EXPECT_EQ(page.error(fmt::format("live_step:id={},cycles=64,trace=true", id)), "none");
}

}  // namespace
}  // namespace weft::explore

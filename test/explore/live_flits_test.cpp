// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/live_flits.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/engine/flit/steady.hpp"
#include "weft/verb/simulate/simulate.hpp"

namespace weft::explore {
namespace {

Scenario watched(std::string topology, std::string engine, std::string traffic = "uniform") {
  return {.topology = std::move(topology), .traffic = std::move(traffic), .engine = std::move(engine)};
}

/// Packets of a window and the flits of its cycles, from frames of one cycle each.
struct Measured {
  flit::DelaySum latency;
  Histogram latencies;
  double accepted = 0;  ///< flits
  std::vector<std::uint64_t> sent;

  Measured(LiveFlits& live, std::uint64_t from, std::uint64_t to, std::uint64_t end)
      : sent(live.num_channels()) {
    while (live.simulation().now() < end) {
      auto const now = live.simulation().now();
      auto const frame = live.step(1, true);
      for (auto const& it : frame.arrivals)
        if (auto const birth = now - it.latency; birth >= from && birth < to) {
          latency.add(it.latency);
          latencies.add(it.latency);
        }
      if (now < from || now >= to) continue;
      accepted += frame.accepted * live.num_terminals();
      for (std::size_t c = 0; c < sent.size(); ++c) sent[c] += frame.sent[c];
    }
  }
};

/// Frames of one cycle each reproduce the tables of the command.
TEST(LiveFlits, MatchesTheRunOfSimulate) {
  for (auto const& [topology, engine] :
       {std::pair{"torus:sides=4x4", "flit:rate=0.3,warm_up=300,cycles=500"},
        {"ring:routers=8", "flit:rate=0.2,packet_size=1x5,warm_up=400,cycles=300"},
        {"dragonfly:p=2,a=4,h=2", "flit:rate=0.25,warm_up=300,cycles=400,packet_size=3"},
        {"mesh:sides=3x3,concentration=2",
         "flit:rate=0.15,warm_up=200,cycles=400,injection=request_reply,speedup=2"},
        {"hypercube:dimensions=4",
         "flit:rate=0.2,warm_up=300,cycles=300,injection=on_off,burst=20,latency=3"}}) {
    SCOPED_TRACE(topology);
    auto scenario = watched(topology, engine);
    scenario.seed = 7;
    auto setting = assemble_flit(scenario);
    auto const machine = make_machine(setting);
    auto const traffic = setting.traffic(no_progress());
    auto const outcome = setting.run(machine, *traffic, setting.params, no_progress());
    ASSERT_EQ(outcome.ending, flit::Ending::measured);
    LiveFlits live(scenario);
    Measured const measured(live, outcome.warm_up, outcome.warm_up + outcome.measured, outcome.cycles);
    EXPECT_GT(measured.latency.count, 100u);
    EXPECT_EQ(measured.latency.count, outcome.tally.latency.count);
    EXPECT_EQ(measured.latency.sum, outcome.tally.latency.sum);
    EXPECT_EQ(measured.latencies.bins(), outcome.tally.latencies.bins());
    EXPECT_NEAR(measured.accepted, static_cast<double>(outcome.tally.accepted), 1e-6);
    FlitChannels const channels{*setting.network, machine};
    channels.for_each(
        [&](std::uint32_t c, std::uint32_t out) { EXPECT_EQ(measured.sent[c], outcome.sent[out]) << c; });
    auto const result = verb::Simulate::assemble(scenario)->run();
    EXPECT_EQ(result.table("latency").rows[0][3].number(), measured.latency.mean());
    EXPECT_EQ(result.table("latency").rows[0][11].number(), static_cast<double>(measured.latency.count));
    EXPECT_NEAR(result.table("latency").rows[0][2].number(),
                measured.accepted / static_cast<double>(live.num_terminals() * outcome.measured), 1e-12);
  }
}

/// Steps of any length give equal frames.
TEST(LiveFlits, ReturnsEqualFramesForStepsOfAnyLength) {
  auto const scenario = watched("torus:sides=4x4", "flit:rate=0.6,vcs=2,packet_size=4");
  LiveFlits whole(scenario), parts(scenario), traced(scenario);
  auto const at_once = whole.step(1000, false);
  LiveFrame sum;
  sum.sent.resize(whole.num_channels());
  std::vector<std::uint64_t> moves(whole.num_channels());
  auto const add = [&](LiveFrame const& frame) {
    sum.created += frame.created;
    sum.delivered += frame.delivered;
    sum.flit_hops += frame.flit_hops;
    for (std::size_t c = 0; c < sum.sent.size(); ++c) sum.sent[c] += frame.sent[c];
    for (auto const& it : frame.moves) ++moves[it.channel];
  };
  LiveFrame last;
  for (auto const cycles : {1, 2, 61, 64, 65, 7, 500, 300}) add(last = parts.step(cycles, false));
  for (auto const& frame : {at_once, last}) {
    EXPECT_EQ(frame.cycle, 1000u);
    EXPECT_EQ(frame.waiting_at, last.waiting_at);
    EXPECT_EQ(frame.buffered, last.buffered);
    EXPECT_EQ(frame.in_flight, last.in_flight);
  }
  EXPECT_EQ(sum.created, at_once.created);
  EXPECT_EQ(sum.delivered, at_once.delivered);
  EXPECT_EQ(sum.flit_hops, at_once.flit_hops);
  EXPECT_EQ(sum.sent, at_once.sent);
  EXPECT_EQ(last.waiting, whole.simulation().waiting());
  while (traced.simulation().now() < 1000)
    add(traced.step(std::min<std::uint64_t>(40, 1000 - traced.simulation().now()), true));
  for (std::size_t c = 0; c < moves.size(); ++c) EXPECT_EQ(moves[c], at_once.sent[c]);
}

/// A file with messages, and the traffic that it describes.
class Messages {
 public:
  explicit Messages(std::string const& lines) { std::ofstream(scratch_ / "messages") << lines; }
  std::string traffic() const { return "message_list:file=" + (scratch_ / "messages").string(); }

 private:
  Scratch scratch_;
};

/// One packet in an idle network: created, forwarded hop by hop, and delivered in the cycles of
/// docs/concepts/flits.md.
TEST(LiveFlits, TracesAFlit) {
  Messages const one("1 4\n");
  for (std::uint32_t const flits : {1u, 5u}) {
    SCOPED_TRACE(flits);
    LiveFlits live({.topology = "ring:routers=8",
                    .traffic = one.traffic(),
                    .engine = fmt::format("flit:injection=batch,packet_size={},latency=3", flits)});
    constexpr std::uint32_t routers = 4, in_router = 0 + 1 + 1 + 1, latency = 3;
    auto const whole_way = 1 + 1 + routers * in_router + (routers - 1) * latency + flits;
    std::vector<FlitMove> moves;
    for (std::uint64_t now = 0; now <= whole_way; ++now) {
      auto const frame = live.step(1, true);
      EXPECT_EQ(frame.created, now == 0 ? 1u : 0u);
      EXPECT_EQ(frame.in_flight, now < whole_way ? 1u : 0u);
      EXPECT_EQ(frame.delivered, now < whole_way ? 0u : 1u);
      moves.insert(moves.end(), frame.moves.begin(), frame.moves.end());
      ASSERT_EQ(frame.arrivals.size(), frame.delivered);
      for (auto const& it : frame.arrivals) {
        EXPECT_EQ(it.packet, 0u);
        EXPECT_EQ(it.source, 1u);
        EXPECT_EQ(it.destination, 4u);
        EXPECT_EQ(it.latency, whole_way);
        EXPECT_EQ(frame.latency, whole_way);
      }
    }
    // Every flit over the three channels, from router 1 on, one cycle after the other.
    ASSERT_EQ(moves.size(), std::size_t{3} * flits);
    std::map<std::uint32_t, std::vector<FlitMove>> by_router;
    for (auto const& it : moves) by_router[live.network().source({it.channel}).v].push_back(it);
    for (std::uint32_t r = 1; r <= 3; ++r) {
      ASSERT_EQ(by_router[r].size(), flits);
      for (std::uint32_t k = 0; k < flits; ++k) {
        auto const& it = by_router[r][k];
        EXPECT_EQ(live.network().target({it.channel}).v, r + 1);
        EXPECT_EQ(it.cycle, 1 + 1 + (r - 1) * (in_router + latency) + k);
        EXPECT_EQ(it.ends, (k == 0 ? 1u : 0u) + (k + 1 == flits ? 2u : 0u));
      }
    }
    EXPECT_FALSE(live.packet(0));
  }
}

/// The location of a packet accounts for all its flits, even if the engine has reused its packet number.
TEST(LiveFlits, LocatesAPacketUntilItsDelivery) {
  LiveFlits live(watched("torus:sides=4x4", "flit:rate=0.4,vcs=2,vc_buffer=3,packet_size=1x6"));
  std::map<std::uint32_t, std::uint32_t> moved;  // flits over channels, by packet
  std::set<std::uint32_t> delivered;
  for (int step = 0; step < 300; ++step) {
    auto const frame = live.step(1, true);
    for (auto const& it : frame.moves) {
      ++moved[it.packet];
      EXPECT_FALSE(delivered.contains(it.packet));
    }
    for (auto const& it : frame.arrivals) EXPECT_TRUE(delivered.insert(it.packet).second);
    for (auto const& [number, hops] : moved) {
      auto const places = live.packet(number);
      ASSERT_EQ(places.has_value(), !delivered.contains(number)) << number;
      if (!places) continue;
      auto here = 0u;
      for (auto const& it : places->at) {
        here += it.flits;
        if (it.channel) { EXPECT_EQ(live.network().target({*it.channel}).v, it.router); }
      }
      EXPECT_EQ(places->at_source + here + places->arrived, places->packet.flits);
      EXPECT_LE(hops, (places->hops() + 1) * places->packet.flits);
    }
  }
  EXPECT_GT(delivered.size(), 200u);
  EXPECT_TRUE(std::ranges::any_of(moved, [&](auto const& it) { return !delivered.contains(it.first); }));
}

/// A front flit counts as blocked once it has not moved for 64 cycles, according to the moves; a step of many
/// cycles may detect it a few cycles later.
TEST(LiveFlits, ReportsFrontFlitsThatHaveNotMovedAsBlocked) {
  Messages const two("0 2 9\n1 2 9\n");  // both require the channel from router 1 to router 2
  Scenario const scenario{.topology = "mesh:sides=3",
                          .traffic = two.traffic(),
                          .engine = "flit:injection=batch,vcs=1,packet_size=150"};
  LiveFlits live(scenario), fast(scenario);
  auto const& network = live.network();
  auto const first = network.channel({0}, PortId{0}).v;
  ASSERT_EQ(network.target({first}).v, 1u);
  std::set<std::uint32_t> from_0;  // packets
  std::uint64_t left = 0, since = 0, changes = 0;
  bool was_empty = true, was_blocked = false;
  std::vector<std::uint64_t> const steps{90, 1, 5, 64, 100, 130, 7, 3, 211};
  std::uint64_t frames = 0;
  while (live.simulation().now() < 2600) {
    auto const frame = live.step(1, true);
    auto const before = left;
    for (auto const& it : frame.moves)
      if (it.channel == first)
        from_0.insert(it.packet);
      else
        left += from_0.contains(it.packet);
    bool const empty = frame.buffered[first] == 0;
    if (was_empty || left != before) since = frame.cycle;
    was_empty = empty;
    bool const blocked = !empty && frame.cycle - since >= 64;
    ASSERT_EQ(frame.blocked[first], blocked) << frame.cycle;
    changes += blocked != was_blocked;
    was_blocked = blocked;
    if (frame.cycle < fast.simulation().now() + steps[frames % steps.size()]) continue;
    auto const seen = fast.step(steps[frames++ % steps.size()], false).blocked[first];
    ASSERT_EQ(fast.simulation().now(), frame.cycle);
    if (seen != blocked) { EXPECT_TRUE(blocked && frame.cycle - since < 64 + 8) << frame.cycle; }
  }
  EXPECT_GE(changes, 10u);
}

/// A ring with one virtual channel deadlocks, which is reported within some hundred cycles.
TEST(LiveFlits, DetectsTheDeadlockOfARingWithOneVirtualChannel) {
  for (std::uint64_t const step : {1u, 10u, 1000u}) {
    auto scenario = watched("ring:routers=8", "flit:rate=1,vcs=1,packet_size=4");
    LiveFlits live(scenario);
    ASSERT_EQ(live.notes().size(), 1u);
    EXPECT_NE(live.notes()[0].find("allow_deadlock=true: vcs=1 is too few for dimension_order"),
              std::string::npos);
    std::uint64_t last_move = 0;  // of any flit
    while (!live.deadlock()) {
      ASSERT_LT(live.simulation().now(), 20000u);
      if (live.step(step, false).flit_hops > 0) last_move = live.simulation().now();
    }
    auto const& deadlock = *live.deadlock();
    EXPECT_EQ(deadlock.cycle % 64, 0u);
    EXPECT_LE(deadlock.cycle, last_move + 200);
    EXPECT_EQ(deadlock.text,
              fmt::format("deadlock at cycle {}: {} packets wait for each other in a cycle; {} buffers can "
                          "never move",
                          deadlock.cycle, deadlock.waiters.size(), deadlock.blocked));
    auto const& network = live.network();
    std::set<std::uint32_t> routers;
    for (std::size_t i = 0; i < deadlock.waiters.size(); ++i) {
      auto const& it = deadlock.waiters[i];
      auto const& next = deadlock.waiters[(i + 1) % deadlock.waiters.size()];
      routers.insert(it.router);
      EXPECT_NE(it.destination, it.router);
      if (it.channel) { EXPECT_EQ(network.target({*it.channel}).v, it.router); }
      if (!it.channel) { EXPECT_EQ(it.source, it.router); }
      ASSERT_TRUE(it.next_channel);
      EXPECT_EQ(network.source({*it.next_channel}).v, it.router);
      if (next.channel && next.router != it.router) { EXPECT_EQ(next.channel, it.next_channel); }
    }
    EXPECT_EQ(routers.size(), 8u);
    // The deadlock persists.
    auto const frame = live.step(500, false);
    EXPECT_EQ(frame.flit_hops, 0u);
    EXPECT_EQ(live.deadlock()->cycle, deadlock.cycle);
    EXPECT_GT(frame.waiting, 100u);
    scenario.engine = "flit:rate=1,vcs=2,packet_size=4";
    LiveFlits two(scenario);
    EXPECT_TRUE(two.notes().empty());
    two.step(5000, false);
    EXPECT_FALSE(two.deadlock());
  }
}

/// Packets without a path are created and dropped.
TEST(LiveFlits, DropsPacketsWithoutAPath) {
  auto scenario = watched("mesh:sides=4", "flit:rate=0.5");
  scenario.failures.fail = "1-2";
  LiveFlits live(scenario);
  auto const frame = live.step(2000, false);
  EXPECT_GT(frame.dropped, 500u);
  EXPECT_EQ(frame.created, frame.delivered + frame.dropped + frame.in_flight + frame.waiting);
  EXPECT_EQ(frame.sent[live.network().channel({1}, PortId{1}).v], 0u);
}

TEST(LiveFlits, RejectsUnsupportedScenarios) {
  auto const opened = [](Scenario const& scenario) {
    return complaint_of([&] { LiveFlits live(scenario); });
  };
  EXPECT_EQ(
      opened({.engine = "rounds"}),
      "engine: engine rounds cannot be watched (only engine flit advances cycle by cycle); use engine=flit");
  EXPECT_EQ(
      opened(watched("ring:routers=100001", "flit")),
      "topology: ring:routers=100001 has 100001 routers (flits can be watched on at most 100000 routers); use a smaller network, or weft simulate");
  EXPECT_EQ(opened(watched("torus:sides=4x4", "flit:rate=2")),
            complaint_of([] { assemble_flit(watched("torus:sides=4x4", "flit:rate=2")); }));
  LiveFlits live(watched("torus:sides=4x4", "flit:rate=0.1,cycles=100,watchdog=200"));
  ASSERT_EQ(live.notes().size(), 1u);
  EXPECT_EQ(live.notes()[0], "without effect in a live run: cycles, watchdog");
  EXPECT_EQ(complaint_of([&] { live.step(0, false); }), "cycles=0 (must be in [1, 100000])");
  EXPECT_EQ(complaint_of([&] { live.step(100001, false); }), "cycles=100001 (must be in [1, 100000])");
  EXPECT_EQ(
      complaint_of([&] { live.step(65, true); }),
      "trace=true conflicts with cycles=65 (at most 64 cycles can be traced); use fewer cycles, or omit trace");
  EXPECT_EQ(complaint_of([&] { live.packet(0); }),
            "packet=0 (no packet has been traced yet); step with trace=true first");
  LiveFlits large(watched("ring:routers=4097", "flit:rate=0.001"));
  EXPECT_EQ(complaint_of([&] { large.step(1, true); }),
            "trace=true conflicts with 4097 routers (at most 4096 routers can be traced); omit trace");
  EXPECT_EQ(large.step(1, false).cycle, 1u);
}

}  // namespace
}  // namespace weft::explore

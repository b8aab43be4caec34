// SPDX-License-Identifier: Apache-2.0
// weft simulate --engine flit, and weft sweep.

#include <algorithm>
#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

Result result_of(std::string const& args) {
  auto const run = weft_command(args + " --json");
  EXPECT_EQ(run.status, 0) << run.err;
  return parse_result(run.out, args);
}

TEST(Flit, SimulateReportsLatencyAndThroughput) {
  auto const result =
      result_of("simulate torus:sides=4x4 --traffic uniform --engine flit:rate=0.2,packet_size=1x3");
  auto const& latency = result.table("latency");
  EXPECT_EQ(latency.at(0, "ending"), Value("measured"));
  for (char const* table : {"channels", "channel_loads", "virtual_channels", "fairness", "latencies", "work"})
    EXPECT_NE(result.find_table(table), nullptr) << table;
  EXPECT_EQ(result.find_table("deadlock"), nullptr);
}

TEST(Flit, OutputContainsTablesAndPictures) {
  Scratch const scratch;
  auto const folder = scratch.path() / "out";
  ASSERT_EQ(
      weft_command("simulate mesh:sides=4x4 --traffic uniform --engine flit -o " + folder.string()).status,
      0);
  for (char const* file :
       {"result.json", "latency.csv", "channel_loads.csv", "utilization.svg", "latencies.svg"})
    EXPECT_GT(text_of(folder / file).size(), 50u) << file;
}

TEST(Flit, ReportsTheEnergy) {
  auto const result =
      result_of("simulate torus:sides=4x4 --traffic uniform --engine flit:rate=0.2 --energy flit_bits=128");
  auto const& energy = result.table("energy");
  EXPECT_EQ(energy.at(energy.rows.size() - 1, "share"), Value{1.0});
  EXPECT_EQ(result_of("simulate torus:sides=4x4 --engine flit").find_table("energy"), nullptr);
  expect_rejected("sweep torus --engine flit:flit_bits=128", "use weft simulate --energy flit_bits=128");
  expect_rejected("simulate torus --energy flit_bits=128", "engine rounds does not support energy");
}

TEST(Flit, RecordsMeasurementsOverTime) {
  Scratch const scratch;
  auto const folder = scratch.path() / "out";
  std::string const run =
      "simulate torus:sides=4x4 --traffic uniform --engine flit:interval=250,rate=0.8,warm_up=500,cycles=1000";
  ASSERT_EQ(weft_command(run + ",interval_pairs=true --details channels -o " + folder.string()).status, 0);
  for (char const* file :
       {"over_time.csv", "over_time.svg", "congested_channels.csv", "channels_over_time.csv",
        "channel_flits_over_time.svg", "channel_stalls_over_time.svg", "over_time_channels.npy",
        "over_time_routers.npy", "over_time_terminals.npy", "over_time_pairs.npy"})
    EXPECT_GT(text_of(folder / file).size(), 50u) << file;
  auto const result = result_of(run);
  auto const& over_time = result.table("over_time");
  ASSERT_GE(over_time.rows.size(), 6u) << "warm-up, measurement and what follows";
  EXPECT_EQ(over_time.at(5, "to"), Value{1500});
  EXPECT_EQ(result_of("simulate torus:sides=4x4 --engine flit").find_table("over_time"), nullptr);
  expect_rejected("simulate torus --engine flit:interval_pairs=true", "there are no intervals");
  expect_rejected("sweep torus --engine flit:interval=100", "only single runs are recorded over time");
  expect_rejected("simulate torus:sides=64x64 --engine flit:interval=100,interval_pairs=true",
                  "omit interval_pairs");
}

TEST(Flit, IsDeterministicOnAnyNumberOfThreads) {
  std::string const args =
      "simulate torus:sides=32x32 --traffic uniform --engine flit:rate=0.2,warm_up=300,cycles=300 --csv";
  auto const one = weft_command(args + " --threads 1"), two = weft_command(args + " --threads 2");
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, two.out);
  EXPECT_GT(one.out.size(), 500u);
  EXPECT_EQ(one.err, "");  // no progress into a pipe
}

TEST(Flit, SendsABatchFromAFile) {
  auto const result = result_of(
      "simulate torus:sides=4x4 --engine flit:injection=batch --traffic message_list:file=" WEFT_SOURCE_DIR
      "/test/data/messages.txt");
  EXPECT_EQ(result.table("latency").at(0, "packets"), Value{8});
  EXPECT_NE(result.answer.find("all 8 messages delivered"), std::string::npos) << result.answer;
}

TEST(Flit, ReportsADeadlockAsTheAnswer) {
  auto const result = result_of(
      "simulate ring:routers=8 --traffic uniform --engine flit:vcs=1,allow_deadlock=true,rate=1,packet_size=4");
  EXPECT_NE(result.answer.find("deadlock at cycle"), std::string::npos) << result.answer;
  EXPECT_GE(result.table("deadlock").rows.size(), 3u);
}

TEST(Flit, ReroutesAroundFailures) {
  auto const result = result_of(
      "simulate torus:sides=8x8 --traffic uniform --messages 20 --routing up_down --engine flit:injection=batch,failed_routers=0.2,failed_links=0.2");
  EXPECT_EQ(result.answer.find("all "), 0u) << result.answer;
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_NE(result.notes[0].find("packets had no path to their destination"), std::string::npos);
}

TEST(Flit, SweepFindsSaturation) {
  Scratch const scratch;
  auto const folder = scratch.path() / "out";
  auto const run = weft_command(
      "sweep mesh:sides=4x4 --points 5 --resolution 0.1 --engine flit:precision=0.1,max_cycles=20000 --json -o " +
      folder.string());
  ASSERT_EQ(run.status, 0) << run.err;
  auto const result = parse_result(run.out, "sweep");
  EXPECT_GE(result.table("curve").rows.size(), 4u);
  EXPECT_EQ(result.table("saturation").rows.size(), 1u);
  EXPECT_NE(result.answer.find("saturates between"), std::string::npos) << result.answer;
  for (char const* file : {"result.json", "curve.csv", "saturation.csv", "latency.svg", "throughput.svg"})
    EXPECT_GT(text_of(folder / file).size(), 50u) << file;
}

TEST(Flit, SweepUsesTheGivenRates) {
  auto const result = result_of("sweep mesh:sides=4x4 --rates 0.1x0.3 --engine flit:precision=0.1");
  auto const& curve = result.table("curve");
  ASSERT_EQ(curve.rows.size(), 2u);
  EXPECT_EQ(curve.at(0, "rate"), Value(0.1));
  EXPECT_EQ(curve.at(1, "rate"), Value(0.3));
  EXPECT_EQ(result.find_table("saturation"), nullptr);
}

TEST(Flit, StopsImmediatelyOnInterrupt) {
  for (char const* args :
       {"simulate torus:sides=64x64 --traffic uniform --engine flit:rate=0.9,cycles=100000",
        "sweep torus:sides=32x32", "deadlock jellyfish:routers=1000,degree=10 --routing layered"}) {
    auto const begin = std::chrono::steady_clock::now();
    auto const result = weft_command(args, "timeout --preserve-status --signal=INT 0.5");
    EXPECT_EQ(result.status, 130) << args;
    EXPECT_EQ(result.out, "");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8));
  }
}

/// On an idle ring a packet takes 10 cycles over one channel (docs/concepts/flits.md).
TEST(Flit, ReadsChannelsFromAFile) {
  Scratch const scratch;
  auto const file = (scratch.path() / "channels.csv").string();
  auto const latency = [&](std::string const& rows, std::string const& options = "") {
    std::ofstream(file) << rows;
    return result_of(
               "simulate ring:routers=8 --traffic shift:by=1 --messages 1 --engine flit:injection=batch," +
               options + "channels=" + file)
        .table("latency")
        .at(0, "max");
  };
  EXPECT_EQ(latency("from,to,latency\n0,1,1\n"), Value{10});
  EXPECT_EQ(latency("from,to,latency\n0,1,31\n"), Value{40});
  EXPECT_EQ(latency("from,to,latency\n1,0,31\n"), Value{10}) << "against the traffic";
  // The flits are 5 cycles apart instead of 1. The last flit no longer waits behind the head, so the VC
  // allocation in the second router does not delay it.
  EXPECT_EQ(latency("from,to,bandwidth\n0,1,1\n", "packet_size=4,"), Value{13});
  EXPECT_EQ(latency("from,to,bandwidth\n0,1,0.2\n", "packet_size=4,"), Value{10 + 3 * 5 - 1});
  std::ofstream(file) << "from,to,latency\n0,1,2\n0,5,2\n";
  expect_rejected("simulate ring:routers=8 --engine flit:channels=" + file,
                  "channels.csv:3:1: no channel leads from router 0 to router 5");
  expect_rejected("simulate ring:routers=8 --engine flit:channels=nowhere.csv", "nowhere.csv");
}

TEST(Flit, ReadsRoutesFromAFile) {
  Scratch const scratch;
  auto const file = (scratch.path() / "routes").string();
  std::ofstream(file) << "0 3 2 1  # the long way\n1 2\n2 3\n";
  std::string const run =
      "simulate ring:routers=4 --traffic shift:by=1 --messages 1 --engine "
      "flit:injection=batch --details channels --routing table:file=" +
      file;
  auto const result = result_of(run);
  EXPECT_EQ(result.table("latency").at(0, "packets"), Value{3}) << "from 3 to 0 there is no route";
  EXPECT_EQ(result.table("latency").at(0, "hops"), Value{5.0 / 3});
  ASSERT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes.back().find("1 packets had no path"), std::string::npos) << result.notes.back();
  std::ofstream(file) << "0 1 2\n1 2 3\n2 3 0\n3 0 1\n";
  expect_rejected("simulate ring:routers=4 --traffic shift:by=2 --engine flit --routing table:file=" + file,
                  "can wait for each other in a cycle");
  std::ofstream(file) << "0 1 2\n1 2 3\n2 3 0:1\n3 0 1:1\n";
  EXPECT_EQ(result_of("simulate ring:routers=4 --traffic shift:by=2 --messages 1 --engine "
                      "flit:injection=batch --routing table:file=" +
                      file)
                .table("latency")
                .at(0, "packets"),
            Value{4});
}

TEST(Flit, RejectsConfigurationsThatCanDeadlock) {
  expect_rejected("simulate torus --engine flit:vcs=1",
                  "needs 2: two classes on dimensions that wrap); set vcs=2");
  expect_rejected("simulate torus --routing minimal_adaptive --engine flit:vcs=2", "needs 3: two for escape");
  expect_rejected(
      "simulate torus --engine flit:injection=request_reply,vcs=2",
      "vcs=1 is too few for dimension_order in each half, for requests and for replies (needs 2: two classes on dimensions that wrap); set vcs=4");
  expect_rejected("simulate torus --engine flit:injection=request_reply,vcs=3", "use an even number");
  expect_rejected("simulate mesh --routing minimal_adaptive --engine flit:flow=wormhole",
                  "cannot reach its escape channel");
  expect_rejected("simulate mesh --routing minimal_adaptive --engine flit:packet_size=20",
                  "of 20 flits); set vc_buffer=20 or atomic_vcs=true");
  expect_rejected("simulate dragonfly --routing ugal --engine flit:vcs=2", "set vcs=3");
  auto const bubbles =
      std::string("simulate torus --routing dimension_order:rings=bubble --engine flit:vcs=1,");
  expect_rejected(bubbles + "flow=wormhole", "bubbles are whole packets");
  expect_rejected(bubbles + "atomic_vcs=true", "omit atomic_vcs");
  expect_rejected(bubbles + "packet_size=8,vc_buffer=15", "set vc_buffer=16");
  expect_rejected(bubbles + "shared_buffer=8", "set shared_buffer=0 and a larger vc_buffer");
}

TEST(Flit, RejectsConfigurationsThatDoNotFit) {
  expect_rejected("simulate torus --engine flit:flow=cut_through,packet_size=9",
                  "use vc_buffer=9 or flow=wormhole");
  expect_rejected("simulate torus:sides=4096x4096 --engine flit:vc_buffer=65535", "GB of memory");
  expect_rejected("simulate torus --engine flit:reference_bandwidth=60000,vc_buffer=65535", "GB of memory");
  expect_rejected("simulate torus --engine flit:reference_bandwidth=1e12", "change reference_bandwidth");
  expect_rejected("simulate torus --engine flit:meters_per_cycle=1e-7", "use a larger meters_per_cycle");
  expect_rejected("simulate mesh:sides=2,concentration=65535 --engine flit", "router 0 has 65536 ports");
  expect_rejected("simulate torus --routing up_down --engine flit:failed_links=2", "failed_links=2");
  expect_rejected("simulate torus --routing romm --engine flit:failed_links=0.1",
                  "cannot route around failures");
  expect_rejected("simulate kary_nfly --routing ugal --engine flit", "ugal cannot route on kary_nfly");
  expect_rejected("simulate torus --engine flit --mapping lienar", "did you mean 'linear'?");
}

TEST(Flit, RejectsWrongOptions) {
  expect_rejected("simulate torus --engine flit:rate=1.5", "a terminal injects one flit per cycle");
  expect_rejected("simulate torus --engine flit:rate=0", "must be above 0, or no packets are sent");
  expect_rejected("simulate torus --engine flit:vcs=0", "vcs=0 (must be in [1, 64])");
  expect_rejected("simulate torus --engine flit:vcs=65", "vcs=65 (must be in [1, 64])");
  expect_rejected("simulate torus --engine flit:vc=2", "did you mean 'vcs'?");
  expect_rejected("simulate torus --engine flit:flow=cutthrough", "did you mean 'cut_through'?");
  expect_rejected("simulate torus --engine flit:latency=1x2x3", "torus has 2 channel classes");
  expect_rejected("simulate dragonfly --engine flit:latency_per_step=2", "must form a grid");
  expect_rejected("simulate torus --engine flit:packet_size=1x2,size_weights=1x2x3",
                  "the lengths must be equal");
  expect_rejected("simulate torus --engine flit:packet_size=1x2,size_weights=0x0", "all size_weights are 0");
  expect_rejected("simulate torus --engine flit:injection=on_off,burst_rate=0.5,rate=0.6",
                  "increase burst_rate");
  expect_rejected("simulate torus --engine flit:warm_up=1000,cycles=1000,max_cycles=1500", "max_cycles=1500");
  expect_rejected("simulate torus --engine flit:warm_up=150000", "increase max_cycles");
  expect_rejected("simulate torus --routing dimension_oder --engine flit", "did you mean 'dimension_order'?");
  expect_rejected("simulate torus --engine flit -o /dev/null/x", "cannot write into /dev/null/x");
  expect_rejected("simulate torus --engine flit:injection=batch --traffic message_list:file=/nowhere/list",
                  "/nowhere/list");
}

TEST(Flit, RejectsUnusedOptions) {
  auto const engine = std::string("simulate torus --engine flit:");
  expect_rejected(engine + "meters_per_cycle=1,latency_per_step=2",
                  "latency_per_step conflicts with meters_per_cycle");
  expect_rejected(engine + "meters_per_cycle=1,latency=2", "latency conflicts with meters_per_cycle");
  expect_rejected(engine + "latency_per_step=1,latency=2", "latency conflicts with latency_per_step");
  expect_rejected(engine + "burst=7", "burst needs injection=on_off");
  expect_rejected(engine + "burst_rate=0.5", "burst_rate needs injection=on_off");
  expect_rejected(engine + "reply_size=2", "reply_size needs injection=request_reply");
  expect_rejected(engine + "reply_delay=2", "reply_delay needs injection=request_reply");
  expect_rejected(engine + "ack_delay=5", "no source waits for acknowledgments");
  expect_rejected(engine + "injection=request_reply,window=2,ack_delay=5",
                  "the reply acknowledges the request");
  expect_rejected(engine + "ecn_cut=0.2", "ecn_cut needs ecn_threshold");
  expect_rejected(engine + "ecn_recovery=0.2", "ecn_recovery needs ecn_threshold");
  expect_rejected(engine + "ecn_threshold=32", "the queue of an output has at most vcs=4 buffers of 8 flits");
  expect_rejected(engine + "max_outstanding=2,window=2", "never has more packets in the network");
  for (char const* what : {"rate", "warm_up", "cycles"})
    expect_rejected(engine + "injection=batch," + what + "=1",
                    std::string(what) + " conflicts with injection=batch");
}

TEST(Flit, ReportsTrafficClassesInATable) {
  auto const result = result_of(
      "simulate torus:sides=4x4 --class fast:rate=0.1,priority=1,vcs=0..1 "
      "--class 'slow:traffic=[hot_spot:fraction=1,at=5],rate=0.2,packet_size=4,vcs=2..3,terminals=0..3' "
      "--engine flit:warm_up=1000,cycles=2000,max_outstanding=4");
  auto const& classes = result.table("classes");
  ASSERT_EQ(classes.rows.size(), 2u);
  EXPECT_EQ(classes.at(0, "class"), Value("fast"));
  EXPECT_EQ(classes.at(0, "terminals"), Value{16});
  EXPECT_EQ(classes.at(1, "terminals"), Value{4});
  EXPECT_NEAR(classes.at(0, "accepted").number(), 0.1, 0.01);
  EXPECT_LE(classes.at(1, "accepted").number(), 0.25);
  EXPECT_LT(classes.at(0, "latency").number(), classes.at(1, "latency").number());
  auto const sweep = result_of(
      "sweep torus:sides=4x4 --class a:rate=0.05 --class b:priority=2 --rates 0.1x0.2 "
      "--engine flit:warm_up=500,cycles=500");
  auto const& rows = sweep.table("classes");
  ASSERT_EQ(rows.rows.size(), 4u);
  EXPECT_EQ(rows.at(2, "at"), Value(0.2));
  EXPECT_EQ(rows.at(2, "rate"), Value(0.05));
  EXPECT_EQ(rows.at(3, "rate"), Value(0.2));
}

TEST(Flit, RejectsImpossibleTrafficClasses) {
  auto const classes = [](std::string const& text) {
    return "simulate torus:sides=4x4 --engine flit " + text;
  };
  expect_rejected(classes("--class a:rat=0.1"), "did you mean 'rate'?");
  expect_rejected(classes("--class a --class a"), "two classes are named a");
  expect_rejected(classes("--class a:traffic=unifrm"), "class a");
  expect_rejected(classes("--class a:vcs=2..1"), "vcs=2..1");
  expect_rejected(classes("--class a:vcs=0..7"), "must be a..b with a <= b in [0, 3]");
  expect_rejected(classes("--class a:vcs=0 --class b:vcs=2..3"), "in each of 4 equal blocks");
  expect_rejected(classes("--class a:terminals=3..20"), "must be a..b with a <= b in [0, 15]");
  expect_rejected(classes("--class a:from=7,until=7"), "must be after from=7");
  expect_rejected(classes("--class a:packet_size=0x1"), "must be at least 1");
  expect_rejected(classes("--class a:size_weights=1x2"), "size_weights needs packet_size");
  expect_rejected(classes("--class a --traffic tornado"), "each class has its own traffic");
  expect_rejected("simulate torus:sides=4x4 --class a:rate=0.1 --engine flit:rate=0.2",
                  "rate conflicts with the rates of all classes");
  expect_rejected("simulate torus:sides=4x4 --class a:until=9 --engine flit:injection=batch",
                  "until conflicts with injection=batch");
  expect_rejected("simulate torus:sides=4x4 --class a --engine rounds", "use engine=flit");
  expect_rejected("sweep torus:sides=4x4 --class a:rate=0.1",
                  "a sweep conflicts with the rates of all classes");
  expect_rejected(classes("--class 'a:traffic=[hot_spot:at=16]'"), "must be in [0, 15]");
}

TEST(Flit, LeavesValuesThatAreNotMeasuredEmpty) {
  auto const saturated =
      result_of("simulate percs:supernodes=2,links=1 --traffic uniform --engine flit:rate=0.2");
  EXPECT_EQ(saturated.answer.find("saturated"), 0u) << saturated.answer;
  EXPECT_EQ(saturated.table("latency").at(0, "packets"), Value{0});
  for (char const* column : {"latency", "network", "head", "p50", "p99", "max", "hops"})
    EXPECT_TRUE(saturated.table("latency").at(0, column).is_empty()) << column;
  EXPECT_GT(saturated.table("latency").at(0, "accepted").number(), 0);
  auto const cut_off = result_of("simulate torus:sides=4x4 --engine flit:max_cycles=1000");
  for (char const* column : {"offered", "accepted"})
    EXPECT_TRUE(cut_off.table("latency").at(0, column).is_empty()) << column;
  auto const few = result_of("simulate torus:sides=4x4 --engine flit:cycles=1");
  EXPECT_EQ(few.answer.find("inf"), std::string::npos) << few.answer;
}

TEST(Flit, ReportsThatNoPacketCanBeSent) {
  auto const broken = std::string("simulate torus:sides=4x4 --engine flit:failed_routers=1");
  EXPECT_NE(result_of(broken).answer.find("no packet had a path to its destination"), std::string::npos);
  EXPECT_EQ(result_of(broken + ",injection=batch").answer,
            "all 0 messages that have a path were delivered after 0 cycles");
  EXPECT_NE(
      result_of("simulate torus:sides=4x4 --engine flit:rate=1e-9").answer.find("no packet was created"),
      std::string::npos);
}

TEST(Flit, SupportsNetworksOfOneRouter) {
  for (char const* routing : {"turn_model", "turn_model:model=odd_even", "minimal_adaptive:selection=lowest"})
    EXPECT_EQ(
        result_of(std::string("simulate mesh:sides=1x1 --routing ") + routing + " --engine flit:cycles=1000")
            .answer.find("latency 6.00"),
        0u)
        << routing;
}

/// Returns whether a note of the result contains `part`.
bool notes(Result const& result, std::string const& part) {
  return std::ranges::any_of(result.notes,
                             [&](auto const& it) { return it.find(part) != std::string::npos; });
}

TEST(Flit, UsesTheVirtualChannelsThatTheRoutingRequires) {
  auto const dcell = result_of("simulate dcell --engine flit:cycles=500");
  EXPECT_TRUE(notes(dcell, "vcs=5 instead of the default 4: minimal requires it here"));
  EXPECT_EQ(dcell.table("virtual_channels").rows.size(), 5u);
  auto const replies = result_of(
      "sweep coated_mesh --routing minimal --rates 0.05 --engine flit:cycles=500,injection=request_reply");
  EXPECT_TRUE(notes(replies, "vcs=16 instead of the default 4"));
  EXPECT_FALSE(notes(result_of("simulate torus:sides=4x4 --engine flit:cycles=500"), "vcs="));
  expect_rejected("simulate dcell --engine flit:vcs=4", "set vcs=5");
  expect_rejected("simulate ring:routers=300 --routing minimal --engine flit", "needs 150");
}

TEST(Flit, NotesChannelsFasterThanRouters) {
  std::string const percs =
      "simulate percs:supernodes=2,links=1 --engine flit:cycles=500,rate=0.01,reference_bandwidth=10";
  EXPECT_TRUE(notes(result_of(percs),
                    "could carry 2.1 flits per cycle, of which routers with speedup=1 use at most 1"));
  EXPECT_FALSE(notes(result_of(percs + ",speedup=3"), "could carry"));
}

TEST(Flit, SweepSupportsFailuresAndBursts) {
  auto const result = result_of(
      "sweep torus:sides=6x6 --routing up_down --rates 0.002x0.004 --engine flit:failed_routers=0.8,injection=on_off,burst_rate=0.01,cycles=2000");
  EXPECT_TRUE(notes(result, "packets had no path to their destination"));
  auto const slow = result_of(
      "sweep ring:routers=3 --points 4 --engine flit:injection=on_off,burst_rate=0.001,precision=0.1");
  EXPECT_NE(slow.answer.find("not saturated at rate 0.001"), std::string::npos) << slow.answer;
}

TEST(Flit, SweepRejectsWrongOptions) {
  expect_rejected("sweep torus:sides=4x4 --engine flit:max_cycles=1000",
                  "raise max_cycles, or specify rates");

  expect_rejected("sweep", "TOPOLOGY is required");
  expect_rejected("sweep tours", "did you mean 'torus'?");
  expect_rejected("sweep torus --engine rounds", "sweep does not support engine rounds");
  expect_rejected("sweep torus --engine flit:injection=batch", "a batch has no rate");
  expect_rejected("sweep torus --rates 0.1x2", "rates=0.1x2 (must be in [0, 1])");
  expect_rejected("sweep torus --rates 0.1x0", "rates: rate=0 (must be above 0, or no packets are sent)");
  expect_rejected("sweep torus --rates 0.1 --engine flit:rate=0", "rate=0 conflicts with a sweep");
  expect_rejected("sweep torus --engine flit:injection=on_off,burst_rate=0",
                  "burst_rate=0 (must be above 0, or no packets are sent)");
  expect_rejected("sweep torus --rates 0.1 --points 4", "points conflicts with rates");
  expect_rejected("sweep torus --rates 0.1 --limit 4", "limit conflicts with rates");
  expect_rejected("sweep torus --rates 0.1 --resolution 0.1", "resolution conflicts with rates");
  expect_rejected("sweep torus --engine flit:injection=on_off,burst_rate=0.5 --rates 0.6",
                  "increase burst_rate");
  expect_rejected("sweep torus --points 1", "points=1");
  expect_rejected("sweep torus -o /dev/null/x", "cannot write into /dev/null/x");
}

}  // namespace
}  // namespace weft

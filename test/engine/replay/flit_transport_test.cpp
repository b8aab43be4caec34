// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/flit_transport.hpp"

#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/replay/replay.hpp"
#include "weft/io/program/goal.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::replay {
namespace {

/// Returns parameters with cycles of 10 ns and packets of 8 flits of 10 bytes.
flit::FlitParams ten_ns() {
  Given<flit::FlitParams> params;
  flit::set_timed_defaults(params);
  params.flit_bytes = 10;
  params.bandwidth = 1e9;
  return params;
}

constexpr double cycle = 10e-9;
/// Returns the cycles of a message of `flits` flits over `channels` channels in an idle network: 4 per
/// router, 2 for the terminals.
double alone(int channels, int flits) { return 4 * (channels + 1) + 2 + (flits - 1); }

/// A replay of a GOAL program, with rank i on terminal i.
struct Replayed {
  Program program;
  ReplayOutcome outcome;
  ReplayTrace trace;

  Replayed(std::string const& text, FlitSetup const& setup, flit::FlitParams const& params,
           TransportCosts const& costs = {}, RankModel const& model = {}, std::uint32_t per_terminal = 1)
      : program(parse_goal(text, "program")), trace(program.num_operations()) {
    std::vector<std::uint32_t> terminals(program.num_ranks());
    for (std::uint32_t i = 0; i < terminals.size(); ++i) terminals[i] = i / per_terminal;
    FlitTransport transport(*setup.flit_network, *setup.routing, params, 1, costs);
    outcome = run_replay({program, terminals, model, no_progress(), {}, &trace}, transport);
    is_stalled = transport.is_stalled();
  }
  double end(std::size_t rank) const { return outcome.ranks[rank].end; }
  bool is_stalled = false;
};

FlitSetup row(std::int64_t routers) {
  return flit_setup(topology::Mesh({.sides = {routers}}), "dimension_order", ten_ns());
}

TEST(FlitTransport, AMessageMatchesTheClosedFormAfterItsOverhead) {
  Replayed const run(
      "num_ranks 4 rank 0 { c: calc 100 s: send 200b to 3 s requires c }"
      "rank 3 { recv 200b from 0 }",
      row(4), ten_ns(), {.L = 50e-9}, {.o = 30e-9});
  EXPECT_NEAR(run.end(0), 130e-9, 1e-18);
  EXPECT_NEAR(run.end(3), 130e-9 + 50e-9 + alone(3, 20) * cycle + 30e-9, 1e-15);
  EXPECT_NEAR(run.trace.latency[run.program.first_operation(0) + 1], 50e-9 + alone(3, 1) * cycle, 1e-15);
}

TEST(FlitTransport, AMessageStartsAtACycleBoundary) {
  Replayed const run(
      "num_ranks 2 rank 0 { c: calc 101 s: send 1b to 1 s requires c } rank 1 { recv 1b from 0 }", row(2),
      ten_ns());
  EXPECT_NEAR(run.end(1), 110e-9 + alone(1, 1) * cycle, 1e-15);
}

/// A relay over three ranks, by hand: an operation that an arrival triggers starts immediately.
TEST(FlitTransport, ARelayTakesTheTotalTimeOfItsMessages) {
  Replayed const run(
      "num_ranks 4 rank 0 { send 80b to 2 }"
      "rank 2 { r: recv 80b from 0 s: send 160b to 1 s requires r }"
      "rank 1 { r: recv 160b from 2 s: send 10b to 3 s requires r }"
      "rank 3 { recv 10b from 1 }",
      row(4), ten_ns());
  EXPECT_NEAR(run.end(3), (alone(2, 8) + alone(1, 16) + alone(2, 1)) * cycle, 1e-15);
}

/// Two senders to one terminal, by hand: the ejection channel carries one flit per cycle, and is never idle.
TEST(FlitTransport, TwoSendersShareAnEjectionChannel) {
  Replayed const run(
      "num_ranks 3 rank 0 { send 8000b to 1 } rank 2 { send 8000b to 1 }"
      "rank 1 { recv 8000b from 0 recv 8000b from 2 }",
      row(3), ten_ns());
  EXPECT_NEAR(run.end(1), alone(1, 1600) * cycle, 1e-15);
}

TEST(FlitTransport, AHandshakeExchangesPackets) {
  std::string const text =
      "num_ranks 4 rank 0 { send 100b to 3 } rank 3 { c: calc 1000 r: recv 100b from 0 r requires c }";
  for (int const handshake : {0, 1, 2, 3}) {
    Replayed const run(text, row(4), ten_ns(), {.L = 20e-9, .handshake = static_cast<double>(handshake)},
                       {.eager = 0, .buffered = 0});
    auto const latency = 20e-9 + alone(3, 1) * cycle;
    EXPECT_NEAR(run.end(3), 1000e-9 + handshake * latency + 20e-9 + alone(3, 10) * cycle, 1e-15);
    EXPECT_NEAR(run.end(0), run.end(3), 1e-15) << "it is not buffered";
    EXPECT_NEAR(run.trace.latency[0], (handshake + 1) * latency, 1e-15);
  }
}

TEST(FlitTransport, MessagesInsideATerminalBypassTheNetwork) {
  std::string const text =
      "num_ranks 4 rank 0 { send 100b to 1 send 100b to 2 } rank 1 { recv 100b from 0 }"
      "rank 2 { recv 100b from 0 }";
  Replayed const at_once(text, row(2), ten_ns(), {}, {}, 2);
  EXPECT_EQ(at_once.end(1), 0);
  EXPECT_NEAR(at_once.end(2), alone(1, 10) * cycle, 1e-15);
  Replayed const copied(text, row(2), ten_ns(), {.memory = 2e9}, {}, 2);
  EXPECT_NEAR(copied.end(1), 50e-9, 1e-18);
}

TEST(FlitTransport, StopsIfTheNetworkDeadlocks) {
  auto params = ten_ns();
  params.vcs = 1;
  params.allow_deadlock = true;
  std::string text = "num_ranks 5 ";
  for (int i = 0; i < 5; ++i)
    text += "rank " + std::to_string(i) + " { send 60000b to " + std::to_string((i + 2) % 5) +
            " recv 60000b from " + std::to_string((i + 3) % 5) + " }";
  Replayed const run(text, flit_setup(topology::Ring({.routers = 5}), "dimension_order", params), params);
  EXPECT_TRUE(run.is_stalled);
  EXPECT_EQ(run.outcome.stuck.size(), 5);
}

/// All-to-all with computation between the rounds.
TEST(FlitTransport, IsIndependentOfThreads) {
  auto const setup = flit_setup(topology::Torus({.sides = {4, 4}}), "dimension_order", ten_ns());
  std::string text = "num_ranks 16 ";
  for (int i = 0; i < 16; ++i) {
    text += "rank " + std::to_string(i) + " { ";
    for (int k = 1; k < 16; ++k) {
      auto const n = std::to_string(k);
      text += "s" + n + ": send " + std::to_string(37 * k) + "b to " + std::to_string((i + k) % 16) + " r" +
              n + ": recv " + std::to_string(37 * k) + "b from " + std::to_string((i + 16 - k) % 16) + " ";
      if (k > 1) text += "s" + n + " requires r" + std::to_string(k - 1) + "\n";
    }
    text += "}\n";
  }
  std::vector<std::vector<double>> ends;
  for (unsigned const threads : {1U, 2U, 3U, 7U}) {
    Threads const use(threads);
    Replayed const run(text, setup, ten_ns());
    EXPECT_TRUE(run.outcome.stuck.empty());
    ends.emplace_back(run.trace.end);
  }
  for (auto const& one : ends) EXPECT_EQ(one, ends.front());
}

}  // namespace
}  // namespace weft::replay

// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/collective/algorithm.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// Fabrics of three switches with one host each, joined by trunks of 100 Gbit/s. Every engine that sends
/// bytes is limited by the slower cable of the two hosts.
namespace weft::verb {
namespace {

#define FABRICS "file:path=" WEFT_SOURCE_DIR "/test/data/channels/"

struct HostCables {
  char const *name, *fabric;
  int from, to;
  double slower;  ///< bytes/s
};

HostCables const host_cables[] = {
    // 32 Gbit/s of data at n1 and n2 (4xQDR), 8 Gbit/s at n3 (4xSDR)
    {"ToTheSlowHost", FABRICS "host_cable.ibnet", 0, 2, 1e9},
    {"FromTheSlowHost", FABRICS "host_cable.ibnet", 2, 0, 1e9},
    // 32 Gbit/s at every host
    {"AllAlike", FABRICS "slow_hosts.ibnet", 0, 2, 4e9},
};

#undef FABRICS

constexpr double tolerance = 0.02;  // for a few hops

constexpr char const* cable_engines[] = {"flow:alpha=0,beta=0,base=0", "flit"};

class HostCableContract : public testing::TestWithParam<HostCables> {
 protected:
  std::string written(char const* name, std::string const& text) const {
    std::ofstream(scratch_ / name) << text;
    return (scratch_ / name).string();
  }
  Scratch scratch_;
};

constexpr double cable_bytes = 64000;

TEST_P(HostCableContract, SimulateIsLimitedByTheCable) {
  auto const [name, fabric, from, to, slower] = GetParam();
  auto const traffic =
      "timed_messages:file=" +
      written("timed.csv", fmt::format("from,to,bytes,start\n{},{},{},0\n", from, to, cable_bytes));
  for (auto const* engine : cable_engines) {
    auto const result =
        run<Simulate>({.topology = fabric, .routing = "minimal", .traffic = traffic, .engine = engine});
    EXPECT_NEAR(cable_bytes / result.table("summary").at(0, "last_finish").number() / slower, 1, tolerance)
        << engine;
  }
}

TEST_P(HostCableContract, ReplayIsLimitedByTheCable) {
  auto const [name, fabric, from, to, slower] = GetParam();
  std::string text = "num_ranks 3\n";
  for (int rank = 0; rank < 3; ++rank)
    text += fmt::format("rank {} {{\n{}}}\n", rank,
                        rank == from ? fmt::format("l1: send {}b to {} tag 0\n", cable_bytes, to)
                        : rank == to ? fmt::format("l1: recv {}b from {} tag 0\n", cable_bytes, from)
                                     : "");
  auto const program = "goal:file=" + written("one.goal", text);
  for (auto const* engine : cable_engines) {
    auto const result =
        run<Replay>({.topology = fabric, .program = program, .routing = "minimal", .engine = engine});
    EXPECT_NEAR(cable_bytes / result.table("summary").at(0, "end").number() / slower, 1, tolerance) << engine;
  }
}

TEST_P(HostCableContract, CollectiveIsLimitedByTheCable) {
  auto const [name, fabric, from, to, slower] = GetParam();
  Collective::Params request;
  request.operation = collective::Operation::broadcast;
  request.topology = fabric;
  request.algorithm = "single_tree";
  request.bytes = "1000000000";
  request.packets = "1024";
  request.alpha = 0;
  request.root = from;
  request.receivers = fmt::format("{0}..{0}", to);
  auto const seconds = run<Collective>(request).table("collective").at(0, "time").number();
  EXPECT_NEAR(1e9 / seconds / slower, 1, tolerance);
}

INSTANTIATE_TEST_SUITE_P(All, HostCableContract, testing::ValuesIn(host_cables),
                         [](auto const& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace weft::verb

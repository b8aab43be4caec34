// SPDX-License-Identifier: Apache-2.0
// Ends of all ranks in replays of time-independent traces: ends.csv, from SMPI under CM02.
#include "weft/engine/replay/replay.hpp"

#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "weft/engine/replay/flow_transport.hpp"
#include "weft/io/program/ti_trace.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"

namespace weft {
namespace {

TEST(PublishedReplay, EndsOfRanksMatchSmpi) {
  std::map<std::string, std::vector<ReferenceRow>> runs;
  for (auto& row : reference_rows("flow/ti/ends.csv")) runs[row.at("trace")].push_back(std::move(row));
  EXPECT_EQ(runs.size(), 3);
  for (auto const& [trace, rows] : runs) {
    auto const number = [&](char const* name) { return std::stod(rows.front().at(name)); };
    auto const topology = make_topology(rows.front().at("topology"));
    Machine const machine(topology);
    flow::FlowParams const params{.envelope = number("envelope"),
                                  .weight = flow::Weighting::latency,
                                  .precision = 0,
                                  .resolution = 1e-13};
    flow::FlowChannels const channels(machine.network(), number("bandwidth"), params.terminals);
    auto const spec = routing::resolve({"default", {}}, machine, routing::Form::shares);
    // on the platform of SimGrid, links of terminals have the latency of other links
    auto const latency = number("latency");
    auto const paths =
        flow::drawn_paths(channels, topology->layout({}), {.base = 2 * latency, .alpha = latency},
                          routing::bind_drawn_packets(spec, machine), 1);
    auto const program =
        read_ti_trace(WEFT_SOURCE_DIR "/test/data/flow/ti/" + trace + "/list.txt", number("flops"));
    std::vector<std::uint32_t> terminals(program.num_ranks());
    std::iota(terminals.begin(), terminals.end(), 0U);
    replay::FlowTransport transport(channels, *paths, params);
    auto const outcome = replay::run_replay(
        {program, terminals, {.eager = -1, .buffered = number("detached_below") - 1}}, transport);
    EXPECT_TRUE(outcome.stuck.empty());
    ASSERT_EQ(outcome.ranks.size(), rows.size());
    for (auto const& row : rows)
      EXPECT_NEAR(outcome.ranks[std::stoul(row.at("rank"))].end / std::stod(row.at("end")), 1, 1e-9)
          << trace << ", rank " << row.at("rank");
  }
}

}  // namespace
}  // namespace weft

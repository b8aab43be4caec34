// SPDX-License-Identifier: Apache-2.0
// Max-min fair rates, and ends of messages that share channels, by hand, from an oracle with rational
// numbers, and from SimGrid: maxmin.csv, flows.csv and on_topologies.csv.
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/flow_cases.hpp"
#include "support/scratch.hpp"
#include "weft/engine/flow/transfers.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

using namespace flow;

// The rows are rational numbers; at this precision only rounding errors remain.
TEST(PublishedFlows, RatesMatchMaxMinCsv) {
  auto const cases = flow_cases("maxmin.csv", "rate");
  EXPECT_EQ(cases.size(), 42);
  for (auto const& [name, it] : cases) {
    Rates rates(it.capacity, 0);
    std::vector<std::uint32_t> numbers;
    for (auto const& flow : it.flows) {
      numbers.push_back(rates.add(flow.hops, flow.weight, flow.cap));
      rates.start(numbers.back());
    }
    rates.repair();
    for (std::size_t f = 0; f < it.flows.size(); ++f)
      EXPECT_NEAR(rates.rate(numbers[f]) / it.flows[f].expected, 1, 1e-12) << name << " " << it.flows[f].id;
  }
}

/// Returns the end of each message.
std::vector<double> ends_of(FlowCase const& it, double precision, double resolution) {
  Transfers transfers(it.capacity, precision, resolution);
  for (std::size_t f = 0; f < it.flows.size(); ++f) {
    auto const& flow = it.flows[f];
    transfers.send({.time = flow.start,
                    .latency = flow.latency,
                    .bytes = flow.bytes,
                    .message = f,
                    .weight = flow.weight,
                    .cap = flow.cap},
                   flow.hops);
  }
  std::vector<double> ends(it.flows.size(), 0);
  while (transfers.in_progress())
    for (auto const& arrival : transfers.advance()) ends[arrival.message] = transfers.now();
  return ends;
}

void expect_ends(double precision, double resolution, double exact, double simgrid) {
  for (auto const& [name, it] : flow_cases("flows.csv", "finish")) {
    auto const ends = ends_of(it, precision, resolution);
    auto const tolerance = it.source.starts_with("SimGrid") ? simgrid : exact;
    for (std::size_t f = 0; f < it.flows.size(); ++f)
      EXPECT_NEAR(ends[f] / it.flows[f].expected, 1, tolerance) << name << " " << it.flows[f].id;
  }
}

TEST(PublishedFlows, EndsMatchFlowsCsv) { expect_ends(0, 1e-13, 1e-12, 1e-9); }

// The precision changes an end by a small multiple of itself: at most 5 times for 32,759 flows.
TEST(PublishedFlows, EndsApproximateFlowsCsvAtTheDefaultPrecision) { expect_ends(1e-6, 1e-9, 1e-5, 1e-5); }

using Rows = std::vector<ReferenceRow>;
using MessageKey = std::tuple<std::string, std::string, double, double>;
using Ends = std::map<MessageKey, std::multiset<double>>;

/// Returns the end of each message of a case, by (from, to, bytes, start).
Ends simulated(Rows const& rows, std::string const& options) {
  Scratch const scratch;
  auto const path = (scratch / "messages.csv").string();
  std::ofstream file(path);
  file << "from,to,bytes,start\n";
  for (auto const& row : rows)
    file << fmt::format("{},{},{},{}\n", row.at("from"), row.at("to"), row.at("bytes"), row.at("start"));
  file.close();
  auto const& first = rows.front();
  auto routing = first.at("routing");
  if (routing == "dimension_order") routing += ":tie=plus";
  auto const result =
      verb::run<verb::Simulate>({.topology = first.at("topology"),
                                 .routing = routing,
                                 .traffic = "timed_messages:file=" + path,
                                 .engine = fmt::format("flow:alpha=0,beta=0,deliveries=true,terminals={}{}",
                                                       first.at("terminals"), options)});
  Ends ends;
  auto const& table = result.table("deliveries");
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    ends[{table.at(i, "from").exact_text(), table.at(i, "to").exact_text(), table.at(i, "bytes").number(),
          table.at(i, "start").number()}]
        .insert(table.at(i, "finish").number());
  return ends;
}

void expect_topology_ends(std::string const& options, double tolerance) {
  std::map<std::string, Rows> cases;
  for (auto& row : reference_rows("flow/on_topologies.csv")) cases[row.at("case")].push_back(std::move(row));
  EXPECT_EQ(cases.size(), 13);
  for (auto const& [name, rows] : cases) {
    Ends published;
    for (auto const& row : rows)
      published[{row.at("from"), row.at("to"), std::stod(row.at("bytes")), std::stod(row.at("start"))}]
          .insert(std::stod(row.at("finish")));
    auto const ends = simulated(rows, options);
    ASSERT_EQ(ends.size(), published.size()) << name;
    for (auto const& [message, finishes] : published) {
      auto const& found = ends.at(message);
      ASSERT_EQ(found.size(), finishes.size());
      for (auto i = found.begin(), j = finishes.begin(); i != found.end(); ++i, ++j)
        EXPECT_NEAR(*i / *j, 1, tolerance)
            << name << ": " << std::get<0>(message) << " -> " << std::get<1>(message);
    }
  }
}

TEST(PublishedFlows, EndsOnTopologiesMatchSimGrid) {
  expect_topology_ends(",precision=0,resolution=1e-12", 1e-9);
}

TEST(PublishedFlows, EndsOnTopologiesApproximateSimGridByDefault) { expect_topology_ends("", 1e-5); }

TEST(PublishedFlows, AllToAllOnATorusEndsAtTheLoadBound) {  // flow_speed.csv: 0.0512 s
  auto const result = verb::run<verb::Simulate>({.topology = "torus:sides=8x8x8",
                                                 .routing = "dimension_order:tie=plus",
                                                 .traffic = "all_to_all",
                                                 .engine = "flow:alpha=0,beta=0,terminals=free"});
  EXPECT_NEAR(result.table("summary").at(0, "last_finish").number() / 0.0512, 1, 1e-9);
  EXPECT_NEAR(result.table("summary").at(0, "over_bound").number(), 1, 1e-9);
}

TEST(PublishedFlows, AHaloNeverSharesAChannel) {
  auto const result = verb::run<verb::Simulate>({.topology = "torus:sides=16x16x16",
                                                 .traffic = "halo",
                                                 .engine = "flow:alpha=0,beta=0,terminals=free",
                                                 .grid = Sides{16, 16, 16}});
  EXPECT_EQ(result.table("summary").at(0, "messages"), Value{24576});
  EXPECT_NEAR(result.table("summary").at(0, "last_finish").number() / 8.0e-5, 1, 1e-9);
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/flit/figures.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
using namespace chart;
namespace {

TEST(FlitFigures, DrawNoDensityOfClassesWithEqualUtilization) {
  Result run;
  Table loads{"channel_loads", "Channels by utilization", {{"class"}, {"utilization"}, {"channels"}}, {}};
  loads.add_row({"LL", 0.0, 600});
  loads.add_row({"LL", 0.04, 200});
  loads.add_row({"D", 1.0, 24});
  run.tables.push_back(std::move(loads));
  run.scenario = {{"topology", "percs"}, {"routing", "minimal"}, {"traffic", "uniform"}};
  auto const svg = to_svg(utilization_figures(run).at(0));
  EXPECT_EQ(count_text(svg, "density"), 0u);  // undefined for D: equal utilizations
  EXPECT_EQ(count_text(svg, "LL"), 1u);
  EXPECT_EQ(count_text(svg, "D"), 1u);
}

TEST(FlitFigures, LatenciesMarkTheMedianAndTheSlowestPercent) {
  Result run;
  Table latency{"latency", "", {{"p50"}, {"p99"}, {"max"}}, {}};
  latency.add_row({20, 150, 700});
  Table bins{"latencies", "", {{"from"}, {"to"}, {"packets"}}, {}};
  for (int from : {10, 30, 690}) bins.add_row({from, from + 19, from == 10 ? 900 : 50});
  run.tables = {latency, bins};
  auto const figures = packet_figures(run);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].caption,
            "Half of the packets take at most 20 cycles, 99 % at most 150; the slowest takes 700.");
  auto const svg = to_svg(figures[0]);
  EXPECT_EQ(count_text(svg, "p99: 150"), 1u);
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
  run.tables.pop_back();
  EXPECT_TRUE(packet_figures(run).empty());
}

TEST(FlitFigures, LatencyByHopsAddsUpToTheTotal) {
  auto const result =
      run<Simulate>({.topology = "torus:sides=4x4", .traffic = "uniform", .engine = "flit:rate=0.1"});
  auto const& array = *result.find_array("latency_by_hops");
  auto const hops = array.shape.at(1);
  ASSERT_EQ(hops, 5u) << "0 to the diameter";
  double packets = 0, cycles = 0, channels = 0;
  for (std::size_t i = 0; i < hops; ++i) {
    if (array.number(i) == 0) continue;
    packets += array.number(i);
    cycles += array.number(i) * array.number(hops + i);
    channels += array.number(i) * static_cast<double>(i);
    if (i > 1) { EXPECT_GT(array.number(hops + i), array.number(hops + i - 1)) << i; }
  }
  auto const& latency = result.table("latency");
  EXPECT_EQ(packets, latency.at(0, "packets").number());
  EXPECT_NEAR(cycles / packets, latency.at(0, "latency").number(), 1e-9);
  EXPECT_NEAR(channels / packets, latency.at(0, "hops").number(), 1e-9);
  EXPECT_TRUE(label_faults(to_svg(hop_figures(result).at(0))).empty());
}

}  // namespace

using namespace chart;
namespace {

/// Returns a run on a mesh of two routers over two intervals; flits wait for the first channel, and the
/// second has failed.
Result recorded_run() {
  Result run;
  Table over_time{"over_time",
                  "",
                  {{"from"},
                   {"to"},
                   {"offered"},
                   {"accepted"},
                   {"latency"},
                   {"in_flight"},
                   {"waiting"},
                   {"no_credit"},
                   {"no_vc"},
                   {"no_switch"}},
                  {}};
  over_time.add_row({0, 100, 0.5, 0.25, 20.0, 3, 4, 0.5, 0.0, 0.1});
  over_time.add_row({100, 150, 0.5, 0.375, Value{}, 5, 9, 0.5, 0.0, 0.1});
  run.tables.push_back(std::move(over_time));
  run.scenario = {{"topology", "mesh:sides=2"}, {"routing", "dimension_order"}, {"traffic", "uniform"}};
  auto const failed = std::numeric_limits<double>::quiet_NaN();
  run.arrays.push_back(
      {"over_time_channels", "", "", "", {5, 2, 2}, std::vector<double>{0.5, failed, 0.75, failed,
                                                                        1,   failed, 2,    failed,
                                                                        0.5, failed, 4,    failed,
                                                                        0,   failed, 0,    failed,
                                                                        0.1, failed, 0,    failed}});
  return run;
}

TEST(OverTimeFigures, ShowNetworkAndChannels) {
  auto const figures = over_time_figures(recorded_run());
  ASSERT_EQ(figures.size(), 3u);
  EXPECT_EQ(figures[0].caption,
            "In the last interval, 0.3750 of 0.5000 offered flits per cycle and terminal arrive.");
  EXPECT_EQ(figures[1].caption, "The maximum of an interval is 0.75.");
  EXPECT_EQ(figures[2].caption, "The maximum of an interval is 4.");
  for (auto const& figure : figures)
    EXPECT_TRUE(label_faults(to_svg(figure)).empty()) << figure.name << label_faults(to_svg(figure)).front();
  EXPECT_EQ(count_text(to_svg(figures[1]), "(0) → (1)") + count_text(to_svg(figures[1]), "0 → 1"), 1u);
}

TEST(OverTimeFigures, AreOmittedWithoutARecording) { EXPECT_TRUE(over_time_figures({}).empty()); }

}  // namespace
}  // namespace weft::verb

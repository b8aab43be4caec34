// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/sweep/sweep.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

struct SaturationRow {
  double throughput, plus_minus;
};

SaturationRow saturation_of(Sweep::Params const& request) {
  auto const result = run<Sweep>(request);
  auto const& table = result.table("saturation");
  return {table.at(0, "throughput").number(), table.at(0, "plus_minus").number()};
}

/// Four terminals of a router send to the terminals of the next router: the channel between them carries a
/// flit in every cycle.
TEST(SweepThroughputSlow, MeasuresASaturatedChannelPrecisely) {
  auto const found = saturation_of({.topology = "ring:routers=8,concentration=4",
                                    .routing = "dimension_order",
                                    .traffic = "shift:by=4",
                                    .engine = "flit:vcs=4,precision=0.05",
                                    .points = 4});
  EXPECT_NEAR(found.throughput, 0.25, 0.001);
  EXPECT_LT(found.plus_minus, 0.001);
}

/// The same ring with a latency limit that is exceeded far below saturation. The network still saturates with
/// the full channel, at a quarter of a flit per terminal, and the throughput is measured above saturation.
TEST(SweepThroughput, DistinguishesALowLatencyLimitFromSaturation) {
  Sweep::Params const request{.topology = "ring:routers=8,concentration=4",
                              .routing = "dimension_order",
                              .traffic = "shift:by=4",
                              .engine = "flit:vcs=4,precision=0.1",
                              .points = 4,
                              .limit = 1.1,
                              .resolution = 0.05};
  auto const result = run<Sweep>(request);
  auto const& table = result.table("saturation");
  EXPECT_LT(table.at(0, "limit_upper").number(), 0.2);
  EXPECT_LE(table.at(0, "saturation_lower").number(),
            0.25 * 1.02);  // growth of 1 % is visible only in long runs
  EXPECT_GE(table.at(0, "saturation_upper").number(), 0.25);
  EXPECT_LE(table.at(0, "saturation_upper").number(), 0.25 * 1.08);
  EXPECT_NEAR(table.at(0, "throughput").number(), 0.25, 0.005);
  EXPECT_GT(table.at(0, "measured_at_rate").number(), 0.25);
  EXPECT_NE(result.answer.find(", saturates between "), std::string::npos) << result.answer;
}

/// UGAL exceeds three times the zero-load latency when it leaves the minimal paths, at 0.28, and carries 0.5
/// at 55 cycles. BookSim's and Kim's curves (ISCA 2008, figure 8) have the same plateau.
TEST(SweepThroughputSlow, DistinguishesALatencyPlateauFromSaturation) {
  auto const result = run<Sweep>({.topology = "dragonfly:p=2,a=4,h=2",
                                  .routing = "ugal",
                                  .traffic = "next_group",
                                  .engine = "flit:vc_buffer=64,speedup=2,precision=0.05",
                                  .points = 4});
  auto const& table = result.table("saturation");
  EXPECT_NEAR(table.at(0, "limit_upper").number(), 0.28, 0.02);
  EXPECT_GE(table.at(0, "saturation_lower").number(), 0.49);
  EXPECT_NEAR(table.at(0, "throughput").number(), 0.517, 0.02);
  auto const figures = Sweep::figures(result);
  auto const& chart = std::get<chart::LineChart>(std::get<chart::Chart>(figures.front().picture));
  ASSERT_EQ(chart.ranges.size(), 1u);
  EXPECT_EQ(chart.ranges[0].from, table.at(0, "saturation_upper").number()) << "shaded beyond the plateau";
}

/// A switch of 8 ports with one queue at each (Karol, Hluchyj and Morgan 1987): for every seed, the
/// throughput deviates from the mean by no more than its stated precision, which is the resolution or better.
TEST(SweepThroughputSlow, IsWithinItsStatedPrecision) {
  constexpr int seeds = 6;
  constexpr double resolution = 0.01;
  std::vector<SaturationRow> found;
  double mean = 0;
  for (std::int64_t seed = 1; seed <= seeds; ++seed) {
    found.push_back(saturation_of({.topology = "kary_ntree:arity=8,levels=1",
                                   .traffic = "uniform",
                                   .engine = "flit:vcs=1,vc_buffer=64,speculative=ideal,precision=0.1",
                                   .seed = seed,
                                   .points = 3,
                                   .resolution = resolution}));
    mean += found.back().throughput / seeds;
  }
  EXPECT_NEAR(mean, 0.6184, 0.01) << "table I";
  for (auto const& it : found) {
    EXPECT_LE(it.plus_minus, resolution * it.throughput);
    // Twice the 95 % interval is four standard errors, here including the standard error of the mean of all
    // seeds.
    EXPECT_LE(std::abs(it.throughput - mean), 2 * std::sqrt(1 + 1.0 / seeds) * it.plus_minus);
  }
}

/// Latencies with ending "measured" have the requested precision; at saturation they need not.
TEST(SweepCurveSlow, MeasuredPointsReachTheRequestedPrecision) {
  Sweep::Params request{.topology = "mesh:sides=4x4", .engine = "flit:precision=0.01", .points = 6};
  auto const result = run<Sweep>(request);
  auto const& curve = result.table("curve");
  auto const below = result.table("saturation").at(0, "limit_lower").number();
  for (std::size_t row = 0; row < curve.rows.size(); ++row) {
    auto const ending = curve.at(row, "ending").exact_text();
    if (ending != "measured") continue;
    EXPECT_LE(curve.at(row, "plus_minus").number(), 1.5 * 0.01 * curve.at(row, "latency").number())
        << "at rate " << curve.at(row, "rate").number() << " of " << below;
  }
}

}  // namespace
}  // namespace weft::verb

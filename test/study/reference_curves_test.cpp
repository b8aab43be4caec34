#include <fstream>

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/study/presentation.hpp"

namespace weft {
namespace {

Table curve(std::vector<std::pair<double, double>> const& points) {
  Table table{"curve",
              "",
              {{"rate"}, {"offered"}, {"accepted"}, {"latency"}, {"plus_minus"}, {"hops"}, {"ending"}},
              {}};
  for (auto const& [rate, latency] : points)
    table.add_row({rate, rate, 0.98 * rate, latency, 0.5, 3.0, latency < 100 ? "measured" : "saturated"});
  return table;
}

Table saturation(double below, double above) {
  Table table{"saturation", "", {{"below"}, {"above"}}, {}};
  table.add_row({below, above});
  return table;
}

class ReferenceCurves : public ::testing::Test {
 protected:
  ReferenceCurves() {
    std::ofstream(scratch_.path() / "study.toml") << R"(
title = "curves"
[[run]]
label = { experiment = "ours", name = "a torus" }
[[present]]
kind = "reference_curves"
published = "curves.csv"
saturations = "saturation.csv"
simulator = "theirs"
)";
    std::ofstream(scratch_.path() / "curves.csv")
        << R"(experiment,mode,status,rate,pkt_lat,offered_meas,accepted,hops
ours,throughput@1.0,ok,1.0,900,0.6,0.6,3
ours,latency,ok,0.1,20,0.1,0.1,3
ours,latency,ok,0.4,22,0.4,0.39,3
ours,latency,ok,0.6,50,0.6,0.6,3
ours,latency,unstable,0.7,90,0.6,0.6,nan
ours,latency,unstable,0.8,nan,0.6,0.6,nan
other,latency,ok,0.1,5,0.1,0.1,2
)";
    saturations("");
  }
  void saturations(std::string const& rows) {
    std::ofstream(scratch_.path() / "saturation.csv") << "experiment,sat_load_3x\n" << rows;
  }
  Presentation shown(Result result) {
    auto const study = read_study(scratch_.path());
    return present(study, {{study.runs.front(), std::move(result)}});
  }

  Scratch scratch_;
};

TEST_F(ReferenceCurves, SetsPointsBesideEachOther) {
  Result result;
  result.tables = {curve({{0.05, 20}, {0.1, 21}, {0.4, 22}, {0.6, 45}, {0.7, 200}}), saturation(0.61, 0.63)};
  auto const all = shown(result);
  auto const& points = all.tables.at(1);
  ASSERT_EQ(points.rows.size(), 3U);
  EXPECT_NEAR(points.at(0, "difference").number(), 5, 1e-9);
  EXPECT_NEAR(points.at(1, "difference").number(), 0, 1e-9);
  EXPECT_NEAR(points.at(1, "published_share").number(), 97.5, 1e-9);
  EXPECT_NEAR(points.at(1, "share").number(), 98, 1e-9);
  EXPECT_EQ(points.at(1, "compared"), Value{"yes"});
  EXPECT_EQ(points.at(2, "compared"), Value{"no"});
  auto const& experiments = all.tables.at(0);
  EXPECT_NEAR(experiments.at(0, "published_saturation").number(), 0.625, 1e-9);  // 60 cycles, from 50 to 90
  EXPECT_NEAR(experiments.at(0, "to_half").number(), 5, 1e-9);
  EXPECT_NEAR(experiments.at(0, "to_90").number(), 0, 1e-9);
  EXPECT_EQ(experiments.at(0, "above"), Value{0.63});
  ASSERT_EQ(all.pictures.size(), 1U);
  EXPECT_NE(all.pictures.front().svg.find("a torus"), std::string::npos);
}

TEST_F(ReferenceCurves, ASearchedSaturationCountsBeforeTheCurves) {
  saturations("ours,0.8\n");
  Result result;
  result.tables = {curve({{0.1, 20}, {0.4, 22}, {0.6, 45}})};
  auto const all = shown(result);
  EXPECT_EQ(all.tables.at(0).at(0, "published_saturation"), Value{0.8});
  EXPECT_NEAR(all.tables.at(0).at(0, "to_90").number(), -10, 1e-9);
  EXPECT_TRUE(all.tables.at(0).at(0, "below").is_empty());
}

TEST_F(ReferenceCurves, RefusesAStudyWithoutSuchSweeps) {
  Result result;
  EXPECT_THROW(shown(result), InputError);
}

}  // namespace
}  // namespace weft

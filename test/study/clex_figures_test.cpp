#include "weft/study/clex_figures.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::study {
namespace {

void expect_clean_figure(std::string const& svg) { EXPECT_EQ(label_faults(svg), std::vector<std::string>{}); }

/// Table I and III of the paper's Figure 3 as simulated.
std::vector<ClexPhasePanel> phases() {
  return {{"I: 32 nodes per clique, 4 levels, dense",
           {{"literal", {{1, 294.32, 448}, {2, 23.368, 71}, {3, 0.0711, 6}, {4, 0, 1}, {5, 0, 0}}}}},
          {"III: 32 nodes per clique, 4 levels, light",
           {{"literal", {{1, 8.1924, 48}, {2, 0.00118, 2}, {3, 0, 0}}}}}};
}

TEST(ClexPhasesFigureTest, HasAPanelPerTableWithMeanAndMaximum) {
  std::string const svg = clex_phases_figure(phases(), "here");
  expect_clean_figure(svg);
  EXPECT_EQ(count_tags(svg, "polyline"), 4U);
  EXPECT_EQ(count_text(svg, "phase"), 2U);
  EXPECT_EQ(count_text(svg, "literal, mean"), 1U);
  EXPECT_EQ(count_text(svg, "literal, maximum"), 1U);
  EXPECT_EQ(count_text(svg, "0"), 2U) << "zero has its own place on each log axis";
  EXPECT_EQ(count_text(svg, "5"), 2U) << "the panels share the axis of phases";
}

TEST(ClexLevelsFigureTest, ShowsReadingsSideBySide) {
  ClexTable const table{
      "Table I",
      {{"published", {{1, 13.69, 10.63, 33.44}, {2, 4.11, 4, 30.33}}},
       {"literal", {{2, {4.1009, 4.1007, 4.1011}, 4, {28.529, 28.4, 28.6}}, {1, 13.441, 10.617, 32.456}}}}};
  std::string const svg = clex_levels_figure({table, table});
  expect_clean_figure(svg);
  EXPECT_EQ(count_text(svg, "Table I: hops"), 2U);
  EXPECT_EQ(count_text(svg, "13.7"), 2U);
  EXPECT_EQ(count_text(svg, "28.5"), 2U) << "levels are found by their number, not their place";
}

TEST(ClexTorusFigureTest, ShowsBoundAndMeasurement) {
  ClexTorusPanel const panel{
      "dense",
      {"hops", "rounds", "throughput, full duplex", "throughput, shared"},
      {{"bound of the paper", {4.32, 3.65, 4.3, 8.6}}, {"measured", {{4.31, 4.3, 4.32}, 3.9, 4.4, {}}}}};
  std::string const svg = clex_torus_figure({panel});
  expect_clean_figure(svg);
  EXPECT_EQ(count_text(svg, "measured"), 1U);
  EXPECT_EQ(count_text(svg, "8.6"), 1U);
}

TEST(DelayFigureTest, OverlaysDistributions) {
  std::string const svg =
      delay_figure({{"CLEX", {18, 20, 22}, {10, 100, 20}}, {"torus", {40, 80, 120}, {1, 5, 1}}}, "rounds");
  expect_clean_figure(svg);
  EXPECT_EQ(count_text(svg, "CLEX"), 1U);
  EXPECT_EQ(count_text(svg, "2 × mean"), 1U);
  EXPECT_EQ(count_tags(svg, "polyline"), 4U + 4U);
}

TEST(ClexFiguresTest, WithoutDataTheyAreStillPictures) {
  for (std::string const& svg :
       {clex_phases_figure({}), clex_levels_figure({}), clex_torus_figure({}), delay_figure({}, "hops"),
        clex_phases_figure({{"empty", {}}}), clex_levels_figure({{"empty", {}}})}) {
    expect_clean_figure(svg);
  }
}

}  // namespace
}  // namespace weft::study

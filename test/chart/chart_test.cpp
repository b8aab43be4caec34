// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/charts.hpp"
#include "support/picture.hpp"
#include "weft/chart/figure.hpp"
#include "weft/chart/frame.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
double const nan = std::nan("");

bool says(std::string const& svg, std::string const& text) { return count_text(svg, text) > 0; }

/// Checks that a picture is well-formed, contains only finite numbers, and has all labels apart and on the
/// page.
void expect_clean(std::string const& svg) {
  EXPECT_EQ(label_faults(svg), std::vector<std::string>{}) << svg;
  for (auto const* bad : {"nan", "inf\"", "NaN"}) EXPECT_EQ(svg.find(bad), std::string::npos) << svg;
}

TEST(LineChartTest, ShowsAllParts) {
  std::string const svg = to_svg(latency_chart());
  expect_clean(svg);
  for (auto const* text : {"Latency & load", "8×8 torus", "weft <1>", "offered load (flits/cycle)",
                           "latency (cycles)", "dimension order", "valiant", "capacity", "zero load"}) {
    EXPECT_TRUE(says(svg, text)) << text;
  }
  EXPECT_EQ(count_tags(svg, "polyline"), 2U + 2U);
}

TEST(LineChartTest, DrawsABandForARange) {
  LineChart chart = latency_chart();
  std::size_t const polygons = count_tags(to_svg(chart), "polygon");
  chart.series[0].range = RangeStyle::band;
  EXPECT_EQ(count_tags(to_svg(chart), "polygon"), polygons + 1);
}

TEST(LineChartTest, InterruptsLinesAtGaps) {
  LineChart chart{{"gap"}, {"x"}, {"y"}, {{"a", {1, 2, 3, 4, 5, 6}, {1, 2, nan, 3, 4, 5}}}};
  EXPECT_EQ(count_tags(to_svg(chart), "polyline"), 2U);
  chart.series[0].markers = false;
  chart.series[0].y = {1, nan, 3, nan, 4, 5};
  std::string const svg = to_svg(chart);
  EXPECT_EQ(count_tags(svg, "polyline"), 1U);
  EXPECT_EQ(count_tags(svg, "circle"), 2U) << "points without neighbors are drawn even without markers";
}

TEST(LineChartTest, ClipsLinesToTheAxes) {
  LineChart chart{{"cut"}, {"x", "", ScaleType::linear, 0, 10}, {"y", "", ScaleType::linear, 0, 10}, {}};
  chart.series = {{"a", {-5, 5, 15}, {5, 5, 50}}};
  auto const nodes = parse_xml(to_svg(chart));
  auto const line = std::ranges::find(nodes, "polyline", &Node::tag);
  ASSERT_NE(line, nodes.end());
  auto const axis = std::ranges::find_if(
      nodes, [](Node const& n) { return n.tag == "line" && n.number("x1") == n.number("x2"); });
  EXPECT_TRUE(line->attributes.at("points").starts_with(axis->attributes.at("x1") + ","));
  EXPECT_EQ(count_tags(to_svg(chart), "circle"), 1U + 1U) << "one in the legend";
}

TEST(LineChartTest, NotesValuesThatALogAxisCannotShow) {
  LineChart chart{{"log"}, {"phase"}, {"left", "", ScaleType::log}, {}};
  chart.series = {{"a", {1, 2, 3, 4, 5}, {100, 0, -1, -2, infinity}}};
  std::string const svg = to_svg(chart);
  expect_clean(svg);
  EXPECT_TRUE(says(svg, "Zero is drawn before the break of the log axis."));
  EXPECT_TRUE(says(svg, "2 negative values have no place on the logarithmic vertical axis."));
  EXPECT_TRUE(says(svg, "1 infinite value is not shown."));
  EXPECT_TRUE(says(svg, "0"));
}

TEST(LineChartTest, NotesClampedExtremeValues) {
  LineChart const chart{{"t"}, {"x"}, {"y"}, {{"a", {1, 2}, {-1e308, 1e-310}}}};
  EXPECT_TRUE(says(to_svg(chart),
                   "Values beyond 10³⁰⁰ are drawn at 10³⁰⁰, values nearer to zero than 10⁻³⁰⁰ as zero."));
}

TEST(BarChartTest, LabelsBarsWithTheirValues) {
  std::string const svg = to_svg(levels_chart());
  expect_clean(svg);
  for (auto const* text : {"13.69", "13.44", "1.03", "level", "published"})
    EXPECT_TRUE(says(svg, text)) << text;
  BarChart chart = levels_chart();
  chart.value_labels = false;
  EXPECT_FALSE(says(to_svg(chart), "13.69"));
}

TEST(BarChartTest, OmitsMissingBarsAndLabelsZeroOnALogScale) {
  BarChart chart{{"b"}, "", {"p", "q", "r"}, {"y", "", ScaleType::log}, {{"a", {0, nan, 50}}}};
  std::string const svg = to_svg(chart);
  expect_clean(svg);
  EXPECT_TRUE(says(svg, "0") && says(svg, "50"));
  EXPECT_FALSE(says(svg, "–"));
}

TEST(BarChartTest, SupportsBarsThatBeginAtOne) {
  BarChart chart{{"ratios"}, "", {"p", "q"}, {"gain", "", ScaleType::log}, {{"a", {4, 0.25}}}};
  chart.bars_from = 1;
  std::string const svg = to_svg(chart);
  expect_clean(svg);
  std::vector<Node> bars;
  for (Node const& node : parse_xml(svg)) {
    if (node.tag == "rect" && node.attributes.at("fill") == "#0072B2") bars.push_back(node);
  }
  ASSERT_EQ(bars.size(), 3U) << "the legend and two bars";
  EXPECT_NEAR(bars[1].number("height"), bars[2].number("height"), 0.02);
  EXPECT_NEAR(bars[1].number("y") + bars[1].number("height"), bars[2].number("y"), 0.02);
}

/// Returns the bars of a chart in a color, without the box in the legend.
std::vector<Node> bars_of(std::string const& svg, std::string_view color) {
  std::vector<Node> bars;
  for (Node const& node : parse_xml(svg))
    if (node.tag == "rect" && node.attributes.at("fill") == color && node.number("height") != 11)
      bars.push_back(node);
  return bars;
}

TEST(BarChartTest, CentersTheBarsOfACategory) {
  BarChart chart{{"b"}, "", {"both", "one"}, {"y"}, {{"a", {1, 2}}, {"b", {1, nan}}}};
  auto const svg = to_svg(chart);
  auto const a = bars_of(svg, palette[0]), b = bars_of(svg, palette[1]);
  ASSERT_EQ(a.size(), 2U);
  ASSERT_EQ(b.size(), 1U);
  auto const middle = [](Node const& bar) { return bar.number("x") + bar.number("width") / 2; };
  std::vector<double> names;
  for (Node const& node : parse_xml(svg))
    if (node.tag == "text" && (node.text == "both" || node.text == "one")) names.push_back(node.number("x"));
  ASSERT_EQ(names.size(), 2U);
  EXPECT_NEAR((middle(a[0]) + middle(b[0])) / 2, names[0], 0.02);
  EXPECT_NEAR(middle(a[1]), names[1], 0.02);
}

TEST(BarChartTest, DrawsLabelsOverReferenceLines) {
  BarChart chart{{"b"}, "", {"p"}, {"y"}, {{"a", {1}}}};
  chart.references = {{"bound", 1.02}};
  auto const svg = to_svg(chart);
  auto const label = svg.rfind("paint-order=\"stroke\""), line = svg.rfind("stroke-dasharray");
  ASSERT_NE(label, std::string::npos);
  EXPECT_GT(label, line) << "drawn later, on a halo";
}

TEST(ChartTest, OmitsALegendThatRepeatsTheAxis) {
  BarChart chart{{"b"}, "", {"p"}, {"longer run time", "%"}, {{"Longer run time", {1}}}};
  EXPECT_FALSE(says(to_svg(chart), "Longer run time"));
  chart.series[0].name = "isolated";
  EXPECT_TRUE(says(to_svg(chart), "isolated"));
}

TEST(ChartTest, LabelsPanelsWithLettersInPapers) {
  Figure const figure{"f", "Title", "Caption.", "",
                      ChartGrid{{"Title", "sub", "source"}, {latency_chart(), levels_chart()}}};
  auto const screen = to_svg(figure), paper = to_svg(figure, {.look = Look::paper});
  auto grid = std::get<ChartGrid>(figure.picture);
  grid.text.drawn = false;
  expect_clean(to_svg(grid));
  EXPECT_TRUE(says(screen, "Title") && says(screen, "source"));
  EXPECT_FALSE(says(paper, "source") || says(paper, "sub"));
  EXPECT_TRUE(says(paper, "(a) Latency & load") && says(paper, "(b) Rounds"));
  EXPECT_EQ(panel_letter(26), "(aa) ");
  for (auto const width : {Width::column, Width::page}) {
    auto const nodes = parse_xml(to_svg(figure, {.width = width, .look = Look::paper}));
    auto const& root = nodes.front();
    EXPECT_TRUE(root.attributes.at("width").ends_with("mm"));
    EXPECT_EQ(root.attributes.at("aria-label"), "Title");
    auto const box = root.attributes.at("viewBox");
    double const points = std::stod(root.attributes.at("width")) / 25.4 * 72 / std::stod(box.substr(4));
    for (auto const& node : nodes)
      if (node.tag == "text") { EXPECT_GE(node.number("font-size") * points, 7.0) << node.text; }
  }
}

TEST(TimesSigns, ReplaceXBetweenNumbers) {
  EXPECT_EQ(with_times_signs("torus:sides=8x8x8"), "torus:sides=8×8×8");
  EXPECT_EQ(with_times_signs("A torus of 16 x 16, 2.5 x 4"), "A torus of 16 × 16, 2.5 × 4");
  EXPECT_EQ(with_times_signs("r1x2 max 8 x y0x1f"), "r1x2 max 8 x y0x1f");
}

TEST(BarChartTest, KeepsManyLongNamesFromOverlapping) {
  for (int const n : {3, 12, 40, 300}) {
    BarChart chart{{"b"}, "topology", {}, {"y"}, {{"a", {}}, {"b", {}}}};
    for (int i = 0; i < n; ++i) {
      chart.categories.push_back("torus:sides=" + std::to_string(i) + "x8x8 with a long name");
      chart.series[0].values.push_back(1000.0 * i);
      chart.series[1].values.push_back(-3.5 * i);
    }
    expect_clean(to_svg(chart));
    for (auto& name : chart.categories) name = name.substr(12, 3);
    expect_clean(to_svg(chart));
  }
}

TEST(HistogramChartTest, UsesWholeGridStepsForDensities) {
  HistogramChart chart{{"h"}, {"delay", "rounds"}, {}, {{"a", {2, 4, 4, 6}}}};
  auto const nodes = parse_xml(to_svg(chart));
  auto const line = std::ranges::find(nodes, "polyline", &Node::tag);
  ASSERT_NE(line, nodes.end());
  EXPECT_EQ(std::ranges::count(line->attributes.at("points"), ','), 2 + 2 * 3);
  expect_clean(to_svg(chart));
}

TEST(HistogramChartTest, WeightsEqualRepetitions) {
  HistogramChart repeated{{"h"}, {"x"}, {}, {{"a", {1, 2, 2, 5, 5, 5}}}},
      weighted{{"h"}, {"x"}, {}, {{"a", {5, 2, 1, 9}, {3, 2, 1, 0}}}};
  for (auto const kind : {HistogramKind::density, HistogramKind::cumulative, HistogramKind::complementary}) {
    repeated.kind = weighted.kind = kind;
    EXPECT_EQ(to_svg(repeated), to_svg(weighted));
    expect_clean(to_svg(repeated));
  }
}

TEST(HistogramChartTest, DividesByTheMean) {
  HistogramChart one{{"h"}, {"x"}, {}, {{"a", {1, 2, 3}}}}, ten{{"h"}, {"x"}, {}, {{"a", {10, 20, 30}}}};
  one.kind = ten.kind = HistogramKind::complementary;
  EXPECT_NE(to_svg(one), to_svg(ten));
  one.by_mean = ten.by_mean = true;
  EXPECT_EQ(to_svg(one), to_svg(ten));
  ten.distributions[0].values = {-1, 1};
  EXPECT_TRUE(says(to_svg(ten), "a: not divided by its mean, which is not positive."));
}

TEST(ChartGridTest, SharesRangesAndLegend) {
  ChartGrid grid{{"grid", "", "source"}, {}};
  for (double const top : {1.0, 80.0}) {
    grid.charts.emplace_back(
        LineChart{{"panel " + std::to_string(top)}, {"x"}, {"y"}, {{"a", {1, 2, 3}, {0, top, 0}}}});
  }
  grid.shared_y = true;
  std::string const svg = to_svg(grid);
  expect_clean(svg);
  auto const texts = texts_of(svg);
  EXPECT_EQ(std::ranges::count(texts, "80"), 2);
  EXPECT_EQ(std::ranges::count(texts, "a"), 1);
}

TEST(ChartTest, IsDeterministic) {
  EXPECT_EQ(to_svg(latency_chart()), to_svg(latency_chart()));
  EXPECT_EQ(to_svg(levels_chart()), to_svg(levels_chart()));
}

TEST(ChartTest, NotesMissingDataInAnEmptyChart) {
  for (Chart const& chart :
       {Chart{LineChart{{"t"}, {"x"}, {"y"}, {}}}, Chart{LineChart{{"t"}, {"x"}, {"y"}, {{"a", {1}, {nan}}}}},
        Chart{BarChart{{"t"}, "c", {}, {"y"}, {}}}, Chart{BarChart{{"t"}, "c", {"p"}, {"y"}, {}}},
        Chart{HistogramChart{{"t"}, {"x"}, {}, {}}},
        Chart{HistogramChart{{"t"}, {"x"}, {}, {{"a", {nan}}}}}}) {
    std::string const svg = to_svg(chart);
    expect_clean(svg);
    EXPECT_TRUE(says(svg, "no data")) << svg;
  }
  expect_clean(to_svg(ChartGrid{{"nothing"}, {}}));
}

std::vector<std::vector<double>> degenerate_values() {
  return {{0},
          {7},
          {-3},
          {5, 5},
          {0, 0},
          {1e308, -1e308},
          {1e-310, 2e-310},
          {1e-300, 1e300},
          {1e15, 1e15 + 1},
          {infinity, 1},
          {-infinity, nan},
          {nan, 2, nan},
          {-1, 0, 1},
          {1e9, 1e9 + 1e-6}};
}

TEST(ChartTest, SurvivesDegenerateValues) {
  for (auto const& values : degenerate_values()) {
    for (auto const type : {ScaleType::linear, ScaleType::log}) {
      std::vector<std::string> const names(values.size(), "c");
      Axis const axis{"v", "ns", type};
      expect_clean(to_svg(LineChart{{"t"}, axis, axis, {{"a", values, values, values, values}}}));
      expect_clean(to_svg(BarChart{{"t"}, "c", names, axis, {{"a", values, values, values}}}));
      for (auto const kind :
           {HistogramKind::density, HistogramKind::cumulative, HistogramKind::complementary}) {
        expect_clean(to_svg(HistogramChart{{"t"}, axis, {"", "", type}, {{"a", values}}, kind, true}));
      }
    }
  }
}

TEST(ChartTest, SurvivesListsOfDifferentLengths) {
  expect_clean(to_svg(LineChart{{"t"}, {"x"}, {"y"}, {{"a", {1, 2, 3}, {1, 2}, {0}, {3, 3, 3}}}}));
}

TEST(ChartTest, SurvivesNarrowPages) {
  LineChart chart = latency_chart();
  chart.size = {260, 50};
  expect_clean(to_svg(chart));
}

RC_GTEST_PROP(ChartTest, LabelsOfAnyLineChartStayApart,
              (std::vector<double> const& xs, std::vector<double> const& ys)) {
  LineChart chart = latency_chart();
  std::size_t const n = std::min(xs.size(), ys.size());
  chart.series.push_back({"any", {xs.begin(), xs.begin() + n}, {ys.begin(), ys.begin() + n}});
  chart.x.type = *rc::gen::element(ScaleType::linear, ScaleType::log);
  chart.y.type = *rc::gen::element(ScaleType::linear, ScaleType::log);
  chart.size.width = *rc::gen::inRange(300, 1200);
  RC_ASSERT(label_faults(to_svg(chart)).empty());
}

RC_GTEST_PROP(ChartTest, LabelsOfAnyBarChartStayApart, ()) {
  BarChart chart{{"any bars"}, "", {}, {"y", "ns"}, {}};
  auto const categories = *rc::gen::inRange<std::size_t>(1, 30),
             series = *rc::gen::inRange<std::size_t>(1, 6);
  for (std::size_t i = 0; i < categories; ++i) {
    chart.categories.push_back(
        *rc::gen::container<std::string>(rc::gen::elementOf(std::string{"ab cdefgh &<"})));
  }
  for (std::size_t s = 0; s < series; ++s) {
    chart.series.push_back({"s" + std::to_string(s), *rc::gen::container<std::vector<double>>(
                                                         categories, rc::gen::arbitrary<double>())});
  }
  chart.y.type = *rc::gen::element(ScaleType::linear, ScaleType::log);
  auto const faults = label_faults(to_svg(chart));
  RC_ASSERT(faults.empty());
}

}  // namespace
}  // namespace weft::chart

// SPDX-License-Identifier: Apache-2.0
#include "weft/study/presentation.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/picture.hpp"
#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft::study {
namespace {

/// Returns results of runs: sweeps of two machines with two seeds each.
std::vector<Outcome> sweeps() {
  std::vector<Outcome> outcomes;
  for (std::string const machine : {"torus", "CLEX"})
    for (int seed = 1; seed <= 2; ++seed) {
      Outcome it;
      it.run.labels = {{"machine", machine}};
      it.run.request = {"sweep",
                        {{"topology", machine == "torus" ? "torus:sides=4x4" : "clex:m=4,levels=2"},
                         {"seed", std::to_string(seed)}}};
      it.result.scenario = {
          {"topology", machine == "torus" ? "torus:sides=4x4,concentration=1" : "clex:m=4,levels=2"},
          {"routing", "minimal"}};
      it.result.answer = "done";
      it.result.timings = {{"simulate", 2.5}};
      Table curve{"curve", "", {{"rate", "flits/cycle", "", 4}, {"latency", "cycles"}}, {}};
      double const base = machine == "torus" ? 10 : 20;
      curve.add_row({0.1, base + seed});
      curve.add_row({0.2, 2 * base + seed});
      it.result.tables = {curve};
      outcomes.push_back(std::move(it));
    }
  return outcomes;
}

class PresentationTest : public ::testing::Test {
 protected:
  Study study(std::string const& presentations) {
    write_file(folder_.path() / "published.csv",
               "machine,rate,latency,status\ntorus,0.1,11.5,ok\ntorus,0.2,30,ok\n");
    write_file(folder_.path() / "study.toml",
               "title = \"t\"\n[[run]]\ntopology = \"torus:sides=4x4\"\n" + presentations);
    return read_study(folder_.path());
  }
  Shown show(std::string const& presentations) { return present(study(presentations), sweeps()); }
  std::string complaint(std::string const& presentations) {
    return complaint_of([&] { show(presentations); });
  }
  Scratch folder_;
};

TEST_F(PresentationTest, ShowsATableOfRuns) {
  auto const shown = show(R"toml(
[[present]]
kind = "table"
name = "a"
title = "A"
where = "seed == 2"
columns = ["machine", "topology", "topology.sides", "routing", "curve.latency", "curve[0.2].latency", "seconds.simulate", "answer"]
)toml");
  ASSERT_EQ(shown.tables.size(), 1U);
  auto const& table = shown.tables[0];
  EXPECT_EQ(table.rows.at(0),
            (std::vector<Value>{"torus", "torus:sides=4x4", "4x4", "minimal", 12.0, 22.0, 2.5, "done"}));
  EXPECT_EQ(table.rows.at(1),
            (std::vector<Value>{"CLEX", "clex:m=4,levels=2", Value{}, "minimal", 22.0, 42.0, 2.5, "done"}));
  EXPECT_EQ(table.columns.at(4).unit, "cycles") << "as in the result";
  EXPECT_EQ(shown.compared, 0U);
}

TEST_F(PresentationTest, AggregatesGroups) {
  auto const shown = show(R"toml(
[[present]]
kind = "table"
name = "a"
title = "A"
from = "curve"
group = ["machine", "rate"]
columns = ["machine", "rate", { name = "mean", of = "mean(latency)" }, { name = "twice", of = "2 * mean" }, { name = "n", of = "count(latency)" }]
)toml");
  auto const& table = shown.tables.at(0);
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[0], (std::vector<Value>{"torus", 0.1, 11.5, 23.0, 2}));
  EXPECT_EQ(table.rows[3], (std::vector<Value>{"CLEX", 0.2, 41.5, 83.0, 2}));
}

constexpr char const* compared = R"toml(
[[present]]
kind = "table"
name = "a"
title = "A"
from = "curve"
join = { with = "published.csv", on = ["machine", "rate"], as = "paper", where = "status == 'ok'" }
group = ["machine", "rate"]
)toml";

TEST_F(PresentationTest, MarksDifferencesFromPublishedValues) {
  auto const shown = show(std::string(compared) + R"toml(
columns = ["machine", "rate", { name = "latency", of = "mean(latency)", published = "paper.latency", tolerance = "5 %" }]
)toml");
  auto const& table = shown.tables.at(0);
  EXPECT_EQ(table.columns.at(3).name, "published");
  EXPECT_EQ(table.at(0, "agreement"), Value{"yes"});
  EXPECT_TRUE(table.at(1, "agreement").exact_text().starts_with("DIFFERS"))
      << table.at(1, "agreement").exact_text();
  EXPECT_EQ(table.at(2, "agreement"), Value{""}) << "nothing is published for CLEX";
  EXPECT_EQ(shown.compared, 2U);
  ASSERT_EQ(shown.missed.size(), 1U);
  EXPECT_NE(shown.missed[0].find("latency is 21.5, published 30"), std::string::npos) << shown.missed[0];
}

TEST_F(PresentationTest, AcceptsANumberOrAnExpressionAsTolerance) {
  EXPECT_TRUE(show(std::string(compared) + R"toml(
columns = [{ name = "latency", of = "mean(latency)", published = "paper.latency", tolerance = 8.5 }]
)toml")
                  .missed.empty());
  EXPECT_EQ(show(std::string(compared) + R"toml(
columns = [{ name = "latency", of = "mean(latency)", published = "paper.latency", tolerance = "if(rate < 0.15, 0)" }]
)toml")
                .compared,
            1U);
}

TEST_F(PresentationTest, RequiresClaimsToBeTrueInEveryRow) {
  auto const shown = show(R"toml(
[[present]]
kind = "table"
name = "a"
title = "A"
columns = ["machine", { name = "latency", of = "curve.latency" }]
check = [{ that = "latency < 20", says = "latencies are below 20" }]
)toml");
  EXPECT_EQ(shown.compared, 4U);
  ASSERT_EQ(shown.missed.size(), 2U);
  EXPECT_NE(shown.missed[0].find("machine CLEX"), std::string::npos);
  EXPECT_NE(shown.missed[0].find("false: latencies are below 20"), std::string::npos);
}

TEST_F(PresentationTest, CountsOnlyTheRowsToWhichAClaimApplies) {
  auto const shown = show(R"toml(
[[present]]
kind = "table"
name = "a"
title = "A"
columns = ["machine", { name = "latency", of = "curve.latency" }]
check = [{ that = "if(machine == 'torus', latency < 20)", says = "latencies of the torus are below 20" }]
)toml");
  EXPECT_EQ(shown.compared, 2U);
  EXPECT_EQ(shown.missed, std::vector<std::string>{});
  EXPECT_EQ(shown.tables.at(0).at(0, "agreement"), Value{"yes"});
  EXPECT_EQ(shown.tables.at(0).at(2, "agreement"), Value{""});
}

// A published row without a matching run is reported, not silently omitted.
TEST_F(PresentationTest, ReportsRowsWithoutARunInACompleteJoin) {
  auto const table = [](std::string const& where, std::string const& complete) {
    return "[[present]]\nkind = \"table\"\nname = \"a\"\ntitle = \"A\"\nfrom = \"curve\"\nwhere = \"" +
           where +
           "\"\njoin = { with = \"published.csv\", on = [\"machine\", \"rate\"], as = \"p\", complete = " +
           complete + " }\ncolumns = [\"rate\", \"latency\"]\n";
  };
  EXPECT_EQ(show(table("seed == 1", "true")).missed, std::vector<std::string>{});
  auto const shown = show(table("rate < 0.15", "true"));
  EXPECT_EQ(shown.missed, std::vector<std::string>{"a: published.csv: no run shows machine torus, rate 0.2"});
  EXPECT_EQ(shown.compared, 1U);
  EXPECT_EQ(show(table("rate < 0.15", "false")).missed, std::vector<std::string>{});
  auto part = study(table("rate < 0.15", "true"));
  part.partial = true;
  EXPECT_EQ(present(part, sweeps()).missed, std::vector<std::string>{}) << "a part of the study";
}

TEST_F(PresentationTest, ReadsRowsFromAFile) {
  auto const shown = show(R"toml(
[[present]]
kind = "table"
name = "a"
title = "A"
from = "published.csv"
group = "machine"
columns = ["machine", { name = "most", of = "max(latency)" }, { name = "below", of = "max(if(latency < most, rate))" }]
)toml");
  EXPECT_EQ(shown.tables.at(0).rows, (std::vector<std::vector<Value>>{{"torus", 30, 0.1}}));
}

TEST_F(PresentationTest, UsesTablesOfEarlierPresentations) {
  auto const shown = show(R"toml(
[[present]]
kind = "table"
name = "idle"
hidden = true
group = "machine"
columns = ["machine", { name = "latency", of = "mean(curve.latency)" }]
[[present]]
kind = "table"
name = "ratio"
title = "Latency over that of the torus"
from = "idle"
group = []
columns = [{ name = "ratio", of = "max(if(machine == 'CLEX', latency)) / max(if(machine == 'torus', latency))", digits = 3 }]
[[present]]
kind = "table"
name = "joined"
title = "J"
from = "curve"
join = { with = "idle", on = ["machine"], as = "idle" }
columns = ["*", { name = "factor", of = "latency / idle.latency" }]
)toml");
  ASSERT_EQ(shown.tables.size(), 2U);
  EXPECT_NEAR(shown.tables[0].at(0, "ratio").number(), 21.5 / 11.5, 1e-12);
  EXPECT_EQ(shown.tables[1].columns.size(), 3U);
  EXPECT_EQ(shown.tables[1].rows.size(), 8U);
  EXPECT_NEAR(shown.tables[1].at(7, "factor").number(), 42 / 21.5, 1e-12);
}

TEST_F(PresentationTest, SuggestsTheNearestNameForAnUnknownName) {
  EXPECT_NE(complaint("[[present]]\nkind = \"table\"\nname = \"a\"\ntitle = \"A\"\ncolumns = [\"machin\"]\n")
                .find("did you mean 'machine'?"),
            std::string::npos);
  EXPECT_NE(complaint("[[present]]\nkind = \"table\"\nname = \"a\"\ntitle = \"A\"\nfrom = \"curve\"\ngroup = "
                      "\"machine\"\ncolumns = [\"latency\"]\n")
                .find("in one group"),
            std::string::npos);
}

TEST_F(PresentationTest, OmitsPresentationsWithoutRowsInAPartialStudy) {
  auto whole = study(R"toml(
[[present]]
kind = "table"
name = "a"
title = "A"
from = "elsewhere"
columns = ["*"]
)toml");
  EXPECT_THROW(present(whole, sweeps()), InputError);
  whole.partial = true;
  auto const shown = present(whole, sweeps());
  EXPECT_TRUE(shown.tables.empty());
  EXPECT_EQ(shown.notes.size(), 1U);
}

TEST_F(PresentationTest, DrawsCurvesWithPanelsLinesAndErrorBars) {
  auto const shown = show(R"toml(
[[present]]
kind = "curves"
name = "latency"
title = "Latency over load"
from = "curve"
panel = "machine"
series = "machine"
x = { of = "rate", title = "rate", min = 0 }
y = { of = "mean(latency)", title = "latency", unit = "cycles", max = "2 * max(latency)" }
values = [{ of = "mean(latency)", low = "min(latency)", high = "max(latency)" }]
references = [{ name = "limit", at = 0.15, vertical = true, panel = "torus" }]
)toml");
  ASSERT_EQ(shown.figures.size(), 1U);
  auto const svg = to_svg(shown.figures[0]);
  EXPECT_EQ(chart::label_faults(svg), std::vector<std::string>{});
  EXPECT_EQ(chart::count_text(svg, "torus"), 2U) << "panel and legend";
  EXPECT_EQ(chart::count_text(svg, "CLEX"), 2U);
  EXPECT_EQ(chart::count_text(svg, "limit"), 1U);
  EXPECT_GE(chart::count_tags(svg, "polyline"), 2U) << "a line each";
}

/// The source line is the command that draws the figure, without run ids, which change with every parameter.
TEST_F(PresentationTest, FiguresContainTheirCommand) {
  auto const curves = study(R"toml(
[[present]]
kind = "curves"
name = "latency"
title = "Latency over load"
from = "curve"
series = "machine"
x = "rate"
y = "mean(latency)"
)toml");
  auto const outcomes = sweeps();
  auto const svg = to_svg(present(curves, outcomes).figures.at(0));
  EXPECT_EQ(chart::label_faults(svg), std::vector<std::string>{});
  EXPECT_EQ(chart::count_text(svg, "weft run studies/" + curves.name), 1U);
  EXPECT_EQ(svg.find(run_id(as_result(curves, outcomes))), std::string::npos);
}

TEST_F(PresentationTest, BarsAndHeatMapsShowCategories) {
  auto const shown = show(R"toml(
[[present]]
kind = "bars"
name = "bars"
title = "Bars"
from = "curve"
series = "machine"
x = "rate"
y = { of = "mean(latency)", title = "latency" }
[[present]]
kind = "heat"
name = "heat"
title = "Heat"
from = "curve"
x = { of = "rate", title = "rate" }
y = { of = "machine", title = "machine" }
cell = "mean(latency)"
cell_title = "latency, cycles"
)toml");
  ASSERT_EQ(shown.figures.size(), 2U);
  EXPECT_EQ(chart::label_faults(to_svg(shown.figures[0])), std::vector<std::string>{});
  EXPECT_EQ(chart::count_text(to_svg(shown.figures[0]), "21.5"), 2U) << "CLEX at 0.1, torus at 0.2";
  EXPECT_EQ(chart::label_faults(to_svg(shown.figures[1])), std::vector<std::string>{});
  EXPECT_EQ(chart::count_text(to_svg(shown.figures[1]), "latency, cycles"), 1U);
  EXPECT_EQ(chart::count_text(to_svg(shown.figures[1]), "41.5"), 2U) << "cell and scale";
}

}  // namespace
}  // namespace weft::study

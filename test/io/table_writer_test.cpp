// SPDX-License-Identifier: Apache-2.0
#include "weft/io/table_writer.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/io/csv.hpp"

namespace weft {
namespace {

Table levels() {
  Table table{"levels", "Levels of CLEX", {{"level"}, {"reading"}, {"delay", "ns", "", 2}, {"hops"}}, {}};
  table.add_row({1, "literal", 1234.5, 2.0 / 3});
  table.add_row({10, "fitted, Ä", 1.0, {}});
  return table;
}

TEST(TableTextTest, AlignsNumbersRightAndTextLeft) {
  EXPECT_EQ(format_table(levels()),
            "Levels of CLEX\n"
            "\n"
            "level  reading      delay     hops\n"
            "                     [ns]\n"
            "-----  ---------  -------  -------\n"
            "    1  literal    1234.50  0.66667\n"
            "   10  fitted, Ä     1.00        -\n");
}

TEST(TableTextTest, ShowsTablesWithoutRowsOrUnits) {
  EXPECT_EQ(format_table({"empty", "", {{"a"}, {"bc"}}, {}}), "a  bc\n-  --\n");
  EXPECT_EQ(format_table({"empty", "Nothing", {}, {}}), "Nothing\n\n");
}

TEST(TableTextTest, KeepsRowsOnOneLine) {
  Table table{"t", "", {{"name"}}, {}};
  table.add_row({"a\nb\033[31m"});
  EXPECT_EQ(format_table(table), "name\n--------\na b [31m\n");
}

TEST(TableTextTest, OmitsColumnsThatDoNotFitAndListsThem) {
  EXPECT_EQ(format_table(levels(), {.line = 30}),
            "Levels of CLEX\n"
            "\n"
            "level  reading      delay\n"
            "                     [ns]\n"
            "-----  ---------  -------\n"
            "    1  literal    1234.50\n"
            "   10  fitted, Ä     1.00\n"
            ".. 1 more column (hops):\n   --wide\n");
  EXPECT_EQ(format_table(levels(), {.line = 34}), format_table(levels()));
}

Table parameters() {
  Table table{"parameters", "Parameters", {{"parameter"}, {"default"}, {"legal"}, {"meaning"}}, {}};
  table.add_row({"", "", "", "Used first:"});
  table.add_row({"rate", "0.1", "in [0, 1]", "offered load of a terminal, in flits per cycle"});
  table.add_row({"flow", "wormhole", "choice", "how packets advance"});
  table.add_row({"", "", "wormhole", "flit by flit"});
  table.add_row({"a_name_that_is_longer_than_a_column", "", "text", "a file"});
  return table;
}

/// The second column begins two columns behind the longest term, here the value wormhole.
TEST(TableTextTest, ListsDefinitionsWithAllTheirCells) {
  EXPECT_EQ(format_table(parameters(), {.line = 50}),
            "Parameters\n"
            "\n"
            "Used first:\n"
            "  rate        offered load of a terminal, in flits\n"
            "              per cycle (default 0.1, in [0, 1])\n"
            "  flow        how packets advance (default\n"
            "              wormhole, choice)\n"
            "    wormhole  flit by flit\n"
            "  a_name_that_is_longer_than_a_column\n"
            "              a file (text)\n");
}

TEST(TableTextTest, ListsDefinitionsOnNarrowScreens) {
  EXPECT_EQ(format_table(parameters(), {.line = 40}),
            "Parameters\n"
            "\n"
            "Used first:\n"
            "  rate\n"
            "      offered load of a terminal, in\n"
            "      flits per cycle (default 0.1, in\n"
            "      [0, 1])\n"
            "  flow\n"
            "      how packets advance (default\n"
            "      wormhole, choice)\n"
            "    wormhole\n"
            "      flit by flit\n"
            "  a_name_that_is_longer_than_a_column\n"
            "      a file (text)\n");
}

TEST(TableTextTest, OmitsLowPriorityColumnsFirst) {
  auto table = levels();
  table.columns[1].priority = Priority::low;
  EXPECT_EQ(format_table(table, {.line = 30}),
            "Levels of CLEX\n"
            "\n"
            "level    delay     hops\n"
            "          [ns]\n"
            "-----  -------  -------\n"
            "    1  1234.50  0.66667\n"
            "   10     1.00        -\n"
            ".. 1 more column (reading):\n"
            "   --wide\n");
}

Table five_networks() {
  Table table{"metrics", "", {{"metric"}, {"unit"}}, {}};
  for (auto const* name : {"ring:16", "torus:sides=16x16x8", "hyperx:sides=8x8,terminals=32",
                           "dragonfly:p=5,a=10,h=5,groups=41", "xgft:children=32x64,parents=1x32"})
    table.columns.push_back({.name = name, .heading = name, .priority = Priority::high});
  table.columns.push_back({.name = "key", .priority = Priority::low});
  table.add_row({"diameter", "hops", 8, 20, 2, 3, 4, "diameter"});
  table.add_row({"mean terminal distance", "hops", 4.2667, 10.0049, 1.7509, 2.7433, 3.9697, "term_avg_dist"});
  return table;
}

TEST(TableTextTest, ShowsEveryColumnOfHighPriorityOnAnyLine) {
  auto const table = five_networks();
  for (std::size_t line = 60; line <= 200; ++line) {
    auto const text = format_table(table, {.line = line});
    std::istringstream lines(text);
    for (std::string each; std::getline(lines, each);) EXPECT_LE(each.size(), line) << text;
    for (auto const* cell : {"4.2667", "10.005", "1.7509", "2.7433", "3.9697", "ring:", "groups=41", "hops"})
      EXPECT_NE(text.find(cell), std::string::npos) << cell << " at " << line << '\n' << text;
  }
}

TEST(TableTextTest, WrapsHeadingsAtPunctuationAndPutsUnitsBehindNames) {
  EXPECT_EQ(format_table(five_networks(), {.line = 84}),
            "                                                                            xgft:\n"
            "                                                   hyperx:  dragonfly:  children=\n"
            "                                        torus:  sides=8x8,   p=5,a=10,     32x64,\n"
            "                                        sides=  terminals=        h=5,   parents=\n"
            "metric                  unit  ring:16  16x16x8          32   groups=41       1x32\n"
            "----------------------  ----  -------  -------  ----------  ----------  ---------\n"
            "diameter                hops        8       20           2           3          4\n"
            "mean terminal distance  hops   4.2667   10.005      1.7509      2.7433     3.9697\n"
            ".. 1 more column (key): --wide\n");
  EXPECT_EQ(format_table(five_networks(), {.line = 60}),
            "                                                    hyperx:\n"
            "                                         torus:  sides=8x8,\n"
            "                                         sides=  terminals=\n"
            "metric                         ring:16  16x16x8          32\n"
            "-----------------------------  -------  -------  ----------\n"
            "diameter [hops]                      8       20           2\n"
            "mean terminal distance [hops]   4.2667   10.005      1.7509\n"
            "\n"
            "                                                   xgft:\n"
            "                                               children=\n"
            "                               dragonfly:p=5,     32x64,\n"
            "                                    a=10,h=5,   parents=\n"
            "metric                              groups=41       1x32\n"
            "-----------------------------  --------------  ---------\n"
            "diameter [hops]                             3          4\n"
            "mean terminal distance [hops]          2.7433     3.9697\n"
            ".. 1 more column (key): --wide\n");
}

TEST(TableTextTest, WrapsHeadingsBeforeOmittingColumns) {
  Table table{"t", "", {{"name"}, {"messages_per_round"}, {"max"}}, {}};
  table.add_row({"a", 1, 2});
  table.add_row({"b", 3, 4});
  EXPECT_EQ(format_table(table, {.line = 20}),
            "      messages\n"
            "           per\n"
            "name     round  max\n"
            "----  --------  ---\n"
            "a            1    2\n"
            "b            3    4\n");
}

TEST(TableTextTest, TransposesASingleWideRow) {
  auto table = levels();
  table.rows.pop_back();
  table.title.clear();
  EXPECT_EQ(format_table(table, {.line = 20}),
            "level    1\nreading  literal\ndelay    1234.50 ns\nhops     0.66667\n");
  table.columns[0].priority = Priority::low;
  EXPECT_EQ(format_table(table, {.line = 20, .rows = 2}),
            "reading  literal\ndelay    1234.50 ns\n.. 2 more values:\n   --details levels\n");
}

TEST(TableTextTest, NeverTruncatesCells) {
  Table table{"t", "", {{"name"}, {"value"}}, {}};
  table.add_row({std::string(2'600'000, 'x'), 1});
  for (std::size_t const line : {0U, 10U, 80U})
    EXPECT_NE(format_table(table, {.line = line}).find(std::string(2'600'000, 'x')), std::string::npos);
}

TEST(TableTextTest, ShowsTheFirstOrTheSelectedRows) {
  Table table{"t", "", {{"n"}}, {}};
  for (int i = 0; i < 5; ++i) table.add_row({i});
  EXPECT_EQ(format_table(table, {.rows = 2}), "n\n-\n0\n1\n.. 3 more rows: --details t\n");
  EXPECT_EQ(format_table(table, {.rows = 5}), format_table(table));
  EXPECT_EQ(format_table(table, {.rows = 2, .details = {"t"}}), format_table(table));
  table.digest.rows = {1, 4};
  EXPECT_EQ(format_table(table, {.rows = 5}), "n\n-\n1\n4\n.. 3 more rows: --details t\n");
  table.digest.role = Digest::Role::whole;
  EXPECT_EQ(format_table(table, {.rows = 2}), format_table(table));
}

TEST(TableTextTest, StatesALongTextOfAllRowsOnceIfTheTableIsTooWide) {
  Table table{"t", "", {{"of_routing"}, {"step"}, {"from"}}, {}};
  std::string const path = "forwarding:path=/fabrics/minhop";
  for (int i = 1; i < 3; ++i) table.add_row({path, i, "sw"});
  EXPECT_EQ(format_table(table, {.line = 40}),
            "of routing  forwarding:path=/fabrics/minhop\n\nstep  from\n----  ----\n   1  sw\n   2  sw\n");
  EXPECT_EQ(format_table(table, {.line = 43}).find("of routing"), 0u);
  EXPECT_EQ(format_table(table, {.line = 43}), format_table(table)) << "31 + 4 + 4 and two gaps fit";
  table.rows[1][0] = path + "2";
  EXPECT_NE(format_table(table, {.line = 40}).find("minhop2"), std::string::npos);
}

TEST(TableTextTest, ShowsABoundedQuantityAsOneColumn) {
  Table table{"t", "", {{"metric"}, {"value"}, {"lower"}, {"upper"}}, {}};
  table.add_row({"a", 4, {}, {}});
  table.add_row({"b", {}, 2, 5});
  table.add_row({"c", {}, 0.03, 0.578});
  table.add_row({"d", {}, 3, {}});
  EXPECT_EQ(format_table(table, {.rows = 4}),
            "metric       value\n"
            "------  ----------\n"
            "a                4\n"
            "b           2 to 5\n"
            "c          unknown\n"
            "d       at least 3\n");
  EXPECT_NE(format_table(table).find("0.03 to 0.578"), std::string::npos);
}

TEST(TableTextTest, PrintsBoldHeadingsOnATerminal) {
  Table table{"t", "Levels", {{"a_b"}}, {}};
  table.add_row({1});
  EXPECT_EQ(format_table(table, {.emphasis = true}), "\033[1mLevels\033[0m\n\n\033[1ma b\033[0m\n---\n  1\n");
}

TEST(TextLayoutTest, HasNoLimitsWithoutATerminal) {
  EXPECT_EQ(text_layout(-1), TextLayout{});
  EXPECT_FALSE(shows_emphasis(-1));
}

TEST(TextLayoutTest, PrintsWarningsInRedOnLinesWithoutOtherEmphasis) {
  EXPECT_EQ(highlight_warnings("it is saturated\n\033[1mbottleneck\033[0m\nunsaturated\n"),
            "it is \033[31msaturated\033[0m\n\033[1mbottleneck\033[0m\nunsaturated\n");
}

TEST(ResultTextTest, WrapsSentencesAndSettings) {
  Result result;
  result.scenario = {{"topology", "clex:m=32,levels=4"}};
  result.notes = {"nothing was lost on the way"};
  auto const text = format_result(result, {.line = 26});
  EXPECT_EQ(text, "topology  clex:m=32,levels=4\n\nnothing was lost on the\nway\n")
      << "narrower than 24 columns";
}

TEST(WrappedTest, IndentsAllLinesButTheFirst) {
  EXPECT_EQ(wrapped("  --a  one two three", 12, 7), "  --a  one\n       two\n       three\n");
  EXPECT_EQ(wrapped("one two", 0, 7), "one two\n");
  EXPECT_EQ(wrapped("a=1,b=2,c=3", 8), "a=1,b=2,\nc=3\n");
  EXPECT_EQ(wrapped("", 8), "\n");
  EXPECT_EQ(wrapped("--a bb cc", 4, 20), "--a\n  bb\n  cc\n");
}

TEST(WrappedTest, DoesNotBreakWordsLongerThanALine) {
  EXPECT_EQ(wrapped("see /a/long/path.csv and on", 8), "see\n/a/long/path.csv\nand on\n");
  EXPECT_EQ(wrapped("/a/long/path.csv", 8), "/a/long/path.csv\n");
}

TEST(ResultTextTest, FitsTheLineWithoutOmissions) {
  Result result;
  result.answer = "zero-load latency 14.06 cycles; saturates between 0.8359 and 0.8398 flits";
  result.scenario = {{"cost", "rate=40,router=-892.3,port=350.4,copper=0.5771,fiber=2.7452"}};
  result.tables = {Table{"t", "", {{"name"}, {"what it is"}}, {}},
                   Table{"u", "", {{"fact"}, {"value"}, {"meaning"}}, {}}};
  for (int i = 0; i < 2; ++i) {
    auto const number = std::to_string(i);
    result.tables[0].add_row({"torus", "routers on a grid of any number of dimensions " + number});
    result.tables[1].add_row({"torus", 0.5, "a long meaning " + number + " " + std::string(15, 'x')});
  }
  auto const text = format_result(result, {.line = 40});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40u) << line;
  EXPECT_NE(text.find("cost  rate=40,router=-892.3,port=350.4,\n      copper=0.5771,fiber=2.7452\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(std::ranges::count(text, 'x'), 30) << text;
}

TEST(ResultTextTest, BreaksCommandsBetweenWordsOnly) {
  Result result;
  result.answer = "weft sweep torus:8x8 --engine flit:vcs=3,vc_buffer=16,rate=0.1 --file 'a name'";
  EXPECT_EQ(format_result(result, {.line = 40, .rows = brief_rows}),
            "weft sweep torus:8x8 --engine \\\n"
            "  flit:vcs=3,vc_buffer=16,rate=0.1 \\\n"
            "  --file 'a name'\n");
  EXPECT_EQ(format_result(result, {.line = 20, .rows = brief_rows}),
            "weft sweep \\\n  torus:8x8 \\\n  --engine \\\n  flit:vcs=3,vc_buffer=16,rate=0.1 \\\n"
            "  --file 'a name'\n");
}

Result result_of_two_tables() {
  Result result;
  result.scenario = {{"topology", "clex:m=32,levels=2"}, {"engine", "rounds"}};
  result.version = "0.1.0";
  result.seed = 5;
  result.threads = 2;
  result.timings = {{"simulate", 0.98765}};
  result.tables = {Table{"t", "", {{"a"}}, {{1}}}, Table{"slowdown", "", {{"b"}}, {{2}}}};
  result.notes = {"nothing was lost"};
  result.answer = "one";
  result.request = "simulate:topology=\"clex:m=32\"";
  return result;
}

TEST(ResultTextTest, ShowsScenarioTablesNotesAndRun) {
  auto const result = result_of_two_tables();
  EXPECT_EQ(format_result(result),
            "one\n"
            "\n"
            "topology  clex:m=32,levels=2\n"
            "engine    rounds\n"
            "\n"
            "a\n-\n1\n"
            "\n"
            "b\n-\n2\n"
            "\n"
            "nothing was lost\n"
            "\n"
            "run " +
                run_id(result) + ", seed 5, weft 0.1.0, 2 threads, simulate 0.988 s\n");
}

TEST(ResultTextTest, ShowsTheMainTableAndSpecifiedSettingsInBrief) {
  auto result = result_of_two_tables();
  std::string const begin = "one\n\ntopology  clex:m=32\n\n", end = "nothing was lost\n";
  EXPECT_EQ(format_result(result, {.rows = 10}),
            begin + "a\n-\n1\n\n" + end + "\nmore: --details slowdown, or --all\n");
  EXPECT_EQ(format_result(result, {.rows = 10, .details = {"slow_down"}}),
            begin + "a\n-\n1\n\nb\n-\n2\n\n" + end)
      << "by its earlier name";
  result.tables[1].digest.role = Digest::Role::main;
  EXPECT_EQ(format_result(result, {.rows = 10}),
            begin + "b\n-\n2\n\n" + end + "\nmore: --details t, or --all\n");
  EXPECT_EQ(unknown_details(result, {.details = {"t", "run", "settings", "s"}}),
            std::vector<std::string>{"s"});
}

TEST(ResultTextTest, RepeatsTheVerdictAtTheEndIfLongerThanTheScreen) {
  auto result = result_of_two_tables();
  for (int i = 0; i < 30; ++i) result.tables[0].add_row({i});
  auto const lines = [](std::string const& text) { return std::ranges::count(text, '\n'); };
  auto const fitted = format_result(result, {.screen = 24, .rows = 10});
  EXPECT_EQ(lines(fitted), 21);
  auto const fewer_rows = format_result(result, {.screen = 16, .rows = 10});
  EXPECT_EQ(lines(fewer_rows), 15) << fewer_rows;
  auto const whole = format_result(result, {.screen = 24});
  EXPECT_GT(lines(whole), 24);
  EXPECT_TRUE(whole.starts_with("one\n\n") && whole.ends_with("\n\none\n")) << whole;
}

TEST(TableCsvTest, QuotesFieldsAndPrintsAllDigits) {
  EXPECT_EQ(table_csv(levels()),
            "level,reading,delay [ns],hops\n"
            "1,literal,1234.5,0.6666666666666666\n"
            "10,\"fitted, Ä\",1,\n");
}

RC_GTEST_PROP(TableTextProperty, HasNoTrailingSpacesAndOneLinePerRow, ()) {
  auto const names = *rc::gen::container<std::vector<std::string>>(3, rc::gen::string<std::string>());
  Table table{"t", "", {{names[0]}, {names[1], names[2]}}, {}};
  auto const cells = *rc::gen::container<std::vector<std::pair<std::string, double>>>(
      rc::gen::pair(rc::gen::string<std::string>(), rc::gen::arbitrary<double>()));
  for (auto const& [text, number] : cells) table.add_row({text, number});
  std::string const text = format_table(table);
  RC_ASSERT(text.find(" \n") == std::string::npos);
  auto const lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  RC_ASSERT(lines == cells.size() + (names[2].empty() ? 2u : 3u));
}

}  // namespace
}  // namespace weft

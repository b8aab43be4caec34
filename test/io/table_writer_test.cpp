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

TEST(TableTextTest, FoldsWideTables) {
  EXPECT_EQ(format_table(levels(), {30, 30}),
            "Levels of CLEX\n"
            "\n"
            "level  reading      delay\n"
            "                     [ns]\n"
            "-----  ---------  -------\n"
            "    1  literal    1234.50\n"
            "   10  fitted, Ä     1.00\n"
            "\n"
            "level     hops\n"
            "-----  -------\n"
            "    1  0.66667\n"
            "   10        -\n");
  EXPECT_EQ(format_table(levels(), {34, 34}), format_table(levels()));
}

TEST(TableTextTest, TransposesASingleRow) {
  auto table = levels();
  table.rows.pop_back();
  table.title.clear();
  EXPECT_EQ(format_table(table, {20, 20}),
            "level    1\nreading  literal\ndelay    1234.50 [ns]\nhops     0.66667\n");
}

TEST(TableTextTest, CutsLongCellsUnlessWide) {
  Table table{"t", "", {{"name"}}, {}};
  table.add_row({std::string(2'600'000, 'x')});
  EXPECT_EQ(format_table(table, {0, 10}), "name\n----------\nxxxxxxxx..\n");
  EXPECT_GT(format_table(table).size(), 2'600'000u);
}

TEST(TableTextTest, ShowsTheFirstRowsOfMany) {
  Table table{"t", "", {{"n"}}, {}};
  for (int i = 0; i < 5; ++i) table.add_row({i});
  EXPECT_EQ(format_table(table, {0, 0, 2}), "n\n-\n0\n1\n.. 3 more rows; --wide shows all\n");
  EXPECT_EQ(format_table(table, {0, 0, 5}), format_table(table));
}

TEST(TextWidthTest, LimitsCellsWhereThereIsNoTerminal) {
  EXPECT_EQ(text_width(-1, false), (TextWidth{0, 1000, 1000}));
  EXPECT_EQ(text_width(-1, true), TextWidth{});
}

TEST(ResultTextTest, WrapsSentences) {
  Result result;
  result.scenario = {{"topology", "clex:m=32,levels=4"}};
  result.notes = {"nothing was lost on the way"};
  auto const text = format_result(result, {26, 16});
  EXPECT_EQ(text.substr(0, text.find("run")),
            "topology  clex:m=32,leve..\n\nnothing was lost on the\nway\n\n");
}

TEST(WrappedTest, IndentsAllLinesButTheFirst) {
  EXPECT_EQ(wrapped("  --a  one two three", 12, 7), "  --a  one\n       two\n       three\n");
  EXPECT_EQ(wrapped("one two", 0, 7), "one two\n");
  EXPECT_EQ(wrapped("a=1,b=2,c=3", 8), "a=1,b=2,\nc=3\n");
  EXPECT_EQ(wrapped("", 8), "\n");
  EXPECT_EQ(wrapped("--a bb cc", 4, 20), "--a\n  bb\n  cc\n");
}

TEST(WrappedTest, KeepsWordsLongerThanALine) {
  EXPECT_EQ(wrapped("see /a/long/path.csv and on", 8), "see\n/a/long/path.csv\nand on\n");
  EXPECT_EQ(wrapped("/a/long/path.csv", 8), "/a/long/path.csv\n");
}

TEST(ResultTextTest, FitsTheLineWithoutLosingAnything) {
  Result result;
  result.answer = "idle latency 14.06 cycles; saturation between 0.8359 and 0.8398 flits";
  result.scenario = {{"cost", "rate=40,router=-892.3,port=350.4,copper=0.5771,fiber=2.7452"}};
  result.tables = {Table{"t", "", {{"name"}, {"what it is"}}, {}},
                   Table{"u", "", {{"fact"}, {"value"}, {"meaning"}}, {}}};
  for (int i = 0; i < 2; ++i) {
    result.tables[0].add_row({"torus", "routers on a grid of any number of dimensions"});
    result.tables[1].add_row({"torus", 0.5, std::string(70, 'x')});
  }
  auto const text = format_result(result, {40, 1000});
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 40u) << line;
  EXPECT_NE(text.find("cost  rate=40,router=-892.3,port=350.4,\n      copper=0.5771,fiber=2.7452\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(std::ranges::count(text, 'x'), 140) << text;
}

TEST(ResultTextTest, ShowsScenarioTablesNotesAndCircumstances) {
  Result result;
  result.scenario = {{"topology", "clex:m=32"}, {"engine", "rounds"}};
  result.version = "0.1.0";
  result.seed = 5;
  result.threads = 2;
  result.timings = {{"simulate", 0.98765}};
  result.tables = {Table{"t", "", {{"a"}}, {{1}}}};
  result.notes = {"nothing was lost"};
  result.answer = "one";
  EXPECT_EQ(format_result(result),
            "one\n"
            "\n"
            "topology  clex:m=32\n"
            "engine    rounds\n"
            "\n"
            "a\n-\n1\n"
            "\n"
            "nothing was lost\n"
            "\n"
            "run " +
                run_id(result) + ", seed 5, weft 0.1.0, 2 threads, simulate 0.988 s\n");
}

TEST(TableCsvTest, QuotesAndKeepsAllDigits) {
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

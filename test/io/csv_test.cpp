// SPDX-License-Identifier: Apache-2.0
#include "weft/io/csv.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

std::string csv_complaint(std::string_view text) {
  return complaint_of([&] { parse_csv(text, "a.csv"); });
}

TEST(CsvTest, ReadsQuotesCommentsAndBothLineEnds) {
  CsvFile const csv = parse_csv("# rounds\na,b\r\n1,\"x \"\"y\"\",\nz\"\n\n,2", "a.csv");
  EXPECT_EQ(csv.header, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(csv.records.size(), 2u);
  EXPECT_EQ(csv.records[0][1].text, "x \"y\",\nz");
  EXPECT_EQ(csv.records[1][0].text, "");
  EXPECT_EQ(csv.records[1][1].text, "2");
  EXPECT_EQ(csv.place(csv.records[0][1]), "a.csv:3:3");
  EXPECT_EQ(csv.place(csv.records[1][1]), "a.csv:6:2");
}

TEST(CsvTest, ReportsThePositionOfTheError) {
  EXPECT_EQ(csv_complaint(""), "a.csv:1:1: the header is missing");
  EXPECT_EQ(csv_complaint("a,b\n1,2\n3\n"), "a.csv:3:1: the row has 1 fields, but the header has 2");
  EXPECT_EQ(csv_complaint("a,b\n1,\"2\n3\n"), "a.csv:2:3: the quote is not closed");
  EXPECT_EQ(csv_complaint("a,b\n1,\"2\"3\n"), "a.csv:2:6: unexpected text after the closing quote");
  EXPECT_EQ(csv_complaint("a,b\n1,2\"3\n"), "a.csv:2:4: an unquoted field contains a quote");
}

/// Spreadsheets evaluate cells with such beginnings (OWASP, CSV injection); numbers remain numbers.
TEST(CsvTest, WritesFormulasAsText) {
  EXPECT_EQ(csv_line({"=1+1", "+cmd|' /C calc'!A0", "-x", "@SUM(A1)", "\t=1"}),
            "'=1+1,'+cmd|' /C calc'!A0,'-x,'@SUM(A1),'\t=1\n");
  EXPECT_EQ(csv_line({"=HYPERLINK(\"a\",\"b\")"}), "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"\n");
  EXPECT_EQ(csv_line({"-1.5", "+3", "-inf", "-1e-300", "-", "a=b", "'a", ""}),
            "-1.5,+3,-inf,-1e-300,-,a=b,'a,\n");
  auto const csv = parse_csv("a,b,c\n'=1+1,'-5,'x\n", "a.csv");
  EXPECT_EQ(csv.records[0][0].text, "=1+1");
  EXPECT_EQ(csv.records[0][1].text, "'-5") << "nobody wrote that for -5";
  EXPECT_EQ(csv.records[0][2].text, "'x");
  EXPECT_EQ(csv_line({"'=1"}), "''=1\n") << "its own apostrophe stays";
}

RC_GTEST_PROP(CsvProperty, RoundTrips, ()) {
  auto const columns = *rc::gen::inRange<std::size_t>(1, 4);
  auto const field = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"\n\r# 1=-+@'\t")));
  auto const record = rc::gen::container<std::vector<std::string>>(columns, field);
  auto const records = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::vector<std::string>>>(record));
  std::string text;
  for (auto const& fields : records) text += csv_line(fields);
  CsvFile const csv = parse_csv(text, "a.csv");
  RC_ASSERT(csv.header == records[0]);
  RC_ASSERT(csv.records.size() + 1 == records.size());
  for (std::size_t i = 1; i < records.size(); ++i)
    for (std::size_t j = 0; j < columns; ++j) RC_ASSERT(csv.records[i - 1][j].text == records[i][j]);
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/service_levels.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

Sl2VlTables lanes_of(std::string_view text) {
  Sl2VlTables tables;
  add_sl2vl_tables(text, "f", tables);
  return tables;
}

ServiceLevels levels_of(std::string_view text) {
  ServiceLevels levels;
  add_service_levels(text, "f", levels);
  return levels;
}

TEST(Sl2Vl, ReadsOpensmDumps) {
  auto const tables = lanes_of(read_file(fabric_sample("ring5.dfsssp/opensm-sl2vl.dump")));
  auto const rows = tables.rows(0x200000);
  ASSERT_EQ(rows.size(), 12u);  // 3 ports out, each from 3 ports and the switch itself
  EXPECT_EQ(rows[5], (Sl2VlTables::Row{1, 2, {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7}}));
  EXPECT_TRUE(tables.rows(0x1000001).empty());
}

TEST(Sl2Vl, ReadsFlatRows) {
  auto const tables = lanes_of("0xa1 1 2 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n");
  ASSERT_EQ(tables.rows(0xa1).size(), 1u);
  EXPECT_EQ(tables.rows(0xa1)[0],
            (Sl2VlTables::Row{1, 2, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}}));
}

TEST(Sl2Vl, SkipsEndNodes) {
  EXPECT_TRUE(
      lanes_of("Channel Adapter 0x12, base LID 3, \"a\"\n1 1 : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7\n").empty());
}

TEST(Sl2Vl, ReportsThePositionOfTheError) {
  auto const rejection = [](std::string_view text) { return complaint_of([&] { lanes_of(text); }); };
  std::string const head = "Switch 0xa1, base LID 2, \"r\"\n";
  EXPECT_EQ(rejection("0 1 : 0\n"), "f:1:1: unexpected '0' (a row must follow the line of its switch)");
  EXPECT_EQ(rejection(head + "0 1 : 0 1 2\n"), "f:2:12: the field 'VL' is missing (must be a whole number)");
  EXPECT_EQ(rejection(head + "0 1 : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 16\n"),
            "f:2:37: VL=16 (must be in [0, 15])");
  EXPECT_EQ(rejection(head + "0 1 : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 8\n"),
            "f:2:39: unexpected '8' (a row has the virtual lanes of 16 service levels)");
  EXPECT_EQ(rejection(head + "0 1 0\n"), "f:2:5: expected ':' after the ports");
  EXPECT_EQ(rejection("0xa1 1 2 0x101\n"), "f:1:10: VLs=0x101 (must be one byte, for two virtual lanes)");
}

TEST(ServiceLevels, ReadsOpensmDumps) {
  auto const levels = levels_of(read_file(fabric_sample("ring5.dfsssp/opensm-path-records.dump")));
  EXPECT_EQ(levels.find(0x1000001, 5), 6);
  EXPECT_EQ(levels.find(0x1000001, 8), 7);
  EXPECT_EQ(levels.find_by_lid(1, 8), 7);
  EXPECT_EQ(levels.find(0x1000001, 1), ServiceLevels::unknown);
  EXPECT_EQ(levels.find(0x99, 1), ServiceLevels::unknown);
  EXPECT_EQ(levels.find_by_lid(77, 1), ServiceLevels::unknown);
}

TEST(ServiceLevels, ReadsOtherFormats) {
  auto const records = levels_of(
      "Router 0x12, base LID 3, \"a\", port 1\n# LID  : SL : MTU : RATE\n"
      "0x0004 : 5 : 4 : 3\n0x0005 : UNREACHABLE\n");
  EXPECT_EQ(records.find(0x12, 4), 5);
  EXPECT_EQ(records.find(0x12, 5), ServiceLevels::unknown);
  auto const flat = levels_of("0x0000000000000012 4 5\n0x0003 0x0004 6\n7 8 9\n");
  EXPECT_EQ(flat.find(0x12, 4), 5);
  EXPECT_EQ(flat.find_by_lid(3, 4), 6);
  EXPECT_EQ(flat.find_by_lid(7, 8), 9);
}

TEST(ServiceLevels, ReportsThePositionOfTheError) {
  auto const rejection = [](std::string_view text) { return complaint_of([&] { levels_of(text); }); };
  EXPECT_EQ(rejection("0x0004 : 5\n"),
            "f:1:1: unexpected '0x0004' (a row must follow the line of its source)");
  EXPECT_EQ(rejection("Switch 0x12, base LID 3\n0x0004 : 16\n"), "f:2:10: SL=16 (must be in [0, 15])");
  EXPECT_EQ(rejection("Switch 0x12, base LID 3\n0xC000 : 1\n"),
            "f:2:1: LID=0xC000 (must be in [0x0001, 0xBFFF])");
  EXPECT_EQ(rejection("1 2\n"), "f:1:4: the field 'SL' is missing (must be a whole number)");
  EXPECT_EQ(rejection("1 2 3 4\n"), "f:1:7: unexpected '4' (a line is `source LID SL`)");
}

}  // namespace
}  // namespace weft

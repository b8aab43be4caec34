// SPDX-License-Identifier: Apache-2.0
// `weft judge` of fabrics and tables as OpenSM prints them, good and malformed.
#include <functional>

#include "end_to_end/command.hpp"
#include "support/fabrics.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

std::string const ring = "file:path=" + fabric_sample("ring5.net");
std::string const tables = fabric_sample("ring5.dfsssp");

std::string judge(std::string const& topology, std::string const& routing) {
  return "judge " + topology + " --routing forwarding:path=" + routing + " --matchings 10";
}

/// Files of the ring fabric with one change.
class ChangedRing {
 public:
  std::string topology(std::string const& from, std::string const& to) const {
    return "file:format=ibnetdiscover,path=" + changed("ring5.net", from, to);
  }
  std::string lfts(std::string const& from, std::string const& to) const {
    return changed("ring5.dfsssp/opensm-lfts.dump", from, to);
  }
  std::string sl2vl(std::string const& from, std::string const& to) const {
    return tables + "/opensm-lfts.dump,sl2vl=" + changed("ring5.dfsssp/opensm-sl2vl.dump", from, to);
  }
  std::string service_levels(std::string const& from, std::string const& to) const {
    return tables +
           "/opensm-lfts.dump,service_levels=" + changed("ring5.dfsssp/opensm-path-records.dump", from, to);
  }

 private:
  std::string changed(std::string const& sample, std::string const& from, std::string const& to) const {
    auto text = text_of(fabric_sample(sample));
    auto const at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    auto const path = scratch_.path() / std::filesystem::path(sample).filename();
    std::ofstream(path) << text;
    return path.string();
  }
  Scratch scratch_;
};

TEST(Judge, WritesTablesAndFilesAndExitsByTheRequirement) {
  Scratch const scratch;
  auto const judged =
      weft_command(judge(ring, tables) + " --require-free --json -o " + scratch.path().string());
  ASSERT_EQ(judged.status, 0) << judged.err;
  EXPECT_EQ(parse_result(judged.out, "stdout").table("routings").at(0, "reachable"), Value{20});
  for (char const* file :
       {"routings.csv", "load_bounds.csv", "verdict.csv", "load_max.svg", "load_distribution.svg"})
    EXPECT_TRUE(std::filesystem::exists(scratch.path() / file)) << file;
  auto const cyclic = weft_command(judge(ring, tables + "/opensm-lfts.dump") + " --require-free");
  EXPECT_EQ(cyclic.status, 3);
  EXPECT_NE(cyclic.out.find("can deadlock"), std::string::npos);
  EXPECT_NE(cyclic.out.find("no service levels are given: level 0 is assumed"), std::string::npos);
  EXPECT_NE(cyclic.out.find("  r0       "), std::string::npos) << "names of switches: " << cyclic.out;
  EXPECT_EQ(cyclic.err, "");
}

TEST(Judge, IsDeterministicOnAnyNumberOfThreads) {
  auto const args = judge(ring, tables) + " --routing layered --weighted --csv --threads ";
  auto const one = weft_command(args + "1");
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, weft_command(args + "2").out);
}

TEST(Judge, RejectsMalformedTopologyFiles) {
  ChangedRing const it;
  auto const rejected = [&](std::string const& from, std::string const& to, std::string const& part) {
    expect_rejected(judge(it.topology(from, to), tables), part);
  };
  rejected("Switch\t3 \"S-0000000000200000\"", "Swatch\t3 \"S-0000000000200000\"", "ring5.net:22:1");
  rejected("Switch\t3 \"S-0000000000200000\"", "Switch\t1 \"S-0000000000200000\"", "ring5.net:");
  rejected("Switch\t3 \"S-0000000000200001\"", "Switch\t3 \"S-0000000000200000\"", "S-0000000000200000");
  rejected("\"S-0000000000200001\"", "S-0000000000200001", "ring5.net:");
  expect_rejected(judge("file:format=ibnetdiscover,path=" + tables + "/opensm-lfts.dump", tables),
                  "opensm-lfts.dump");
}

TEST(Judge, RejectsMalformedTables) {
  ChangedRing const it;
  auto const rejected = [&](std::string const& routing, std::string const& part) {
    expect_rejected(judge(ring, routing), part);
  };
  rejected(it.lfts("0x0001 003", "0x0001 0x3"), "opensm-lfts.dump:2:");
  rejected(it.lfts("0x0001 003", "0x0001 004"), "the switch has 3 ports");
  rejected(it.lfts("0x0001 003", "0xc001 003"), "opensm-lfts.dump:2:");
  rejected(it.lfts("0x0001 003", "0x0000 003"), "opensm-lfts.dump:2:");
  rejected(fabric_sample("tables"), "no forwarding tables in folder");
  rejected(it.sl2vl("\n0   1   : 0 ", "\n0   1   : 16 "), "opensm-sl2vl.dump:");
  rejected(it.service_levels("0x0005 : 6", "0x0005 : 16"), "opensm-path-records.dump:");
}

TEST(Judge, RejectsTablesOfAnotherFabric) {
  Scratch const scratch;
  auto text = text_of(tables + "/opensm-lfts.dump");
  for (std::size_t at = 0; (at = text.find("0x0000000000200", at)) != std::string::npos;)
    text.replace(at, 15, "0x0000000000900");
  std::ofstream(scratch.path() / "lfts") << text;
  expect_rejected(judge(ring, (scratch.path() / "lfts").string()),
                  "no switch GUID of the tables occurs in the fabric");
  expect_rejected(judge("file:path=" + fabric_sample("nets/torus_5x5_2.net"), tables), "the LID of");
}

TEST(Judge, FailsCablesByNameAndEachInTurn) {
  Scratch const scratch;
  auto const each = weft_command(judge(ring, tables) + " --fail each --json -o " + scratch.path().string());
  ASSERT_EQ(each.status, 0) << each.err;
  auto const found = parse_result(each.out, "stdout");
  auto const& table = found.table("each_failure");
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_EQ(text_of((scratch.path() / "each_failure.csv").string()).substr(0, 24),
            "routing,from,port,to,to_");
  auto const cable = table.at(0, "from").exact_text() + "[" + table.at(0, "port").exact_text() + "]";
  for (std::string const& fail : {cable, "S-0000000000200000[1]+" + cable}) {
    auto const one = weft_command(judge(ring, tables) + " --json --fail " + fail);
    ASSERT_EQ(one.status, 0) << one.err;
    auto const lost = parse_result(one.out, "stdout").table("routings").at(0, "unconnected_port").number();
    EXPECT_GE(lost, table.at(0, "pairs_lost").number()) << fail;
  }
  EXPECT_NE(weft_command(judge(ring, tables) + " --fail " + cable).out.find("pairs are unreachable"),
            std::string::npos);
}

TEST(Judge, RejectsCablesThatDoNotExist) {
  auto const rejected = [](std::string const& fail, std::string const& part) {
    expect_rejected(judge(ring, tables) + " --fail " + fail, part);
  };
  rejected("r9[1]",
           "fail: 'r9' is not a switch (for example, ib5 is a switch, ib5[21] the cable at its port 21");
  rejected("r11", "did you mean 'r1'?");
  rejected("r0[7]", "fail: port 7 of r0 has no cable between switches (port numbers are in [1, 3])");
  rejected("r0[3]", "the port is connected to a host");
  rejected("r0-r2", "fail: no link 'r0-r2'");
  expect_rejected("show torus --fail each", "only weft judge supports --fail each, without other names");
}

TEST(Judge, UsesTheRatesOfTheKindForUnknownRates) {
  ChangedRing const it;
  auto const judged = weft_command(judge(ring, tables) + " --weighted");
  EXPECT_EQ(judged.status, 0) << judged.err;
}

}  // namespace
}  // namespace weft

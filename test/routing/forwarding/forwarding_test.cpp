// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/forwarding.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::routing {
namespace {

/// A ring of five switches with the tables, SL2VL tables and service levels of OpenSM in a temporary folder.
class ForwardingFilesOfARing : public testing::Test {
 protected:
  ForwardingFilesOfARing() {
    for (auto const* name : {"opensm-lfts.dump", "opensm-sl2vl.dump", "opensm-path-records.dump"})
      write_file(folder_ / name, sample(name));
  }
  static std::string sample(std::string const& name) {
    return read_file(fabric_sample("ring5.dfsssp/" + name));
  }
  void add(char const* name, std::string const& text) {
    write_file(folder_ / name, read_file(folder_ / name) + text);
  }
  RoutingTables read() const { return read(Forwarding::Params{.path = folder_.path().string()}); }
  RoutingTables read(Forwarding::Params const& files) const {
    return Forwarding(files).tables(machine_, fabric_, FabricEnds::hosts);
  }
  /// Returns the error message with the folder removed.
  std::string complaint(Forwarding::Params const& files) const {
    auto line = complaint_of([&] { read(files); });
    auto const prefix = folder_.path().string();
    for (auto at = line.find(prefix); at != std::string::npos; at = line.find(prefix))
      line.replace(at, prefix.size(), "D");
    return line;
  }
  bool notes(std::string const& requested) const {
    auto const all = read().notes;
    return std::ranges::find(all, requested) != all.end();
  }

  Scratch folder_;
  Machine machine_{make_topology("file:path=" + fabric_sample("ring5.net"))};
  NumberedFabric fabric_ = machine_.fabric();
};

TEST_F(ForwardingFilesOfARing, AreRecognizedByContent) {
  EXPECT_EQ(read().notes, std::vector<std::string>{});
  EXPECT_EQ(read().routes.num_routers(), 5u);
}

TEST_F(ForwardingFilesOfARing, ReportInconsistentEntries) {
  add("opensm-lfts.dump",
      "Unicast lids [0-9] of switch Lid 1 guid 0x00000000000000ff ('other'):\n0x0001 001\n");
  EXPECT_TRUE(notes("1 table belongs to a switch that is missing in the fabric"));
  add("opensm-lfts.dump", "ibwarn: [7] mad_rpc: timeout\n");
  EXPECT_TRUE(notes("1 line is an error message of the tool that printed the tables"));
  add("opensm-path-records.dump",
      "Channel Adapter 0x00000000000000fe, base LID 77, \"other\", port 1\n0x0001 : 2\n");
  EXPECT_TRUE(notes("1 source of service levels is not in the fabric"));
}

/// The output of dump_fts and of OpenSM, before and after a restart.
TEST_F(ForwardingFilesOfARing, AreRejectedIfTheyContradictEachOther) {
  auto const switch_ = "Unicast lids [0-9] of switch Lid 1 guid 0x0000000000200000 ('r0'):\n";
  auto const rows = [&](std::string const& more) { write_file(folder_ / "old", switch_ + more); };
  auto const given = sample("opensm-lfts.dump");
  auto const row = given.substr(given.find("\n0x0002 ") + 1, 10);
  rows(row + "\n0x00ff 001\n");
  EXPECT_EQ(read().routes.num_routers(), 5u) << "rows that agree";
  rows("0x0002 " + std::string(row.substr(7) == "001" ? "002" : "001") + "\n");
  auto const line = complaint({.path = folder_.path().string()});
  EXPECT_EQ(line.find("D/op"), 0u) << line;
  EXPECT_NE(line.find("sends LID 0x0002 to port"), std::string::npos) << line;
  EXPECT_NE(line.find("the files are from different times"), std::string::npos) << line;
  rows("0x0002 " + row.substr(7) + " # Channel Adapter portguid 0x00000000000000aa: 'x'\n");
  EXPECT_NE(complaint({.path = folder_.path().string()}).find("LID 0x0002 belongs to port 0x"),
            std::string::npos);
}

TEST_F(ForwardingFilesOfARing, ReportAssumptions) {
  std::filesystem::remove(folder_ / "opensm-sl2vl.dump");
  std::filesystem::remove(folder_ / "opensm-path-records.dump");
  EXPECT_TRUE(notes("no service levels are given: level 0 is assumed for all pairs"));
  EXPECT_TRUE(notes(
      "no SL2VL tables are given: the virtual lane is assumed to be the service level modulo the data lanes"));
}

TEST_F(ForwardingFilesOfARing, ReportTheMissingPairsOfATruncatedListOfLevels) {
  auto const text = sample("opensm-path-records.dump");
  write_file(folder_ / "opensm-path-records.dump", text.substr(0, text.rfind("Channel Adapter")));
  EXPECT_TRUE(std::ranges::any_of(read().notes, [](auto const& note) {
    return note.ends_with("pairs have no service level in the files; level 0 is assumed");
  }));
}

TEST_F(ForwardingFilesOfARing, AreRejectedIfTheyAreNotForwardingTables) {
  EXPECT_EQ(
      complaint({.path = (folder_ / "opensm-sl2vl.dump").string()}),
      "D/opensm-sl2vl.dump has no forwarding tables (the file appears to be an SL2VL table); specify it as sl2vl=FILE in addition to the tables");
  EXPECT_EQ(
      complaint({.path = (folder_ / "opensm-path-records.dump").string()}),
      "D/opensm-path-records.dump has no forwarding tables (the file appears to be a list of service levels); specify it as service_levels=FILE in addition to the tables");
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_EQ(complaint({.path = (folder_ / "empty").string()}).substr(0, 40),
            "no forwarding tables in folder D/empty; ");
  auto const topology = fabric_sample("ring5.net");
  EXPECT_NE(complaint({.lfts = topology}).find("ring5.net:"), std::string::npos);
}

/// Neither the netlist nor tables without headers contain the LIDs of the terminals.
TEST_F(ForwardingFilesOfARing, AreRejectedIfATerminalHasNoLid) {
  write_file(folder_ / "bare",
             "Unicast lids [0-9] of switch Lid 1 guid 0x0000000000200000 ('r0'):\n0x0001 003\n");
  EXPECT_EQ(
      complaint({.lfts = (folder_ / "bare").string()}),
      "D/bare: the LID of port 1 of 't0' is unknown (neither the tables nor the topology file contain it)");
}

}  // namespace
}  // namespace weft::routing

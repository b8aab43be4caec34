// SPDX-License-Identifier: Apache-2.0
// Every reader of fabrics rejects malformed files in one line and with at most the memory of the file.

#include <functional>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "support/peak_memory.hpp"
#include "support/sanitized.hpp"
#include "weft/io/fabric/fabric_readers.hpp"
#include "weft/io/fabric/qos_policy.hpp"
#include "weft/io/fabric/service_levels.hpp"
#include "weft/io/file.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/slurm/topology_conf.hpp"

namespace weft {
namespace {

/// A reader, a text in its format, and the required part of its last line.
struct FabricReader {
  std::string name, before, last;
  std::string beginning;  ///< of a line without an end
  std::function<void(std::string_view)> read;
  std::string text() const { return before + last; }
};

/// Returns the lines before the last line that begins with this text.
std::string before(std::string const& text, std::string const& begin) {
  return text.substr(0, text.rfind("\n" + begin) + 1);
}

std::vector<FabricReader> fabric_readers() {
  auto const fabric = [](std::string_view text) { parse_fabric(text, "f"); };
  auto const tables = [](std::string_view text) { forwarding_tables_in(text); };
  auto const lanes = [](std::string_view text) {
    Sl2VlTables result;
    add_sl2vl_tables(text, "f", result);
  };
  auto const levels = [](std::string_view text) {
    ServiceLevels result;
    add_service_levels(text, "f", result);
  };
  auto const policy = [](std::string_view text) {
    ServiceLevels result;
    add_qos_policy(
        text, "f", [](std::uint64_t guid) { return static_cast<std::uint16_t>(guid % 8 + 1); }, result);
  };
  auto const ring = [](std::string const& file, std::string const& begin) {
    return before(read_file(fabric_sample("ring5.dfsssp/" + file)), begin);
  };
  return {
      {"topology file", ring("ibnetdiscover.txt", "[1]"), "[1](1000001) \t\"S-0000000000200000\"[3]",
       "Switch 3 \"", fabric},
      {"ports report", ring("ibnetdiscover-p.txt", "CA"),
       "CA     1  1 0x0000000001000001 4x SDR - SW     2  3 0x0000000000200000 ( 't0' - 'r0' )",
       "SW 6 3 0x3 4x SDR - CA 9 1 ", fabric},
      {"subnet list", ring("opensm-subnet.lst", "{"),
       "{ CA Ports:01 SystemGUID:0000000001000008 NodeGUID:0000000001000008 PortGUID:0000000001000009 "
       "VenID:000000 DevID:0000 Rev:000000A1 {t4} LID:000A PN:01 } { SW Ports:03 SystemGUID:0000000000200004 "
       "NodeGUID:0000000000200004 PortGUID:0000000000200004 VenID:00000000 DevID:0000 Rev:000000A1 {r4} "
       "LID:0007 PN:03 }",
       "{ SW Ports:03 SystemGUID:", fabric},
      {"forwarding tables", ring("opensm-lfts.dump", "0x000a"), "0x000a 003", "Unicast lids [", tables},
      {"forwarding database", ring("opensm.fdbs", "0x000A"), "0x000A : 003", "0x0001 : ", tables},
      {"SL2VL tables", "Switch 0xa1, base LID 2, \"r\"\n", "1 1 : 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7",
       "Switch 0x", lanes},
      {"service levels", ring("opensm-path-records.dump", "0x0009"), "0x0009 : 6", "Channel Adapter 0x",
       levels},
      {"QoS policy",
       "port-groups\nport-group\nname: a\nport-guid: 0x1, 0x2\nend-port-group\nend-port-groups\n"
       "qos-levels\nqos-level\nname: L\nsl: 1\nend-qos-level\nend-qos-levels\n"
       "qos-match-rules\nqos-match-rule\nsource: a\ndestination: a\nqos-level-name: L\nend-qos-match-rule\n",
       "end-qos-match-rules", "port-guid: ", policy},
      {"topology.conf", "SwitchName=leaf Nodes=a[1-3,07]\n", "SwitchName=top Switches=leaf",
       "SwitchName=s Nodes=", [](std::string_view text) { parse_topology_conf(text, "f"); }},
      {"cable list", before(read_file(fabric_sample("small.aries")), "c"),
       "c2-0c1s3a0l57(2:1:3) ptile -> processor", "c0-0c0s0a0l00(0:0:0) green -> ",
       [](std::string_view text) { parse_aries(text, "f"); }},
  };
}

TEST(MalformedFabrics, AcceptIntactSamples) {
  for (auto const& reader : fabric_readers())
    EXPECT_EQ(complaint_of([&] { reader.read(reader.text()); }), "none") << reader.name;
}

TEST(MalformedFabrics, RejectATruncatedLastLine) {
  for (auto const& reader : fabric_readers())
    for (std::size_t size = 1; size < reader.last.size(); ++size) {
      auto const rejection = complaint_of([&] { reader.read(reader.before + reader.last.substr(0, size)); });
      EXPECT_EQ(rejection.substr(0, 2), "f:") << reader.name << ": " << reader.last.substr(0, size);
    }
}

TEST(MalformedFabrics, RejectZeroBytes) {
  for (auto const& reader : fabric_readers()) {
    auto const rejection = complaint_of([&] { reader.read(std::string(1000, '\0')); });
    EXPECT_EQ(rejection.substr(0, 6), "f:1:1:") << reader.name << ": " << rejection;
    auto const later = complaint_of([&] { reader.read(reader.text() + "\n" + std::string("\0\n", 2)); });
    EXPECT_NE(later.find(":1: "), std::string::npos) << reader.name << ": " << later;
  }
}

TEST(MalformedFabrics, NeedNoMoreMemoryThanTheFileForALongLine) {
  if (sanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  constexpr std::size_t size = std::size_t{4} << 20;
  for (auto const& reader : fabric_readers()) {
    std::vector<std::string> texts;
    for (std::string const& begin : {std::string(), reader.beginning})
      for (char const* filling : {"a", "1", "\"", "a=1 ", "a,", "[1]", "0x1 "}) {
        std::string many = filling;
        while (many.size() < size) many += many;
        texts.push_back(begin + many);
      }
    auto const taken = test::peak_memory([&] {
      for (auto const& text : texts) complaint_of([&] { reader.read(text); });
    });
    if (taken < 0) GTEST_SKIP() << "the system does not measure memory";
    EXPECT_LT(taken, size) << reader.name;
  }
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/qos_policy.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/first_match.hpp"

namespace weft {
namespace {

std::string policy_of(std::vector<std::uint64_t> const& guids, LevelOfPair const& level) {
  std::string text;
  write_qos_policy(guids, level, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(QosPolicy, GroupsPortsWithEqualLevels) {
  // Four switches of two hosts each; only the path from the first to the last switch has a separate level.
  LevelOfPair const level = [](std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint8_t>(a / 2 == 0 && b / 2 == 3 ? 2 : 0);
  };
  std::vector<std::uint64_t> const guids{1, 3, 5, 7, 9, 11, 13, 0xabcdef0123456789};
  EXPECT_EQ(policy_of(guids, level), R"(port-groups
port-group
name: s0
port-guid: 0x0000000000000001, 0x0000000000000003
end-port-group
port-group
name: s1
port-guid: 0x0000000000000005, 0x0000000000000007, 0x0000000000000009, 0x000000000000000b, 0x000000000000000d, 0xabcdef0123456789
end-port-group
port-group
name: d0
port-guid: 0x0000000000000001, 0x0000000000000003, 0x0000000000000005, 0x0000000000000007, 0x0000000000000009, 0x000000000000000b
end-port-group
port-group
name: d1
port-guid: 0x000000000000000d, 0xabcdef0123456789
end-port-group
end-port-groups
qos-levels
qos-level
name: DEFAULT
sl: 0
end-qos-level
qos-level
name: L2
sl: 2
end-qos-level
end-qos-levels
qos-match-rules
qos-match-rule
source: s0
destination: d1
qos-level-name: L2
end-qos-match-rule
end-qos-match-rules
)");
}

RC_GTEST_PROP(QosPolicy, AssignsEveryPairItsLevel, ()) {
  auto const ports = *rc::gen::inRange<std::uint32_t>(1, 12);
  auto const kinds = *rc::gen::inRange<std::uint32_t>(1, 4);
  auto const levels = *rc::gen::container<std::vector<std::uint8_t>>(std::size_t{ports} * ports,
                                                                     rc::gen::inRange<std::uint8_t>(0, 16));
  std::vector<std::uint64_t> guids;
  for (std::uint32_t port = 0; port < ports; ++port) guids.push_back(100 + 2 * port);
  // Few kinds of ports form groups.
  LevelOfPair const level = [&](std::uint32_t a, std::uint32_t b) {
    return levels[std::size_t{a % kinds} * ports + b / kinds];
  };
  FirstMatch const rules(policy_of(guids, level));
  for (std::uint32_t a = 0; a < ports; ++a)
    for (std::uint32_t b = 0; b < ports; ++b)
      if (a != b) RC_ASSERT(rules.level(guids[a], guids[b]) == level(a, b));

  ServiceLevels read;
  auto const lid_of = [](std::uint64_t guid) { return static_cast<std::uint16_t>(guid + 7); };
  add_qos_policy(policy_of(guids, level), "f", lid_of, read);
  for (std::uint32_t a = 0; a < ports; ++a)
    for (std::uint32_t b = 0; b < ports; ++b)
      if (a != b) RC_ASSERT(read.find(guids[a], lid_of(guids[b])) == level(a, b));
}

std::string policy_rejection(std::string_view text) {
  return complaint_of([&] {
    ServiceLevels levels;
    add_qos_policy(
        text, "f", [](std::uint64_t) { return std::uint16_t{1}; }, levels);
  });
}

TEST(QosPolicy, RejectsUnsupportedCriteria) {
  EXPECT_EQ(
      policy_rejection("qos-ulps\n"),
      "f:1:1: unexpected 'qos-ulps' (only port groups, levels, and rules with sources and destinations are "
      "supported)");
  EXPECT_EQ(
      policy_rejection("qos-match-rules\n\tqos-match-rule\n\t\tqos-class: 7-9\n"),
      "f:3:3: unexpected 'qos-class:' (only port groups, levels, and rules with sources and destinations "
      "are supported)");
  EXPECT_EQ(policy_rejection("port-groups\nport-group\nname: a\nport-guid: 0x1, x\n"),
            "f:4:17: GUID=x (must be a hexadecimal number of at most 64 bits)");
  EXPECT_EQ(policy_rejection("port-groups\nport-group\nport-guid: 0x1 0x2\n"),
            "f:3:16: unexpected '0x2' (GUIDs are separated by commas)");
  EXPECT_EQ(policy_rejection("qos-match-rules\nqos-match-rule\nsource: a\n"),
            "f:3:9: unexpected 'a' (no port group has this name)");
  EXPECT_EQ(policy_rejection("qos-match-rules\nqos-match-rule\nqos-level-name: L1\n"),
            "f:3:17: unexpected 'L1' (no level has this name)");
  EXPECT_EQ(policy_rejection("qos-levels\nqos-level\nname: L\nsl: 16\n"),
            "f:4:5: SL=16 (must be in [0, 15])");
}

TEST(QosPolicy, RejectsMisplacedBlocks) {
  EXPECT_EQ(policy_rejection("port-group\n"), "f:1:1: unexpected 'port-group' (expected after port-groups)");
  EXPECT_EQ(policy_rejection("end-qos-level\n"),
            "f:1:1: unexpected 'end-qos-level' (expected after qos-level)");
  EXPECT_EQ(policy_rejection("qos-levels\nqos-level\nsl: 0\nqos-level\n"),
            "f:4:1: unexpected 'qos-level' (end-qos-level is missing)");
  EXPECT_EQ(policy_rejection("qos-levels\nqos-level\nend-qos-level\n"),
            "f:3:1: unexpected 'end-qos-level' (the level has no sl)");
  EXPECT_EQ(policy_rejection("qos-match-rules\nqos-match-rule\nend-qos-match-rule\n"),
            "f:3:1: unexpected 'end-qos-match-rule' (the rule has no qos-level-name)");
  EXPECT_EQ(policy_rejection("qos-levels\nsl: 1\n"),
            "f:2:1: unexpected 'sl:' (only port groups, levels, and rules with sources and destinations are "
            "supported)");
  EXPECT_EQ(policy_rejection("port-groups\nend-port-groups\nqos-levels\n"),
            "f:3:1: the file ends before end-qos-levels");
}

TEST(QosPolicy, AppliesRulesWithoutSourcesToAllPorts) {
  ServiceLevels levels;
  add_qos_policy(
      "port-groups\nport-group\nname: a\nport-guid: 0x1\nend-port-group\nport-group\nname: b\nport-guid: "
      "0x2\n"
      "end-port-group\nend-port-groups\nqos-levels\nqos-level\nname: L\nsl: "
      "3\nend-qos-level\nend-qos-levels\n"
      "qos-match-rules\nqos-match-rule\ndestination: b\nqos-level-name: "
      "L\nend-qos-match-rule\nend-qos-match-rules\n",
      "f", [](std::uint64_t guid) { return static_cast<std::uint16_t>(guid); }, levels);
  EXPECT_EQ(levels.find(1, 2), 3);
  EXPECT_EQ(levels.find(2, 1), 0);
}

TEST(QosPolicy, OmitsPortsWithoutALid) {
  ServiceLevels levels;
  std::string const policy =
      "# by hand\nport-groups\nport-group\nname: a\nport-guid: 0x1,0x3\nend-port-group\nend-port-groups\n"
      "qos-levels\nqos-level\nname: DEFAULT\nsl: 2\nend-qos-level\nend-qos-levels\n";
  add_qos_policy(
      policy, "f", [](std::uint64_t guid) { return static_cast<std::uint16_t>(guid == 3 ? 5 : 0); }, levels);
  EXPECT_EQ(levels.find(1, 5), 2);
  EXPECT_EQ(levels.find(3, 1), ServiceLevels::unknown);
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/class_workload.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft {
namespace {

Scenario scenario(std::string const& classes) {
  Scenario it;
  it.topology = "mesh:sides=4x4";
  it.engine = "flit:rate=0.1";
  it.classes = '[' + classes + ']';
  return it;
}

std::string rejection(Scenario const& of) {
  try {
    auto const setting = assemble_flit(of);
  } catch (InputError const& error) { return error.what(); }
  return "";
}

TEST(ClassWorkload, AssignsPacketsChannelsAndTimesToEachClass) {
  auto const setting = assemble_flit(
      scenario("a:rate=0.2,vcs=1..2,priority=3,until=900,b:packet_size=1x4,size_weights=3x1,from=50"));
  auto const& classes = setting.params.classes;
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].name, "a");
  EXPECT_EQ(classes[0].rate, 0.2);
  EXPECT_EQ(classes[0].first_vc, 1u);
  EXPECT_EQ(classes[0].last_vc, 2u);
  EXPECT_EQ(classes[0].priority, 3u);
  EXPECT_EQ(classes[0].until, 900u);
  EXPECT_EQ(classes[1].packet_size, (Sides{1, 4}));
  EXPECT_EQ(classes[1].size_weights, (Numbers{3, 1}));
  EXPECT_EQ(classes[1].from, 50u);
}

TEST(ClassWorkload, RestrictsSendersToTheSpecifiedTerminals) {
  auto setting = assemble_flit(scenario("few:terminals=2..3+7,all:traffic=tornado"));
  auto const traffic = setting.traffic(no_progress());
  auto const& classes = setting.params.classes;
  for (std::uint32_t e = 0; e < 16; ++e) {
    EXPECT_EQ(classes[0].traffic->messages({e}) > 0, e == 2 || e == 3 || e == 7) << e;
    EXPECT_GT(classes[1].traffic->messages({e}), 0u);
  }
}

TEST(ClassWorkload, DrawsDifferentDestinationsForClassesWithEqualPatterns) {
  auto setting = assemble_flit(scenario("a,b"));
  auto const traffic = setting.traffic(no_progress());
  auto const& classes = setting.params.classes;
  int same = 0;
  for (std::uint64_t k = 0; k < 100; ++k)
    same += classes[0].traffic->nth_destination({0}, k) == classes[1].traffic->nth_destination({0}, k);
  EXPECT_LT(same, 30);  // 6.25 are expected; 30 is 10 standard deviations above
}

TEST(ClassWorkload, RejectsInvalidClasses) {
  EXPECT_NE(rejection(scenario("a:packet_size=0x2")).find("must be at least 1"), std::string::npos);
  EXPECT_NE(rejection(scenario("a:size_weights=1x2")).find("size_weights needs packet_size"),
            std::string::npos);
  EXPECT_NE(rejection(scenario("a:vcs=3..1")).find("must be a..b"), std::string::npos);
  auto beside = scenario("a");
  beside.traffic = "tornado";
  EXPECT_NE(rejection(beside).find("traffic conflicts with classes"), std::string::npos);
}

}  // namespace
}  // namespace weft

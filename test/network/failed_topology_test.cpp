#include "weft/network/failed_topology.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

TEST(FailedTopologyTest, TextsComeBack) {
  for (FailedTopology const& it :
       {FailedTopology{"torus:sides=4x4", "0-1+5"}, {"ring", "(0, 1)-(1, 1)"}, {"ring", ""}}) {
    auto const again = read_failed_topology(it.text());
    EXPECT_EQ(again.topology, it.topology);
    EXPECT_EQ(again.fail, it.fail);
  }
  EXPECT_EQ((FailedTopology{"torus:sides=4x4", "0-1+5"}.text()),
            "failed:topology=[torus:sides=4x4],fail=0-1+5");
}

TEST(FailedTopologyTest, FailuresOfFailuresAddUp) {
  auto const all = read_failed_topology("failed:topology=[failed:topology=[ring],fail=0-1],fail=3");
  EXPECT_EQ(all.topology, "ring");
  EXPECT_EQ(all.fail, "0-1+3");
}

TEST(FailedTopologyTest, WrongParametersAreTold) {
  EXPECT_NE(complaint_of([] { read_failed_topology("failed:fail=0-1"); }).find("failed without a topology"),
            std::string::npos);
  EXPECT_NE(
      complaint_of([] { read_failed_topology("failed:topology=ring,fial=0-1"); }).find("did you mean 'fail'"),
      std::string::npos);
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
// The distribution of docs/how-to/add-a-latency.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "weft/core/catalog.hpp"
#include "weft/engine/slackness/two_point.hpp"

namespace weft {
namespace {

static_assert(slackness::LatencyModel<slackness::TwoPoint>);

TEST(AddALatency, ModelsACacheThatNineOfTenRequestsHit) {
  auto const latency = Catalog<slackness::TwoPoint>::pick(
      Spec::parse("two_point:miss=11"), [](auto const& model) { return model.latency({}); });
  EXPECT_DOUBLE_EQ(latency.mean(), 2);
  EXPECT_EQ(latency.maximum(), 11u);
}

}  // namespace
}  // namespace weft

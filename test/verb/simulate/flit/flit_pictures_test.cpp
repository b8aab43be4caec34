#include "weft/verb/simulate/flit/flit_pictures.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/network/topologies.hpp"

namespace weft::verb {
using namespace chart;
namespace {

TEST(FlitPictures, ClassesWhoseChannelsAreAllAlikeAreDrawnWhereTheyAre) {
  Result run;
  Table loads{"channel_loads", "Channels by utilization", {{"class"}, {"utilization"}, {"channels"}}, {}};
  loads.add_row({"LL", 0.0, 600});
  loads.add_row({"LL", 0.04, 200});
  loads.add_row({"D", 1.0, 24});
  run.tables.push_back(std::move(loads));
  run.scenario = {{"topology", "percs"}, {"routing", "minimal"}, {"traffic", "uniform"}};
  auto const svg = utilization_histogram(*make_topology("percs"), run);
  EXPECT_EQ(count_text(svg, "density"), 0u);  // of D it would be any, over bins of any width
  EXPECT_EQ(count_text(svg, "LL"), 1u);
  EXPECT_EQ(count_text(svg, "D"), 1u);
}

}  // namespace
}  // namespace weft::verb

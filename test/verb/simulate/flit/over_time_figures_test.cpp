#include "weft/verb/simulate/flit/over_time_figures.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::verb {
using namespace chart;
namespace {

/// A mesh of two routers over two intervals; flits wait for its first channel, its second one has failed.
Result recorded_run() {
  Result run;
  Table over_time{"over_time",
                  "",
                  {{"from"},
                   {"to"},
                   {"offered"},
                   {"accepted"},
                   {"latency"},
                   {"in_flight"},
                   {"waiting"},
                   {"no_credit"},
                   {"no_vc"},
                   {"no_switch"}},
                  {}};
  over_time.add_row({0, 100, 0.5, 0.25, 20.0, 3, 4, 0.5, 0.0, 0.1});
  over_time.add_row({100, 150, 0.5, 0.375, Value{}, 5, 9, 0.5, 0.0, 0.1});
  run.tables.push_back(std::move(over_time));
  run.scenario = {{"topology", "mesh:sides=2"}, {"routing", "dimension_order"}, {"traffic", "uniform"}};
  auto const failed = std::numeric_limits<double>::quiet_NaN();
  run.arrays.push_back(
      {"over_time_channels", "", "", "", {5, 2, 2}, std::vector<double>{0.5, failed, 0.75, failed,
                                                                        1,   failed, 2,    failed,
                                                                        0.5, failed, 4,    failed,
                                                                        0,   failed, 0,    failed,
                                                                        0.1, failed, 0,    failed}});
  return run;
}

TEST(OverTimeFigures, ShowNetworkAndChannels) {
  auto const figures = over_time_figures(recorded_run());
  ASSERT_EQ(figures.size(), 3u);
  EXPECT_EQ(figures[0].caption,
            "In the last interval 0.3750 flits per cycle and terminal arrive of 0.5000 offered.");
  EXPECT_EQ(figures[1].caption, "The maximum of an interval is 0.75.");
  EXPECT_EQ(figures[2].caption, "The maximum of an interval is 4.");
  for (auto const& figure : figures)
    EXPECT_TRUE(label_faults(to_svg(figure)).empty()) << figure.name << label_faults(to_svg(figure)).front();
  EXPECT_EQ(count_text(to_svg(figures[1]), "(0) → (1)") + count_text(to_svg(figures[1]), "0 → 1"), 1u);
}

TEST(OverTimeFigures, NothingOfARunThatWasNotRecorded) { EXPECT_TRUE(over_time_figures({}).empty()); }

}  // namespace
}  // namespace weft::verb

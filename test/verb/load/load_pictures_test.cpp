#include "weft/verb/load/load_pictures.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::verb {
using namespace chart;
namespace {

TEST(LoadPictures, PatchesOfATaskGridAreLabeled) {
  TaskGridPicture picture{
      .title = "4 x 4", .note = "note", .group = "router", .rows = 4, .columns = 4, .groups = {}};
  for (std::uint64_t row = 0; row < 4; ++row)
    for (std::uint64_t column = 0; column < 4; ++column)
      picture.groups.push_back(10 * (row / 2) + column / 2);
  auto const svg = to_svg(picture);
  for (char const* label : {"0", "1", "10", "11"}) EXPECT_EQ(count_text(svg, label), 1U) << label;
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
}

TEST(LoadPictures, HeatMapsLeaveCellsWithoutChannelWhite) {
  auto const nan = std::numeric_limits<double>::quiet_NaN();
  auto const svg = to_svg(LoadHeatMap{"D", "Load", "from", "to", 2, 2, {nan, 0.5, 2, nan}});
  EXPECT_EQ(count_text(svg, "2"), 1U) << "the scale ends at the maximum load";
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(LoadPictures, HistogramHasAPanelPerClass) {
  Table table{"histogram", "Channels by load", {{"class"}, {"from"}, {"to"}, {"channels"}}, {}};
  for (char const* of_class : {"LL", "D"})
    for (int bin = 0; bin < 10; ++bin) table.add_row({of_class, bin / 10.0, (bin + 1) / 10.0, bin});
  auto const svg = load_histogram(table);
  EXPECT_GE(count_text(svg, "LL"), 1U);
  EXPECT_GE(count_text(svg, "D"), 1U);
  EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
}

}  // namespace
}  // namespace weft::verb

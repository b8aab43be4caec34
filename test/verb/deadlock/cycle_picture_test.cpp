#include "weft/verb/deadlock/cycle_picture.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::verb {
using namespace chart;
namespace {

Table cycle_of(std::size_t length) {
  Table table{"cycle", "", {{"step"}, {"held"}, {"vc"}, {"waits_for"}, {"its_vc"}, {"packet"}}, {}};
  for (std::size_t i = 0; i < length; ++i)
    table.add_row(
        {i + 1, "(" + std::to_string(i) + ",0) -> (7,7)", i, "", 0, "from terminal 12 to 34 via router <5>"});
  return table;
}

TEST(CyclePicture, ABoxForEachChannelAndNothingOverlaps) {
  for (std::size_t const length : {1u, 4u, 33u}) {
    auto const svg = cycle_picture(cycle_of(length), "dimension_order with 1 virtual channel can deadlock");
    EXPECT_EQ(label_faults(svg), std::vector<std::string>{});
    EXPECT_EQ(count_tags(svg, "polygon"), length) << "an arrow from each to the next, the last to the first";
    auto const wait = std::string("its packet, from terminal 12 to 34 via router <5>, waits for");
    EXPECT_EQ(count_text(svg, wait), length - 1);
    EXPECT_EQ(count_text(svg, wait + " the first"), 1u);
    EXPECT_EQ(count_text(svg, "(0,0) -> (7,7) VC 0"), 1);
  }
}

}  // namespace
}  // namespace weft::verb

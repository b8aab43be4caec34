#include "weft/verb/schedule/utilization_picture.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"
#include "weft/chart/palette.hpp"

namespace weft::verb {
using namespace chart;
namespace {

schedule::Utilization utilization(std::size_t rows, std::uint64_t slots) {
  std::vector<schedule::Utilization::Row> names;
  for (std::size_t row = 0; row < rows; ++row) names.push_back({"row " + std::to_string(row), 4, 4});
  schedule::Utilization used(names);
  for (std::uint64_t slot = 0; slot < slots; ++slot)
    for (std::size_t row = 0; row < rows; ++row)
      used.add(row, slot, 1, static_cast<double>((slot + row) % 5));
  return used;
}

TEST(UtilizationPicture, IsReadableAtAnyLength) {
  for (std::size_t const rows : {1U, 3U, 32U})
    for (std::uint64_t const slots : {0U, 1U, 3U, 3000U, 100000U}) {
      SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(slots) + " slots");
      auto const svg = utilization_picture(utilization(rows, slots), "a title", "a subtitle");
      EXPECT_TRUE(label_faults(svg).empty()) << label_faults(svg).front();
      EXPECT_EQ(count_text(svg, "a title"), 1U);
      EXPECT_EQ(count_text(svg, "row " + std::to_string(rows - 1)), 1U);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_LT(svg.size(), 3'000'000U);
    }
}

TEST(UtilizationPicture, EmptyAndFullCellsDiffer) {
  schedule::Utilization used({{"x", 2, 2}});
  used.add(0, 0, 1, 2);
  used.end(3);
  auto const svg = utilization_picture(used, "t", "");
  std::size_t cells = 0;
  for (auto const& node : parse_xml(svg))
    if (node.tag == "path") {
      ++cells;
      EXPECT_EQ(node.attributes.at("fill"), shades.back());
    }
  EXPECT_EQ(cells, 1U);
}

}  // namespace
}  // namespace weft::verb

// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/network_parts.hpp"

#include <gtest/gtest.h>

#include "support/picture.hpp"

namespace weft::chart {
namespace {

/// Returns a row of vertices; link i connects i and i + 1.
NetworkView row_of(std::vector<double> const& values) {
  NetworkView view{.title = "A row"};
  view.classes = {"even", "odd"};
  view.value_title = "load";
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const from = static_cast<std::uint32_t>(i);
    view.links.push_back({.a = from, .b = from + 1, .channel_class = static_cast<std::uint16_t>(i % 2)});
    view.links.back().value = values[i];
    view.maximum = std::max(view.maximum, values[i]);
  }
  view.vertices.assign(values.size() + 1, VertexKind::router);
  view.style = Arrangement::grid;
  view.sides = {static_cast<std::uint32_t>(values.size() + 1)};
  view.parts.emplace_back();
  for (std::uint32_t v = 0; v <= values.size(); ++v) view.parts[0].push_back(v);
  return view;
}

std::size_t labels(NetworkView const& view) {
  std::size_t count = 0;
  for (auto const& node : parse_xml(to_svg(view)))
    count += node.tag == "text" && node.attributes.contains("font-weight") && node.text != view.title;
  return count;
}

TEST(ValueLabels, LabelTheLinksWithTheHighestValues) {
  std::vector<double> values(12, 1);
  values[3] = 2.5;
  auto const view = row_of(values);
  EXPECT_EQ(count_text(to_svg(view), "2.5"), 2U) << "beside the link and at the scale";
  EXPECT_EQ(labels(view), 1U);
  EXPECT_EQ(format_equal_values(view), "");
}

TEST(ValueLabels, AreReplacedByASentenceForEqualValues) {
  EXPECT_EQ(labels(row_of(std::vector<double>(12, 0.5))), 0U);
  EXPECT_EQ(format_equal_values(row_of(std::vector<double>(12, 0.5))),
            "All 12 links have the same value, 0.5.");
  std::vector<double> halves, maximum{0.1, 0.1};
  for (int i = 0; i < 16; ++i) halves.push_back(i % 2 == 0 ? 0.25 : 0.75);
  for (int i = 0; i < 10; ++i) maximum.push_back(0.75 + (i % 2 == 0 ? 0 : 1e-16));
  EXPECT_EQ(format_equal_values(row_of(halves)), "All 8 links of class odd have the largest value, 0.75.");
  EXPECT_EQ(format_equal_values(row_of(maximum)), "10 of 12 links have the largest value, 0.75.");
}

TEST(VertexNames, StayInThePicture) {
  auto view = row_of({1, 1, 1});
  view.names = {std::string(3000, 'a'), "switch one of the first row", "c", "d"};
  view.value_title.clear();
  std::vector<std::string> names;
  for (auto const& node : parse_xml(to_svg(view))) {
    if (node.tag != "text" || node.attributes.at("font-size") != "10") continue;
    names.push_back(node.text);
    double const x = std::stod(node.attributes.at("x")), half = text_width(node.text, 10) / 2;
    EXPECT_GE(x - half, 0) << node.text;
    EXPECT_LE(x + half, std::stod(parse_xml(to_svg(view)).front().attributes.at("width"))) << node.text;
  }
  ASSERT_EQ(names.size(), 4U);
  EXPECT_TRUE(names[0].starts_with("aaaa") && names[0].ends_with("…")) << names[0];
  EXPECT_EQ(names[1], "switch one of the first row");
}

TEST(ValueLabels, AreOmittedWithoutLoad) {
  EXPECT_EQ(labels(row_of(std::vector<double>(12, 0))), 0U);
  EXPECT_EQ(format_equal_values(row_of(std::vector<double>(12, 0))), "");
}

}  // namespace
}  // namespace weft::chart

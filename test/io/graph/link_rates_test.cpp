// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "weft/io/graph/graph_format.hpp"
#include "weft/io/graph/graph_readers.hpp"

namespace weft {
namespace {

using enum GraphFormat;

TEST(Kinds, IdentifyHosts) {
  auto const graphml = [](std::string const& attribute, std::string const& word) {
    return parse_graphml("<graphml><key id='k' for='node' attr.name='" + attribute +
                             "'/><graph edgedefault='undirected'><node id='a'><data key='k'>" + word +
                             "</data></node><node id='b'/><edge source='a' target='b'/></graph></graphml>",
                         "f")
        .kinds;
  };
  using Kinds = std::vector<FileVertex>;
  for (auto const* const word : {"host", "Host", "server", "endpoint", "CA"})
    for (auto const* const attribute : {"kind", "type"})
      EXPECT_EQ(graphml(attribute, word), (Kinds{FileVertex::host, FileVertex::router})) << word;
  EXPECT_EQ(graphml("kind", "node"), (Kinds{FileVertex::node, FileVertex::router}));
  EXPECT_TRUE(graphml("kind", "switch").empty());
  EXPECT_TRUE(graphml("type", "Satellite").empty()) << "of the Topology Zoo";
  EXPECT_TRUE(graphml("role", "host").empty()) << "not one of these attributes";
  auto const gml = parse_gml(
      R"(graph [ node [ id 1 kind "host" ] node [ id 2 type "switch" ] edge [ source 1 target 2 ] ])", "f");
  EXPECT_EQ(gml.kinds, (Kinds{FileVertex::host, FileVertex::router}));
  EXPECT_TRUE(parse_gml("graph [ node [ id 1 ] ]", "f").kinds.empty());
}

TEST(Kinds, RoundTrip) {
  GraphFile const graph{.vertices = 3,
                        .links = {{0, 1}, {1, 2}},
                        .terminals = {1, 0, 1},
                        .kinds = {FileVertex::host, FileVertex::router, FileVertex::node}};
  std::string text;
  EXPECT_TRUE(write_graph(graph, graphml, [&](std::string_view piece) { text += piece; }).empty());
  EXPECT_EQ(parse_graphml(text, "f"), graph);
  EXPECT_EQ(write_graph(graph, anynet, [](std::string_view) {}).back(), "without the kinds of vertices");
}

}  // namespace
}  // namespace weft

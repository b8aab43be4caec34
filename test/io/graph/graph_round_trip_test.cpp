// SPDX-License-Identifier: Apache-2.0
// Round trips for every format that is both written and read; and arbitrary bytes are read or rejected.

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/io/graph/graph_writers.hpp"

namespace weft {
namespace {

using enum GraphFormat;

std::string text_of(GraphFile const& graph, GraphFormat format) {
  std::string text;
  write_graph(graph, format, [&](std::string_view piece) { text += piece; });
  return text;
}

GraphFile again(GraphFile const& graph, GraphFormat format) {
  return parse_graph(text_of(graph, format), "f", format);
}

/// Arbitrary graphs of up to 12 vertices, optionally with loops and parallel links, weights, terminals, names
/// and classes.
GraphFile any_graph() {
  GraphFile graph;
  graph.directed = *rc::gen::arbitrary<bool>();
  graph.vertices = *rc::gen::inRange<std::uint64_t>(1, 13);
  bool const weighted = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) graph.classes = {"local", "a <b> & \"c\"", "global"};
  for (int left = *rc::gen::inRange(0, 30); left > 0; --left) {
    auto const vertex = rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(graph.vertices));
    FileLink link{*vertex, *vertex};
    if (weighted) link.weight = *rc::gen::inRange(1, 1000) / 8.0;
    if (!graph.classes.empty()) link.channel_class = *rc::gen::inRange<std::uint16_t>(0, 3);
    graph.links.push_back(link);
  }
  if (*rc::gen::arbitrary<bool>())
    graph.terminals =
        *rc::gen::container<std::vector<std::uint32_t>>(graph.vertices, rc::gen::inRange(0u, 5u));
  if (*rc::gen::arbitrary<bool>())
    for (std::uint64_t v = 0; v < graph.vertices; ++v)
      graph.names.push_back(
          "v" + *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab<>&\"' "))) + "|");
  return graph;
}

/// Returns classes in the order of their first link, as a reader numbers them; classes without links are
/// lost.
GraphFile with_found_classes(GraphFile graph) {
  std::vector<std::string> found;
  for (auto& link : graph.links) {
    if (graph.classes.empty()) continue;
    auto const& name = graph.classes[link.channel_class];
    if (std::ranges::find(found, name) == found.end()) found.push_back(name);
    link.channel_class = static_cast<std::uint16_t>(std::ranges::find(found, name) - found.begin());
  }
  graph.classes = found;
  return graph;
}

GraphFile only_structure(GraphFile graph) {
  graph.names.clear();
  graph.terminals.clear();
  graph.classes.clear();
  for (auto& link : graph.links) link.channel_class = 0;
  return graph;
}

/// METIS, Chaco and Matrix Market number vertices from 1, and these numbers are names.
GraphFile numbered_from_1(GraphFile graph) {
  graph = only_structure(std::move(graph));
  for (std::uint64_t v = 1; v <= graph.vertices; ++v) graph.names.push_back(std::to_string(v));
  return graph;
}

RC_GTEST_PROP(GraphRoundTrip, GraphmlKeepsEverything, ()) {
  auto const graph = with_found_classes(any_graph());
  RC_ASSERT(again(graph, graphml) == graph);
}

RC_GTEST_PROP(GraphRoundTrip, AnEdgeListKeepsTheGraph, ()) {
  auto const graph = any_graph();
  RC_ASSERT(again(graph, edge_list) == only_structure(graph));
}

RC_GTEST_PROP(GraphRoundTrip, MatrixMarketKeepsTheMatrix, ()) {
  auto const graph = any_graph();
  auto expected = numbered_from_1(simplified(graph, true, false).graph);
  if (!graph.directed)
    for (auto& link : expected.links) std::swap(link.a, link.b);  // the lower triangle
  RC_ASSERT(again(graph, matrix_market) == expected);
}

RC_GTEST_PROP(GraphRoundTrip, ChacoKeepsTheSimpleGraph, ()) {
  auto const graph = any_graph();
  auto const expected = numbered_from_1(simplified(graph, false, true).graph);
  RC_ASSERT(again(graph, chaco) == expected);
}

RC_GTEST_PROP(GraphRoundTrip, MetisKeepsTheSimpleGraphOfWholeWeights, ()) {
  auto graph = any_graph();
  for (auto& link : graph.links) link.weight *= 8;
  auto const expected = numbered_from_1(simplified(graph, false, true).graph);
  RC_ASSERT(again(graph, metis) == expected);
}

TEST(GraphRoundTripAlone, NotesOnlyLostNames) {
  GraphFile graph{.vertices = 2, .links = {{0, 1}}, .names = {"1", "2"}};
  auto const notes = [&](GraphFormat format) { return write_graph(graph, format, [](std::string_view) {}); };
  for (auto const format : {metis, chaco, matrix_market}) EXPECT_TRUE(notes(format).empty());
  graph.names = {"0", "1"};
  for (auto const format : {metis, chaco, matrix_market})
    EXPECT_EQ(notes(format), std::vector<std::string>{"without names of routers"});
}

RC_GTEST_PROP(GraphRoundTrip, AnynetKeepsLinksAndTerminals, ()) {
  auto const graph = any_graph();
  auto expected = simplified(graph, false, true).graph;
  for (auto& link : expected.links) link.weight = 1;
  auto const terminals =
      graph.terminals.empty() ? std::vector<std::uint32_t>(graph.vertices, 0) : graph.terminals;
  expected = only_structure(expected);
  expected.terminals = terminals;
  RC_ASSERT(again(graph, anynet) == expected);
}

RC_GTEST_PROP(GraphRoundTrip, AnynetKeepsLatencies, ()) {
  auto graph = only_structure(simplified(any_graph(), false, true).graph);
  if (graph.links.empty()) return;
  auto const cycles = rc::gen::inRange<std::uint16_t>(1, 65535);
  for (auto& link : graph.links) {
    link.weight = 1;
    link.latency = *cycles;
    link.latency_back = *cycles;
  }
  graph.terminals.assign(graph.vertices, 2);
  for (std::uint64_t e = 0; e < 2 * graph.vertices; ++e) graph.terminal_latencies.push_back(*cycles);
  RC_ASSERT(again(graph, anynet) == graph);
}

RC_GTEST_PROP(GraphRoundTrip, ReadsOrRejectsDamagedFiles, ()) {
  auto const format = *rc::gen::element(edge_list, metis, chaco, graphml, matrix_market, anynet);
  auto graph = any_graph();
  for (auto& link : graph.links) link.weight = 1;
  auto text = text_of(graph, format);
  for (int left = *rc::gen::inRange(1, 4); left > 0 && !text.empty(); --left)
    text[*rc::gen::inRange<std::size_t>(0, text.size())] =
        *rc::gen::elementOf(std::string("0129 -.\n<>\"/#%ar"));
  try {
    parse_graph(text, "f", format);
  } catch (InputError const& error) { RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos); }
}

GraphFile triangle() {
  GraphFile graph;
  graph.vertices = 3;
  graph.links = {{0, 1}, {0, 1, 2}, {1, 2}, {2, 2}};
  graph.terminals = {1, 0, 2};
  graph.classes = {"link"};
  return graph;
}

TEST(WriteGraph, ReportsUnsupportedParts) {
  using Notes = std::vector<std::string>;
  auto const notes = [](GraphFile const& graph, GraphFormat format) {
    return write_graph(graph, format, [](std::string_view) {});
  };
  EXPECT_EQ(notes(triangle(), metis),
            (Notes{"without 1 loop", "1 parallel link merged, bandwidths added", "without terminals"}));
  EXPECT_EQ(notes(triangle(), anynet),
            (Notes{"without 1 loop", "1 parallel link merged, bandwidths added", "without bandwidths"}));
  EXPECT_EQ(notes(triangle(), graphml), Notes{});
  auto directed = triangle();
  directed.directed = true;
  EXPECT_EQ(notes(directed, chaco).at(0), "links instead of arcs");
  auto fraction = triangle();
  fraction.links[0].weight = 0.5;
  EXPECT_THROW(notes(fraction, metis), InputError);
}

TEST(WriteGraph, WritesAllFormats) {
  EXPECT_EQ(text_of(triangle(), metis), "3 2 1\n2 3\n1 3 3 1\n2 1\n");
  EXPECT_EQ(text_of(triangle(), anynet),
            "router 0 node 0 router 1\nrouter 1 router 2\nrouter 2 node 1 node 2\n");
  EXPECT_EQ(text_of(triangle(), matrix_market),
            "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 3\n3 2 1\n3 3 1\n");
  auto const dot_text = text_of(triangle(), dot);
  EXPECT_NE(dot_text.find("graph weft {\n  0 [terminals=1];"), std::string::npos);
  EXPECT_NE(dot_text.find("  0 -- 1 [class=\"link\"] [bandwidth=2];"), std::string::npos);
}

}  // namespace
}  // namespace weft

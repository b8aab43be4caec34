// SPDX-License-Identifier: Apache-2.0
#include "weft/io/graph/graph_readers.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/graph/graph_format.hpp"

namespace weft {
namespace {

using enum GraphFormat;
using Links = std::vector<FileLink>;

/// Returns the reader's error, or "none".
std::string graph_complaint(GraphFormat format, std::string_view text) {
  return complaint_of([&] { parse_graph(text, "f", format); });
}

/// Checks that every proper prefix of the text is rejected, except prefixes of the given sizes.
void expect_truncation_noticed(GraphFormat format, std::string const& text,
                               std::vector<std::size_t> legal = {}) {
  ASSERT_EQ(graph_complaint(format, text), "none");
  for (std::size_t size = 0; size < text.size(); ++size) {
    bool const is_legal = std::ranges::find(legal, size) != legal.end();
    EXPECT_EQ(graph_complaint(format, text.substr(0, size)) == "none", is_legal) << text.substr(0, size);
  }
}

TEST(EdgeList, ReadsNumbersFromZeroOrOne) {
  auto const from_zero = parse_edge_list("# a comment\n0 1\n\n1,2, 2.5 % another\n", "f");
  EXPECT_EQ(from_zero.vertices, 3u);
  EXPECT_FALSE(from_zero.directed);
  EXPECT_EQ(from_zero.links, (Links{{0, 1}, {1, 2, 2.5}}));
  EXPECT_TRUE(from_zero.names.empty());
  auto const from_one = parse_edge_list("1 2\n2 3\n", "f");
  EXPECT_EQ(from_one.links, (Links{{0, 1}, {1, 2}}));
  EXPECT_EQ(from_one.names, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(parse_edge_list("# graph: 5 vertices, directed\n1 2\n", "f").vertices, 5u);
}

TEST(EdgeList, ReadsNames) {
  auto const graph = parse_edge_list("a;b\nb;10;3\n", "f");
  EXPECT_EQ(graph.names, (std::vector<std::string>{"a", "b", "10"}));
  EXPECT_EQ(graph.links, (Links{{0, 1}, {1, 2, 3}}));
}

TEST(EdgeList, ReportsThePositionOfTheError) {
  EXPECT_EQ(graph_complaint(edge_list, ""), "f: the file contains no links");
  EXPECT_EQ(graph_complaint(edge_list, "0 1\n2\n"),
            "f:2:2: the field 'second vertex' is missing: the line is incomplete (a b [weight])");
  EXPECT_EQ(graph_complaint(edge_list, "0 1 -3\n"), "f:1:5: weight=-3 (must be a number in [1e-12, 1e15])");
  EXPECT_EQ(graph_complaint(edge_list, "0 1 nan\n"), "f:1:5: weight=nan (must be a number in [1e-12, 1e15])");
  EXPECT_EQ(graph_complaint(edge_list, "0 1 1 1\n"), "f:1:7: unexpected '1' (a b [weight])");
  EXPECT_EQ(graph_complaint(edge_list, "0 4294967296\n"),
            "f:1:1: vertex 4294967296 (must be in [0, 4294967295])");
  EXPECT_EQ(graph_complaint(edge_list, "# graph: 2 vertices, undirected\n0 2\n"),
            "f:2:1: vertex 2 (must be in [0, 1])");
  EXPECT_EQ(graph_complaint(edge_list, "# graph: x\n0 1\n"),
            "f:1:1: the header is invalid (must be '# graph: N vertices, directed' or '.. undirected')");
  EXPECT_EQ(
      graph_complaint(edge_list, "0 4000000000\n"),
      "f: the graph has 4000000001 vertices but only 1 links (most vertices would have no link; is a number wrong?)");
  expect_truncation_noticed(edge_list, "0 1\n2 3\n", {3, 4, 7});
}

constexpr char const* manual = "7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n";

TEST(Metis, ReadsTheGraphsInTheManual) {
  auto const graph = parse_metis(manual, "f", true);  // METIS 5 manual, figure 2 (a)
  EXPECT_EQ(graph.vertices, 7u);
  EXPECT_EQ(graph.links.size(), 11u);
  EXPECT_EQ(graph.names, (std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7"}));
  auto const weighted = parse_metis("3 2 011 2\n% weights\n1 2 2 5\n0 0 1 5 3 9\n4 4 2 9\n", "f", true);
  EXPECT_EQ(weighted.links, (Links{{0, 1, 5}, {1, 2, 9}}));
  EXPECT_EQ(parse_metis("3 1 100\n7 2\n8 1\n9\n", "f", true).links, (Links{{0, 1}}));
  EXPECT_EQ(parse_metis("2 1 1\n2 0.5\n1 0.5\n", "f", false).links, (Links{{0, 1, 0.5}}));
}

TEST(Metis, ReportsThePositionOfTheError) {
  EXPECT_EQ(
      graph_complaint(metis, "2 1\n2\n\n"),
      "f:2:1: vertex 1 lists neighbor 2, which does not list it back (every edge is listed at both ends, "
      "with the same weight)");
  EXPECT_EQ(graph_complaint(metis, "2 1 1\n2 3\n1 4\n").substr(0, 6), "f:2:1:");
  EXPECT_EQ(graph_complaint(metis, "2 2\n2\n1\n"), "f:1:1: the lists contain 1 edges (the header states 2)");
  EXPECT_EQ(graph_complaint(metis, "2 1\n3\n1\n"), "f:2:1: neighbor=3 (must be in [1, 2])");
  EXPECT_EQ(graph_complaint(metis, "2 1\n1\n2\n"),
            "f:2:1: vertex 1 is its own neighbor (loops are not allowed)");
  EXPECT_EQ(graph_complaint(metis, "2 1 1\n2 -1\n1 -1\n"),
            "f:2:3: edge weight=-1 (must be in [1, 1125899906842624])");
  EXPECT_EQ(graph_complaint(metis, "4000000000 1\n2\n1\n"),
            "f:1:1: vertices=4000000000 (must be in [0, 17])");
  EXPECT_EQ(graph_complaint(metis, "3 1\n2\n1\n"),
            "f:3:2: the file contains the lists of 2 vertices (the header states 3); is the file truncated?");
  EXPECT_EQ(graph_complaint(metis, "2 1\n2\n1\n1\n"),
            "f:4:1: there is a line after the last vertex (the header states 2 vertices)");
  EXPECT_EQ(graph_complaint(metis, "2 1 2\n2\n1\n").substr(0, 14), "f:1:5: fmt=2 (");
  EXPECT_EQ(graph_complaint(metis, "2 1 1 3\n2\n1\n"),
            "f:1:7: ncon needs vertex weights (the second digit of fmt from the right must be 1)");
  EXPECT_NE(graph_complaint(metis, ""), "none");
  expect_truncation_noticed(metis, manual, {std::string(manual).size() - 1});
}

TEST(MatrixMarket, ReadsGeneralAndSymmetricMatrices) {
  auto const general =
      parse_matrix_market("%%MatrixMarket matrix coordinate real general\n% c\n3 3 2\n1 2 0.5\n3 3 2\n", "f");
  EXPECT_TRUE(general.directed);
  EXPECT_EQ(general.links, (Links{{0, 1, 0.5}, {2, 2, 2}}));
  EXPECT_EQ(general.names, (std::vector<std::string>{"1", "2", "3"}));
  auto const symmetric =
      parse_matrix_market("%%matrixmarket MATRIX coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n", "f");
  EXPECT_FALSE(symmetric.directed);
  EXPECT_EQ(symmetric.links, (Links{{1, 0}, {2, 0}}));
}

TEST(MatrixMarket, IgnoresZeroEntries) {
  for (auto const* const zero : {"0", "0.0", "-0"}) {
    auto const graph = parse_matrix_market(
        std::string("%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 ") + zero + "\n3 1 2\n", "f");
    ASSERT_EQ(graph.links.size(), 1U);
    EXPECT_EQ(graph.links[0].a, 2U);
  }
}

TEST(MatrixMarket, ReportsThePositionOfTheError) {
  std::string const head = "%%MatrixMarket matrix coordinate integer symmetric\n";
  EXPECT_EQ(graph_complaint(matrix_market, "1 1 0\n"),
            "f:1:1: the Matrix Market header is missing (the first line must begin with %%MatrixMarket)");
  EXPECT_EQ(graph_complaint(matrix_market, "%%MatrixMarket matrix coordinate complex general\n"),
            "f:1:34: field=complex (valid: pattern, integer, real)");
  EXPECT_EQ(graph_complaint(matrix_market, head + "3 4 0\n"),
            "f:2:1: the matrix has 3 rows and 4 columns (an adjacency matrix is square)");
  EXPECT_EQ(graph_complaint(matrix_market, head + "3 3 1\n1 2 1\n"),
            "f:3:3: column 2 exceeds row 1 (a symmetric matrix contains only its lower triangle)");
  EXPECT_EQ(graph_complaint(matrix_market, head + "3 3 1\n2 1 -1\n"),
            "f:3:5: value=-1 (must be in [0, 562949953421312])");
  EXPECT_EQ(graph_complaint(matrix_market, head + "3 3 1\n4 1 1\n"), "f:3:1: row=4 (must be in [1, 3])");
  EXPECT_EQ(graph_complaint(matrix_market, head + "3 3 2\n2 1 1\n"),
            "f:3:6: the file has 1 entry (the header states 2); is the file truncated?");
  EXPECT_EQ(graph_complaint(matrix_market, head + "3 3 1\n2 1 1\n3 1 1\n"),
            "f:4:1: there is one entry too many (the header states 1)");
  EXPECT_EQ(
      graph_complaint(matrix_market, head + "3 3 4000000000\n2 1 1\n"),
      "f:2:5: the header states 4000000000 entries (the rest of the file is too short for more than 5: is the file truncated?)");
  EXPECT_EQ(graph_complaint(matrix_market, head + "4000000000 4000000000 1\n2 1 1\n").substr(0, 37),
            "f:2:1: the graph has 4000000000 verti");
  auto const whole = head + "3 3 2\n2 1 1\n3 1 22\n";
  expect_truncation_noticed(matrix_market, whole,
                            {whole.size() - 2, whole.size() - 1});  // "3 1 2" is an entry
}

std::string graphml_of(std::string const& body) { return "<graphml>\n" + body + "\n</graphml>\n"; }

TEST(Graphml, ReadsFilesFromOtherPrograms) {
  auto const graph = parse_graphml(
      graphml_of(
          "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"><default>2</default></key>\n"
          "<key id=\"d1\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n"
          "<graph edgedefault=\"undirected\"><edge source=\"x\" target=\"y\"/>"
          "<node id=\"x\"><data key=\"d1\">a &amp; b</data></node><node id=\"y\"/>"
          "<edge source=\"y\" target=\"y\"><data key=\"d0\">0.5</data></edge></graph>"),
      "f");
  EXPECT_EQ(graph.names, (std::vector<std::string>{"a & b", "y"}));
  EXPECT_EQ(graph.links, (Links{{0, 1, 2}, {1, 1, 0.5}}));
  EXPECT_FALSE(graph.directed);
}

std::string with_edge_data(std::string const& keys, std::string const& data) {
  return graphml_of(keys +
                    "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>"
                    "<edge source=\"a\" target=\"b\">" +
                    data + "</edge><edge source=\"b\" target=\"c\"/></graph>");
}

/// The names are in link_rates.hpp; the first of them applies, in any order in the file.
TEST(Graphml, UsesTheFirstBandwidthAttribute) {
  auto const keys =
      "<key id=\"w\" for=\"edge\" attr.name=\"weight\"/><key id=\"c\" for=\"edge\" attr.name=\"capacity\"/>";
  auto const w = "<data key=\"w\">7</data>", c = "<data key=\"c\">3</data>";
  for (auto const& data : {std::string(w) + c, std::string(c) + w, std::string(c)})
    EXPECT_EQ(parse_graphml(with_edge_data(keys, data), "f").links, (Links{{0, 1, 3}, {1, 2, 1}})) << data;
  EXPECT_EQ(parse_graphml(with_edge_data(keys, w), "f").links, (Links{{0, 1, 7}, {1, 2, 1}}));
  EXPECT_EQ(parse_graphml(with_edge_data(keys, w), "f").rate, 0);
}

/// 10 Gbit/s, and one link with the rate of the slowest known link.
TEST(Graphml, ReadsRatesInBitsPerSecond) {
  auto const keys = "<key id=\"s\" for=\"edge\" attr.name=\"LinkSpeedRaw\"/>";
  auto const graph = parse_graphml(with_edge_data(keys, "<data key=\"s\">10000000000.0</data>"), "f");
  EXPECT_EQ(graph.rate, 1e10);
  EXPECT_EQ(graph.links, (Links{{0, 1, 1}, {1, 2, 1}}));
}

TEST(Graphml, PreservesRatesAndTerminalBandwidths) {
  GraphFile graph{.vertices = 2, .links = {{0, 1, 0.16}}, .terminals = {1, 2}};
  graph.rate = 1e11;
  graph.terminal_weights = {1, 0.5, 2};
  std::string text;
  EXPECT_TRUE(
      write_graph(graph, GraphFormat::graphml, [&](std::string_view piece) { text += piece; }).empty());
  EXPECT_EQ(parse_graphml(text, "f"), graph);
  auto const notes = write_graph(graph, GraphFormat::edge_list, [](std::string_view) {});
  EXPECT_EQ(notes.front(), "without terminals");
  EXPECT_EQ(notes.back(), "without the bandwidths of terminals");
}

TEST(Graphml, ReadsMixedGraphsAsDirected) {
  auto const graph =
      parse_graphml(graphml_of("<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>"
                               "<edge source=\"a\" target=\"b\" directed=\"true\"/>"
                               "<edge source=\"a\" target=\"b\"/></graph>"),
                    "f");
  EXPECT_TRUE(graph.directed);
  EXPECT_EQ(graph.links, (Links{{0, 1}, {0, 1}, {1, 0}}));
}

TEST(Graphml, ReportsThePositionOfTheError) {
  auto const graph = [](std::string const& inside) {
    return graph_complaint(
        graphml, graphml_of("<graph edgedefault=\"directed\">\n<node id=\"a\"/>" + inside + "</graph>"));
  };
  EXPECT_EQ(graph("<edge source=\"a\" target=\"b\"/>"), "f:3:16: target=b (must be the id of a node)");
  EXPECT_EQ(graph("<node id=\"a\"/>"), "f:3:16: duplicate node 'a'");
  EXPECT_EQ(graph("<node/>"), "f:3:16: a node has no id");
  EXPECT_EQ(graph("<edge source=\"a\"/>"), "f:3:16: an edge has no target");
  EXPECT_EQ(graph("<node id=\"b\"><graph/></node>"),
            "f:3:29: a node contains a graph (nested graphs are not supported)");
  EXPECT_EQ(graph("<hyperedge/>"), "f:3:16: hyperedges are not supported (links have two ends)");
  EXPECT_EQ(graph("<edge source=\"a\" target=\"a\"><data key=\"w\">1</data></edge>"),
            "f:3:44: key 'w' is not declared");
  EXPECT_EQ(graph("<edge source=\"a\" target=\"a\" directed=\"no\"/>"),
            "f:3:16: directed=no (must be true or false)");
  EXPECT_EQ(
      graph_complaint(
          graphml,
          graphml_of(
              "<key id=\"w\" for=\"edge\" attr.name=\"weight\"/><graph edgedefault=\"directed\">\n"
              "<node id=\"a\"/>\n<edge source=\"a\" target=\"a\"><data key=\"w\">-1</data></edge></graph>")),
      "f:4:2: weight=-1 (must be a number in [1e-12, 1e15])");
  EXPECT_EQ(graph_complaint(graphml, "<html/>"), "f:1:1: the file has no element <graphml>");
  EXPECT_EQ(graph_complaint(graphml, "<graphml/>"), "f:1:2: the file has no element <graph>");
  EXPECT_EQ(graph_complaint(graphml, graphml_of("<graph/>")),
            "f:2:2: edgedefault= (must be directed or undirected)");
  EXPECT_EQ(graph_complaint(graphml, graphml_of("<graph edgedefault=\"directed\"/><graph/>")),
            "f:2:33: the file contains a second graph (a file must contain one graph)");
  expect_truncation_noticed(graphml,
                            "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/></graph></graphml>");
}

TEST(Anynet, ReadsBookSimsExample) {
  auto const graph = parse_anynet(
      "router 0 node 0 node 1 router 1 15\nrouter 1 router 0 node 2\nnode 3 router 2\nrouter 2 router 0\n",
      "f");
  EXPECT_EQ(graph.vertices, 3u);
  EXPECT_EQ(graph.terminals, (std::vector<std::uint32_t>{2, 1, 1}));
  // 15 cycles from router 0 to router 1; BookSim's default is 1
  EXPECT_EQ(graph.links, (Links{{0, 1, 1, 0, 15, 1}, {0, 2, 1, 0, 1, 1}}));
  EXPECT_EQ(graph.terminal_latencies, (std::vector<std::uint16_t>{1, 1, 1, 1}));
}

TEST(Anynet, ReadsLatenciesOfDirectionsAndNodes) {
  auto const graph =
      parse_anynet("router 1 router 0 7 node 0\nrouter 0 router 1 3 node 1 9\nnode 2 router 0 4\n", "f");
  EXPECT_EQ(graph.links, (Links{{0, 1, 1, 0, 3, 7}}));
  EXPECT_EQ(graph.terminal_latencies, (std::vector<std::uint16_t>{9, 4, 1}));  // nodes 1, 2 and 0
  auto const none = parse_anynet("router 0 node 0 router 1\n", "f");
  EXPECT_EQ(none.links, (Links{{0, 1}}));
  EXPECT_TRUE(none.terminal_latencies.empty());
  EXPECT_EQ(graph_complaint(anynet, "router 0 node 0 router 1 0\n"),
            "f:1:26: latency=0 (must be in [1, 65535])");
}

TEST(Anynet, ReportsThePositionOfTheError) {
  EXPECT_EQ(graph_complaint(anynet, ""), "f: the file contains no routers");
  EXPECT_EQ(graph_complaint(anynet, "router 0 node 0\nrouter 2 router 0\n"),
            "f:2:8: router 2, but no router 1 (BookSim numbers from 0 without gaps)");
  EXPECT_EQ(graph_complaint(anynet, "router 0 node 1\n"),
            "f:1:15: node 1, but no node 0 (BookSim numbers from 0 without gaps)");
  EXPECT_EQ(graph_complaint(anynet, "router 0 node 0\nrouter 1 node 0\n"),
            "f:2:15: node 0 is attached to router 1 (the node is already attached to router 0)");
  EXPECT_EQ(graph_complaint(anynet, "router 0 router 0\n"), "f:1:17: router 0 is connected to itself");
  EXPECT_EQ(graph_complaint(anynet, "router 0 rooter 1\n"),
            "f:1:10: unexpected 'rooter' (router A [router B [latency]] [node T [latency]] ..)");
  EXPECT_EQ(graph_complaint(anynet, "node 0 node 1\n").substr(0, 38),
            "f:1:13: a node is connected to a node ");
  EXPECT_EQ(graph_complaint(anynet, "router -1\n"), "f:1:8: number=-1 (must be in [0, 4294967295])");
  EXPECT_NE(graph_complaint(anynet, "router 4294967295 node 0\n"), "none");
}

TEST(ReadGraph, RejectsUnknownFormats) {
  Scratch const scratch;
  auto const rejection = [&](std::filesystem::path const& path, GraphFormat format = automatic) {
    return complaint_of([&] { read_graph(path, format); });
  };
  EXPECT_NE(rejection(scratch.path(), metis).find("Is a directory"), std::string::npos);
  EXPECT_NE(rejection(scratch / "none.mtx").find("No such file"), std::string::npos);
  EXPECT_NE(rejection("/proc/self/mem", metis).find("cannot read"), std::string::npos);
  EXPECT_NE(rejection(scratch / "graph").find("No such file"), std::string::npos);
  write_file(scratch / "graph", "alone\n");
  EXPECT_NE(rejection(scratch / "graph").find("indicates its format; valid: edge_list, metis"),
            std::string::npos);
  EXPECT_NE(rejection(scratch / "x.dot").find("format dot cannot be read"), std::string::npos);
  write_file(scratch / "x.edges", "0 1\n");
  EXPECT_EQ(rejection(scratch / "x.edges"), "none");
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/io/graph/graph_readers.hpp"

namespace weft {
namespace {

using enum GraphFormat;

std::string data(char const* name) { return read_file(std::string(WEFT_SOURCE_DIR "/test/data/") + name); }

struct Sample {
  char const* file;
  GraphFormat format;
};

class FormatOfContent : public testing::TestWithParam<Sample> {};

/// The name of a file does not change its content, so the file must be read as the same network under every
/// name.
TEST_P(FormatOfContent, IsIndependentOfTheFileName) {
  auto const& [file, format] = GetParam();
  auto const text = data(file);
  auto const expected = parse_graph(text, "f", format);
  Scratch const scratch;
  for (std::string const name : {"report.txt", "report", "report.dat", "report.graphml", "report.conf",
                                 "report.anynet", "report.gml", "report.ibnet"}) {
    auto const path = scratch.path() / name;
    write_file(path, text);
    EXPECT_EQ(complaint_of([&] { EXPECT_EQ(read_graph(path, automatic), expected) << name; }), "none")
        << name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Samples, FormatOfContent,
    testing::Values(Sample{"graphs/fabric.ibnet", ibnetdiscover}, Sample{"graphs/petersen.graphml", graphml},
                    Sample{"graphs/de_bruijn.mtx", matrix_market}, Sample{"graphs/fork.anynet", anynet},
                    Sample{"graphs/manual.graph", metis}, Sample{"graphs/bandwidths.csv", edge_list},
                    Sample{"fabrics/small.aries", aries}, Sample{"fabrics/leafspine.net", ibnetdiscover},
                    Sample{"files/zoo.gml", gml}, Sample{"files/scontrol_show.conf", slurm},
                    Sample{"files/nx_dict.edges", edge_list}, Sample{"files/nx_grid.edges", edge_list}),
    [](testing::TestParamInfo<Sample> const& sample) {
      std::string name = sample.param.file;
      std::ranges::replace_if(
          name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

TEST(FormatOfContentAlone, RecognizesFormats) {
  EXPECT_EQ(format_by_content("<?xml version='1.0'?>\n<platform version=\"4.1\">\n"), simgrid);
  EXPECT_EQ(format_by_content("digraph g {\n a -> b\n}\n"), dot);
  EXPECT_EQ(format_by_content("{\"nodes\": []}"), json);
  EXPECT_EQ(format_by_content("Creator \"someone\"\ngraph\n[\n  node [ id 0 ] ]\n"), gml);
  EXPECT_EQ(format_by_content("2 1 1\n2 3.5\n1 3.5\n"), chaco) << "its weights are not whole";
  EXPECT_EQ(format_by_content("2 1 1\n2 3\n1 3\n"), metis);
  EXPECT_EQ(format_by_content("0 1 3\n1 2 4\n"), std::nullopt) << "an edge list has no mark";
  EXPECT_EQ(format_by_content("# Topology file: generated on Tue\n#\nvendid=0x2c9\n"), ibnetdiscover);
  EXPECT_EQ(format_by_content("Router 0 node 0 Router 1 10\n"), anynet);
  EXPECT_EQ(format_by_content(""), std::nullopt);
}

TEST(FormatOfContentAlone, DoesNotReadDamagedFilesAsEdgeLists) {
  Scratch const scratch;
  write_file(scratch / "m.mtx", "3 3 1\n1 2 4\n");  // the header is missing
  EXPECT_NE(complaint_of([&] {
              read_graph(scratch / "m.mtx", automatic);
            }).find("the Matrix Market header is missing"),
            std::string::npos);
  write_file(scratch / "m.graph", "2 1\n2\n");
  EXPECT_NE(complaint_of([&] { read_graph(scratch / "m.graph", automatic); }), "none");
}

TEST(Gml, ReadsTopologyZooFiles) {
  auto const graph = parse_gml(
      "Creator \"x\"\ngraph [\n directed 0\n # a comment\n node [ id 3 label \"New York\" graphics [ x 1.0 ] ]\n"
      " node [ id 1 label \"Oslo\" ] node [ id 7 label \"Oslo\" ]\n"
      " edge [ source 3 target 1 weight 2.5 ] edge [ source 7 target 1 ]\n]\n",
      "f");
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(graph.names, (std::vector<std::string>{"New York", "Oslo", "Oslo 7"}));
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 1, 2.5}, {2, 1}}));
  EXPECT_TRUE(parse_gml("graph [ directed 1 node [ id 0 ] ]", "f").directed);
}

/// Rates of the Internet Topology Zoo are in bit/s: weights are relative to the fastest link.
TEST(Gml, ReadsLinkRatesOfTopologyZooFiles) {
  auto const graph = parse_gml(data("files/zoo.gml"), "f");
  EXPECT_EQ(graph.rate, 1e10);
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 1, 1}, {1, 2, 0.25}}));
  EXPECT_EQ(
      parse_edge_list("0 1 {'LinkSpeedRaw': 10000000000.0}\n1 2 {'LinkSpeedRaw': 2500000000.0}\n", "f").rate,
      1e10);
}

TEST(Gml, ReportsThePositionOfTheError) {
  auto const said = [](char const* text) { return complaint_of([&] { parse_gml(text, "f"); }); };
  EXPECT_EQ(said("node [ id 0 ]"), "f:1:1: the file contains no graph (expected graph [ .. ])");
  EXPECT_EQ(said("graph [ node [ id 0 ]"), "f:1:1: the list is not closed (expected ])");
  EXPECT_EQ(said("graph [ ]"), "f:1:1: the graph has no nodes");
  EXPECT_EQ(said("graph [ node [ label \"a\" ] ]"), "f:1:9: node has no id");
  EXPECT_EQ(said("graph [ node [ id 0 ] node [ id 0 ] ]"), "f:1:23: duplicate node 0");
  EXPECT_EQ(said("graph [ node [ id 0 ]\n edge [ source 0 target 1 ] ]"),
            "f:2:2: target=1 (must be the id of a node)");
  EXPECT_EQ(said("graph [ node [ id 0 ]\n edge [ source 0 target 0 weight -1 ] ]"),
            "f:2:27: weight=-1 (must be a number in [1e-12, 1e15])");
  EXPECT_EQ(said("graph [ label \"a"), "f:1:15: the string is not closed (expected \")");
}

/// NumPy 2 writes scalars with their types.
TEST(EdgeList, ReadsNumpyScalars) {
  auto const graph = parse_edge_list(
      "0 1 {'weight': np.float64(3.0)}\n1 2 {'weight': np.int64(2), 'a': np.str_('b')}\n", "f");
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 1, 3}, {1, 2, 2}}));
}

TEST(EdgeList, ReadsNetworkXFiles) {
  auto const of_file = [](char const* name) { return parse_edge_list(data(name), "f"); };
  auto const square = of_file("files/nx_dict.edges");  // write_edgelist of a graph with capacities
  EXPECT_EQ(square.links, (std::vector<FileLink>{{0, 1, 3}, {0, 3, 3}, {1, 2, 3}, {2, 3, 3}}));
  auto const grid = of_file("files/nx_grid.edges");  // of grid_2d_graph(2, 2)
  EXPECT_EQ(grid.names, (std::vector<std::string>{"(0, 0)", "(1, 0)", "(0, 1)", "(1, 1)"}));
  EXPECT_EQ(grid.links, (std::vector<FileLink>{{0, 1}, {0, 2}, {2, 3}, {1, 3}}));
  auto const other = parse_edge_list(
      "# a comment\n0 1 {}\n1 2 {'color': 'red, not {blue}', 'weight': 2.5, 'at': [1, 2]}\n", "f");
  EXPECT_EQ(other.links, (std::vector<FileLink>{{0, 1}, {1, 2, 2.5}}));
  EXPECT_EQ(parse_edge_list("('a', 0) ('b (', 1) 4\n", "f").links, (std::vector<FileLink>{{0, 1, 4}}));
}

TEST(EdgeList, ReadsGraphGolfCoordinates) {
  auto const graph = parse_edge_list(data("files/golfgrid.edges"), "f");
  EXPECT_EQ(graph.names, (std::vector<std::string>{"0,0", "1,0", "1,1", "0,1"}));
  EXPECT_EQ(graph.links.size(), 4U);
  EXPECT_EQ(parse_edge_list("0,1,3\n1,2,4\n", "f").vertices, 3U) << "commas alone separate";
}

TEST(EdgeList, ReadsTablesFromNumpyAndPandas) {
  // numpy.savetxt writes doubles, pandas a line of column names.
  EXPECT_EQ(parse_edge_list("0.000e+00 1.000e+00\n1.000e+00 2.000e+00 2.500e+00\n", "f").links,
            (std::vector<FileLink>{{0, 1}, {1, 2, 2.5}}));
  auto const table = parse_edge_list("source,target,weight\n0,1,2\n", "f");
  EXPECT_EQ(table.vertices, 2U);
  EXPECT_EQ(table.links, (std::vector<FileLink>{{0, 1, 2}}));
}

TEST(EdgeList, RejectsMalformedDictionaries) {
  auto const said = [](char const* text) { return complaint_of([&] { parse_edge_list(text, "f"); }); };
  EXPECT_EQ(said("0 1 {'weight': -3}\n"), "f:1:1: weight=-3 (must be a number in [1e-12, 1e15])");
  EXPECT_EQ(said("(0, 0 1 {}\n"), "f:1:1: expected the first vertex of the dictionary (a b [{'weight': 3}])");
  EXPECT_EQ(said("0 1 {'weight' 3}\n"), "f:1:16: expected ':' after the key");
  EXPECT_EQ(said("(0, 0) (0, 1) 3 4\n"), "f:1:17: unexpected '4' (a b [{'weight': 3}])");
}

TEST(MatrixMarket, ReadsDenseMatrices) {
  // Column by column (NIST): entry (2, 1) is 1, (3, 1) is 2, and so on.
  auto const graph = parse_matrix_market(
      "%%MatrixMarket matrix array real general\n3 3\n0\n1\n2\n1\n0\n3\n2\n0e0\n0\n", "f");
  EXPECT_TRUE(graph.directed);
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{1, 0, 1}, {2, 0, 2}, {0, 1, 1}, {2, 1, 3}, {0, 2, 2}}));
  auto const symmetric =
      parse_matrix_market("%%MatrixMarket matrix array integer symmetric\n2 2\n0\n5\n0\n", "f");
  EXPECT_EQ(symmetric.links, (std::vector<FileLink>{{1, 0, 5}}));
  auto const said = [](char const* text) { return complaint_of([&] { parse_matrix_market(text, "f"); }); };
  EXPECT_EQ(said("%%MatrixMarket matrix array real general\n2 2\n0\n1\n1\n"),
            "f:5:2: the value of row 2, column 2 is missing (the matrix is 2 x 2); is the file truncated?");
  EXPECT_NE(
      said("%%MatrixMarket matrix array real general\n4000000 4000000\n0\n").find("the file is too short"),
      std::string::npos);
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
// Every reader accepts the variants of a text that other programs write: with a byte order mark, with lines
// that end in CR LF, without a final newline.

#include <functional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/fabrics.hpp"
#include "support/line_ends.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/io/message_list.hpp"
#include "weft/io/monitoring.hpp"
#include "weft/io/route_list.hpp"
#include "weft/io/toml.hpp"

namespace weft {
namespace {

using Path = std::filesystem::path;

struct Reader {
  std::string name, text;
  std::function<std::string(Path const&)> read;  ///< the result of reading, as a text
};

std::function<std::string(Path const&)> graph_in(GraphFormat format) {
  return [format](Path const& path) {
    auto const graph = read_graph(path, format);
    auto text = fmt::format("{} {}", graph.vertices, fmt::join(graph.names, ","));
    for (auto const& link : graph.links) text += fmt::format(" {}-{}:{}", link.a, link.b, link.weight);
    for (auto const terminals : graph.terminals) text += fmt::format(" {}", terminals);
    return text;
  };
}

std::vector<Reader> readers() {
  auto const messages = [](Path const& path) {
    std::string text;
    for (auto const& group : read_message_list(path, 4))
      text += fmt::format("{} {} {},", group.source, group.destination, group.count);
    return text;
  };
  auto const routes = [](Path const& path) {
    auto const any = [](auto, auto, auto) { return std::optional<std::uint16_t>{0}; };
    auto const list = read_route_list(path, {4, {"a", "b", "c", "d"}, any});
    std::string text;
    for (auto const& visit : list.visits) text += fmt::format("{}:{} ", visit.router, visit.vc);
    return text + fmt::format("{} {}", list.routes.size(), list.routes[1].weight);
  };
  auto const monitored = [](Path const& path) {
    std::string text;
    for (auto const& it : read_monitoring(path).traffic)
      text += fmt::format("{}{}{} {} {},", it.kind, it.from, it.to, it.bytes, it.messages);
    return text;
  };
  auto const csv = [](Path const& path) {
    auto const file = parse_csv(read_file(path), "csv");
    std::string text = fmt::format("{}", fmt::join(file.header, "|"));
    for (auto const& record : file.records)
      for (auto const& field : record) text += "|" + field.text;
    return text;
  };
  auto const toml = [](Path const& path) {
    auto const file = Toml::read(path);
    return file.at("a").as_text() + std::to_string(file.at("t").at("b").as_integer());
  };
  return {
      {"edge_list", "a b 2\nb c\n", graph_in(GraphFormat::edge_list)},
      {"metis", "3 2\n2\n1 3\n2\n", graph_in(GraphFormat::metis)},
      {"chaco", "3 2 1\n2 0.5\n1 0.5 3 2\n2 2\n", graph_in(GraphFormat::chaco)},
      {"graphml",
       "<?xml version=\"1.0\"?>\n<graphml>\n<graph edgedefault=\"undirected\">\n<node id=\"a\"/>\n"
       "<node id=\"b\"/>\n<edge source=\"a\" target=\"b\"/>\n</graph>\n</graphml>\n",
       graph_in(GraphFormat::graphml)},
      {"matrix_market", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n",
       graph_in(GraphFormat::matrix_market)},
      {"anynet", "router 0 node 0 router 1\nrouter 1 node 1\n", graph_in(GraphFormat::anynet)},
      {"ibnetdiscover",
       "Switch\t1 \"S-1\"\t\t# \"one\"\n[1]\t\"S-2\"[1]\t\t# \"two\" lid 1 4xEDR\n\nSwitch\t1 \"S-2\"\t\t# \"two\"\n"
       "[1]\t\"S-1\"[1]\t\t# \"one\" lid 2 4xEDR\n",
       graph_in(GraphFormat::ibnetdiscover)},
      {"slurm", "SwitchName=s Nodes=a[1-2],\\\nb\nSwitchName=t Switches=s\n", graph_in(GraphFormat::slurm)},
      {"aries", read_file(fabric_sample("small.aries")), graph_in(GraphFormat::aries)},
      {"messages", "0 1 5\n2 3\n", messages},
      {"routes", "a b:1 2\nc d weight=7\n", routes},
      {"monitoring", "E\t0\t1\t80 bytes\t2 msgs sent\nE\t1\t0\t8 bytes\t1 msgs sent\n", monitored},
      {"csv", "x,y\n1,\"a b\"\n2,3\n", csv},
      {"toml", "a = \"text\"\n[t]\nb = 3\n", toml},
  };
}

TEST(TextVariants, AreReadLikeTheOriginal) {
  Scratch const scratch;
  auto const path = scratch / "data.prof";
  for (auto const& reader : readers()) {
    auto const read = [&](std::string const& text) {
      write_file(path, text);
      return reader.read(path);
    };
    auto const expected = read(reader.text);
    EXPECT_FALSE(expected.empty()) << reader.name;
    auto const& text = reader.text;
    auto const crlf = with_crlf(text);
    EXPECT_EQ(read("\xef\xbb\xbf" + text), expected) << reader.name << ": byte order mark";
    EXPECT_EQ(read(text.substr(0, text.size() - 1)), expected) << reader.name << ": no last newline";
    EXPECT_EQ(read(crlf), expected) << reader.name << ": CR LF";
    EXPECT_EQ(read("\xef\xbb\xbf" + crlf.substr(0, crlf.size() - 2)), expected)
        << reader.name << ": all of it";
  }
}

}  // namespace
}  // namespace weft

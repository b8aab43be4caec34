// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "explore/asking.hpp"
#include "support/simple_paths.hpp"
#include "weft/graph/connectivity.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/layout.hpp"

namespace weft::explore {
namespace {

constexpr double not_reached = 4294967295.0;

/// Returns the hops, by relaxing every channel until no distance changes.
std::vector<double> hops_from(Network const& network, std::uint32_t start) {
  std::vector<double> hops(network.num_routers(), not_reached);
  hops[start] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
      auto const from = network.source({c}).v, to = network.target({c}).v;
      if (network.channel_failed({c}) || hops[from] + 1 >= hops[to]) continue;
      hops[to] = hops[from] + 1;
      changed = true;
    }
  }
  return hops;
}

TEST(Router, ListsThePortsOfTheNetwork) {
  for (auto const& spec : small_topologies()) {
    auto const topology = make_topology(spec);
    auto const network = topology->network({});
    if (network.num_routers() > 300) continue;
    for (auto const number : {std::uint64_t{0}, network.num_routers() / 2}) {
      RouterId const r{static_cast<std::uint32_t>(number)};
      auto const it = ask("router:topology=\"" + spec + "\",router=" + std::to_string(number));
      ASSERT_TRUE(it.header.contains("router")) << spec << it.header;
      auto const& router = it.header["router"];
      EXPECT_EQ(router["number"], number);
      EXPECT_EQ(router["place"], topology->coordinates(r));
      ASSERT_EQ(router["ports"].size(), network.degree(r)) << spec;
      auto const classes = topology->classes();
      for (std::uint16_t p = 0; p < network.degree(r); ++p) {
        auto const& port = router["ports"][p];
        auto const c = network.channel(r, {p});
        EXPECT_EQ(port["port"], p);
        EXPECT_EQ(port["channel"], c.v);
        EXPECT_EQ(port["to"], topology->neighbor(r, {p}).router.v) << spec;
        EXPECT_EQ(port["place"], topology->coordinates(network.target(c)));
        EXPECT_EQ(port["class"], classes[topology->class_of(r, {p}).v].name);
        EXPECT_EQ(port["bandwidth"], network.bandwidth(c));
        EXPECT_EQ(port["meters"], topology->layout({}).length(r, network.target(c)));
        EXPECT_EQ(port["failed"], false);
      }
      EXPECT_EQ(router["terminals"].size(), network.terminals_at(r).count);
      EXPECT_EQ(it.values("distance"), hops_from(network, r.v)) << spec;
    }
  }
}

TEST(Router, ReportsKindAndTerminals) {
  auto const torus = ask("router:topology=\"torus:sides=3x3,concentration=2\",router=4").header["router"];
  EXPECT_EQ(torus["place"], "(1,1)");
  EXPECT_EQ(torus["kind"], "router");
  EXPECT_EQ(torus["terminals"], (nlohmann::json{8, 9}));
  EXPECT_EQ(torus["farthest"], 2);
  auto const tree = ask("router:topology=\"kary_ntree:arity=2,levels=3\",router=11").header["router"];
  EXPECT_EQ(tree["kind"], "router without terminals");
  auto const failed = ask("router:topology=\"torus:sides=3x3\",router=4,fail=4").header["router"];
  EXPECT_EQ(failed["kind"], "failed router");
  EXPECT_EQ(failed["ports"][0]["failed"], true);
  EXPECT_EQ(failed["farthest"], 0);
}

TEST(Router, CablesMatchTheLayout) {
  auto const ports =
      ask("router:topology=\"mesh:sides=4x4\",router=5,layout=\"pitch=2\"").header["router"]["ports"];
  for (auto const& port : ports) EXPECT_EQ(port["meters"], 2);
}

/// Cables of a fabric have lengths only if a layout is specified.
TEST(Router, HasNamesButNoLengthsInAFabric) {
  std::string const net = "topology=\"file:path=" WEFT_SOURCE_DIR "/test/data/graphs/fabric.ibnet\"";
  auto const router = ask("router:" + net + ",router=0").header["router"];
  EXPECT_EQ(router["names"], (nlohmann::json{"leaf one", "S-0001", "0x0000000000000001"}));
  EXPECT_TRUE(router["ports"][0]["meters"].is_null());
  auto const placed = ask("router:" + net + ",router=0,layout=\"pitch=2\"").header["router"];
  EXPECT_TRUE(placed["ports"][0]["meters"].is_number());
}

TEST(Find, FindsRoutersPortsAndTerminalsByName) {
  std::string const net = "topology=\"file:path=" WEFT_SOURCE_DIR "/test/data/graphs/fabric.ibnet\"";
  auto const found = [&](std::string const& what) {
    return ask("find:" + net + ",what=\"" + what + "\"").header["found"];
  };
  EXPECT_EQ(found("spine").dump(), R"([{"channel":null,"router":2,"terminal":null,"title":"spine"}])");
  // Router 0 has 2 channels, router 1 has 1: port 3 of the spine is channel 5.
  EXPECT_EQ(found("spine[3]")[0]["channel"], 5);
  EXPECT_EQ(found("node two HCA-1")[0]["terminal"], 1);
  EXPECT_EQ(found("absent"), nlohmann::json::array());
}

TEST(Router, ReportsTheParameterOfInvalidNumbers) {
  auto const error = ask("router:topology=\"ring:routers=5\",router=5").header["error"];
  EXPECT_EQ(error["parameter"], "router");
  EXPECT_EQ(error["text"], "router=5 (must be in [0, 4])");
  EXPECT_EQ(ask("router:topology=ring,router=-1").header["error"]["parameter"], "router");
  EXPECT_EQ(ask("router:ruoter=1").header["error"]["suggestion"], "did you mean 'router'?");
}

/// Checks that a response agrees with all simple paths between two routers.
void expect_paths(Network const& network, test::Bundle const& it, std::uint32_t from, std::uint32_t to) {
  auto const& paths = it.header["paths"];
  std::vector<std::vector<std::uint32_t>> all;
  for (auto const& path : simple_paths(network, from, to))
    if (std::ranges::none_of(path, [&](auto c) { return network.channel_failed({c}); })) all.push_back(path);
  if (all.empty()) {
    EXPECT_TRUE(paths["hops"].is_null());
    EXPECT_EQ(paths["count"], 0);
    EXPECT_EQ(paths["disjoint"], 0);
    EXPECT_TRUE(paths["shortest"].empty());
    EXPECT_TRUE(it.values("on_path").empty());
    return;
  }
  std::erase_if(all, [hops = all[0].size()](auto const& path) { return path.size() > hops; });
  EXPECT_EQ(paths["hops"], all[0].size());
  EXPECT_EQ(paths["count"], all.size());
  std::vector<double> channels;
  for (auto const& path : all) channels.insert(channels.end(), path.begin(), path.end());
  std::ranges::sort(channels);
  auto const rest = std::ranges::unique(channels);
  channels.erase(rest.begin(), rest.end());
  EXPECT_EQ(it.values("on_path"), channels);
  auto const routers = paths["shortest"].get<std::vector<std::uint32_t>>();
  EXPECT_TRUE(std::ranges::any_of(all, [&](auto const& path) {
    std::vector<std::uint32_t> visited{from};
    for (auto const c : path) visited.push_back(network.target({c}).v);
    return visited == routers;
  }));
  EXPECT_EQ(paths["disjoint"], arc_disjoint_paths(router_graph(network), from, to));
}

TEST(Paths, MatchTheEnumerationOfSimplePaths) {
  for (auto const& [spec, fail] : std::vector<std::pair<std::string, std::string>>{
           {"torus:sides=3x3", ""},
           {"torus:sides=3x3", "0-1+4"},
           {"mesh:sides=3x2", "2-5+1-4+0-3"},
           {"torus:sides=2x4", ""},  // parallel channels, if it has any
           {"ring:routers=6", ""},
           {"de_bruijn:degree=2,length=3", ""},
           {"hypercube:dimensions=3", "0-1"},
           {"kary_ntree:arity=2,levels=2", ""}}) {
    auto const network = make_topology(spec)->network({.fail = fail});
    for (std::uint32_t from = 0; from < network.num_routers(); ++from)
      for (std::uint32_t to = 0; to < network.num_routers(); ++to) {
        if (from == to) continue;
        SCOPED_TRACE(spec + " " + fail + ": " + std::to_string(from) + " to " + std::to_string(to));
        auto const it = ask("paths:topology=\"" + spec + "\",fail=\"" + fail +
                            "\",from=" + std::to_string(from) + ",to=" + std::to_string(to));
        expect_paths(network, it, from, to);
      }
  }
}

TEST(Paths, AreIndependentOfEarlierRequests) {
  Session session;
  auto const network = make_topology("mesh:sides=3x3")->network({});
  for (std::uint32_t to = 1; to < 9; ++to) {
    SCOPED_TRACE(to);
    auto const request = "paths:topology=\"mesh:sides=3x3\",from=0,to=" + std::to_string(to);
    expect_paths(network, test::read_bundle(session.answer(request, false)), 0, to);
  }
}

TEST(Paths, HaveNoHopsFromARouterToItself) {
  auto const paths = ask("paths:topology=ring,from=3,to=3").header["paths"];
  EXPECT_EQ(paths["hops"], 0);
  EXPECT_EQ(paths["shortest"], nlohmann::json{3});
  EXPECT_EQ(paths["count"], 1);
  EXPECT_EQ(paths["disjoint"], 0);
}

TEST(Paths, ReportTheParameterOfInvalidNumbers) {
  EXPECT_EQ(ask("paths:topology=\"ring:routers=5\",from=1,to=5").header["error"]["parameter"], "to");
}

/// Without the links 9-13 and 9-15, one plane ends at switch 9: host 0 has one path to host 4, over the other
/// plane. Through host 2 there would be a second path. Switches 8 and 9, of two planes, are connected only
/// through hosts.
TEST(Paths, DoNotPassThroughHosts) {
  std::string const tree = "topology=\"xgft:children=4x2,parents=2x2\",fail=9-13+9-15";
  auto const to_host = ask("paths:" + tree + ",from=0,to=4").header["paths"];
  EXPECT_EQ(to_host["hops"], 4);
  EXPECT_EQ(to_host["count"], 2) << "over 12 and over 14";
  EXPECT_EQ(to_host["disjoint"], 1);
  auto const to_plane = ask("paths:" + tree + ",from=8,to=9").header["paths"];
  EXPECT_TRUE(to_plane["hops"].is_null());
  EXPECT_EQ(to_plane["disjoint"], 0);
  EXPECT_EQ(ask("router:" + tree + ",router=9").header["router"]["farthest"], 1) << "its four hosts";
}

/// A topology spec with failures is equivalent to the topology with these failures in every request of the
/// page.
TEST(Paths, RespectFailuresInTheTopologySpec) {
  std::string const in_text = "topology=\"failed:topology=[ring:routers=6],fail=0-1\"",
                    beside = "topology=\"ring:routers=6\",fail=0-1";
  for (std::string const request : {"paths:from=0,to=1,", "router:router=0,", "scene:"}) {
    auto const answer = ask(request + in_text), expected = ask(request + beside);
    EXPECT_EQ(answer.header, expected.header) << request;
    EXPECT_FALSE(answer.header.contains("error")) << answer.header["error"].dump();
  }
  EXPECT_EQ(ask("paths:from=0,to=1," + in_text + ",fail=3-4").header["paths"]["hops"], nullptr);
  EXPECT_EQ(ask("paths:from=0,to=1," + in_text).header["paths"]["hops"], 5);
}

}  // namespace
}  // namespace weft::explore

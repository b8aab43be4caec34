// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "weft/core/spec.hpp"
#include "weft/render/drawing.hpp"
#include "weft/render/picture_file.hpp"
#include "weft/verb/verb.hpp"

/// For every figure, a result that contains it and a result without the data that it requires.
namespace weft::verb {
namespace {

using Names = std::vector<std::string>;

Names names_of(Result const& result) {
  Names names;
  for (auto const& figure : figures_of(result)) names.push_back(figure.name);
  return names;
}

/// Returns the result without the table or array `name`; for "picture", without its topology.
Result without(Result result, std::string const& name) {
  std::erase_if(result.tables, [&](Table const& table) { return table.name == name; });
  std::erase_if(result.arrays, [&](Array const& array) { return array.name == name; });
  if (name == "picture")
    std::erase_if(result.scenario, [](Setting const& it) { return it.key == "topology"; });
  return result;
}

struct Shown {
  std::string request;
  Names figures;
};

class EveryFigure : public testing::TestWithParam<Shown> {};

TEST_P(EveryFigure, RequiresTheTableThatItNames) {
  auto const result = run_verb(Spec::parse(GetParam().request));
  EXPECT_EQ(names_of(result), GetParam().figures);
  for (auto const& figure : figures_of(result)) {
    EXPECT_FALSE(figure.title.empty()) << figure.name;
    EXPECT_FALSE(figure.caption.empty()) << figure.name;
    for (auto const look : {chart::Look::screen, chart::Look::paper}) {
      auto const svg = to_svg(figure, {.width = chart::Width::column, .look = look});
      EXPECT_TRUE(render::picture_bytes(svg, "x.pdf").starts_with("%PDF")) << figure.name;
      EXPECT_FALSE(render::read_svg(svg).title.empty()) << figure.name;
    }
    auto const left = names_of(without(result, figure.table));
    EXPECT_EQ(std::ranges::count(left, figure.name), 0) << figure.name << " without " << figure.table;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Verbs, EveryFigure,
    testing::Values(
        Shown{"show:topology=\"jellyfish:routers=300,degree=6\"", {"distances", "bounds"}},
        Shown{"show:topology=ring,metrics=radix", {}},
        Shown{"compare:topologies=[torus,hyperx],messages=2", {"quotients", "metrics", "simulated"}},
        Shown{"compare:topologies=[torus]", {"metrics"}}, Shown{"draw:topology=dragonfly", {"network"}},
        Shown{"route:topology=torus,from=0,to=7", {"path"}}, Shown{"route:topology=torus", {}},
        Shown{"load:topology=torus",
              {"network_load", "load_distribution", "load_dim0", "load_dim1", "tasks"}},
        Shown{"map:topology=torus", {"tasks"}},
        Shown{"schedule:topology=\"sparse_torus:dimensions=2,side=3\"",
              {"utilization_dimensions", "utilization_levels"}},
        Shown{"balance:topology=\"sparse_torus:dimensions=2,side=3\"", {"slackness"}},
        Shown{"deadlock:topology=\"ring:routers=4\",vcs=1", {"cycle_network", "cycle"}},
        Shown{"deadlock:topology=torus", {}},
        Shown{"collective:topology=torus,operation=allreduce,bytes=1k..4k,algorithm=ring",
              {"time", "utilization_ring"}},
        Shown{"simulate:topology=torus,messages=2", {"classes", "messages_left"}},
        Shown{"simulate:topology=torus,engine=\"flit:rate=0.1\"",
              {"network_use", "utilization", "classes", "latencies", "latency_histogram", "latency_by_hops"}},
        Shown{"sweep:topology=torus,rates=0.1", {"latency", "throughput"}}));

}  // namespace
}  // namespace weft::verb

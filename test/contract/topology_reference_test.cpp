// SPDX-License-Identifier: Apache-2.0
// Comparison of topologies with independently computed metrics in test/data/topology_metrics.csv
// (../shared/reference/README.md explains the columns).

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "weft/analysis/metrics.hpp"
#include "weft/experiment/assemble.hpp"

namespace weft {
namespace {

/// Returns the values of `key=value key=value ..`, in order.
std::vector<std::string> values_of(std::string const& params) {
  std::vector<std::string> values;
  for (auto const& word : split(params, ' '))
    if (auto const at = word.find('='); at != std::string::npos) values.push_back(word.substr(at + 1));
  return values;
}

/// Spellings of topologies in the file and in Weft; {0}, {1}, .. are the values in order.
std::map<std::string, std::string> const& spellings() {
  static std::map<std::string, std::string> const all{
      {"ring", "ring:routers={0}"},
      {"complete", "complete:routers={0}"},
      {"mesh", "mesh:sides={0}"},
      {"torus", "torus:sides={0}"},
      {"hypercube", "hypercube:dimensions={0}"},
      {"binary_tree", "binary_tree:height={0}"},
      {"leiserson_fat_tree", "leiserson_fat_tree:leaves={0},growth={1}"},
      {"kary_ntree", "kary_ntree:arity={0},levels={1}"},
      {"butterfly", "butterfly:dimension={0}"},
      {"wrapped_butterfly", "wrapped_butterfly:dimension={0}"},
      {"cube_connected_cycles", "cube_connected_cycles:dimension={0}"},
      {"flattened_butterfly", "flattened_butterfly:arity={0},levels={1}"},
      {"all_to_all_grid_2d", "all_to_all_grid:side={0}"},
      {"hyperx", "hyperx:sides={0},terminals={1}"},
      {"dragonfly", "dragonfly:p={0},a={1},h={2},groups={3},arrangement={4}"},
      {"slimfly_mms", "slim_fly:q={0}"},
      {"petersen", "petersen"},
      {"hoffman_singleton", "hoffman_singleton"},
      {"kautz", "kautz:degree={0},length={1}"},
      {"debruijn", "de_bruijn:degree={0},length={1}"},
      {"percs", "percs:supernodes={0},links={1}"},
      {"clex", "clex:m={0},levels={1}"},
      {"dcell_switch", "dcell:servers={0},levels={1},model=switch"},
      {"dcell_clique", "dcell:servers={0},levels={1},model=clique"},
      {"coated_mesh", "coated_mesh:side={0}"},
      {"sparse_torus", "sparse_torus:dimensions={0},side={1}"},
  };
  return all;
}

std::string spec_of(ReferenceRow const& row) {
  auto spec = spellings().at(row.at("family"));
  auto const values = values_of(row.at("params"));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (auto const at = spec.find("{" + std::to_string(i) + "}"); at != std::string::npos)
      spec.replace(at, 3, values[i]);
  return spec;
}

struct Row {
  std::string text;  // the family and its parameters, as spelled in the file
  ReferenceRow values;
};

std::vector<Row> rows() {
  std::vector<Row> rows;
  for (auto const& values : reference_rows("topology_metrics.csv"))
    rows.push_back({values.at("family") + " " + values.at("params"), values});
  return rows;
}

class TopologyReference : public testing::TestWithParam<Row> {
 protected:
  std::string const& column(std::string const& key) const { return GetParam().values.at(key); }
  double number(std::string const& key) const { return std::stod(column(key)); }
  bool directed() const { return column("directed") == "1"; }

  Measures measured() const {
    MetricOptions options{.keys = {}, .exact = true, .branches = 1'500'000};
    for (char const* key :
         {"n_vertices",    "n_routers",     "n_terminals",   "links",       "loops",       "parallel",
          "links_listed",  "und_edges",     "deg_min",       "deg_max",     "indeg_min",   "indeg_max",
          "und_deg_min",   "und_deg_max",   "diameter",      "sum_dist",    "avg_dist",    "dist_hist",
          "term_diameter", "term_sum_dist", "term_avg_dist", "girth",       "dir_girth",   "edge_conn",
          "arc_conn",      "alg_conn",      "bisection",     "moore_bound", "moore_ratio", "term_bisection"})
      options.keys.emplace_back(key);
    return measure(make_topology(spec_of(GetParam().values))->facts(), options);
  }

  void expect_text(Measures const& measures, std::string const& key) const {
    auto const* metric = measures.find(key);
    ASSERT_NE(metric, nullptr) << key;
    EXPECT_EQ(metric->value.exact_text(), column(key)) << key << ", " << metric->how;
  }
  void expect_near(Measures const& measures, std::string const& key, double tolerance) const {
    auto const* metric = measures.find(key);
    ASSERT_NE(metric, nullptr) << key;
    EXPECT_NEAR(metric->value.number(), number(key), tolerance) << key << ", " << metric->how;
  }

  void expect_histogram(Measures const& measures) const {
    std::string text;
    for (std::size_t d = 1; d < measures.pairs.size(); ++d)
      text += (d == 1 ? "" : ";") + std::to_string(measures.pairs[d]);
    EXPECT_EQ(text, column("dist_hist"));
  }

  /// The proofs of the file: exact methods and values from the literature exactly, else any value between its
  /// bounds.
  void expect_bisection(Measures const& measures) const {
    bool const of_leaves = column("bis_method") == "exact_weighted_leaf_bisection";
    auto const* metric = measures.find(of_leaves ? "term_bisection" : "bisection");
    ASSERT_NE(metric, nullptr);
    if (of_leaves) {
      EXPECT_NEAR(metric->value.number(), 2 * number("bisection"), 1e-7) << "both directions";
      return;
    }
    auto const upper = (metric->exact() ? metric->value : metric->upper).number();
    auto const lower = (metric->exact() ? metric->value : metric->lower).number();
    if (column("bis_method") == "upper_bound") {
      EXPECT_LE(upper, number("bisection")) << metric->how;
      EXPECT_GE(upper, number("bis_lb")) << metric->how;
      EXPECT_LE(lower, number("bisection")) << metric->how;
    } else {
      EXPECT_TRUE(metric->exact()) << lower << " to " << upper << ", " << metric->how;
      EXPECT_NEAR(upper, number("bisection"), 1e-8) << metric->how;
    }
  }
};

TEST_P(TopologyReference, MatchesTheTable) {
  auto const spec = spec_of(GetParam().values);
  SCOPED_TRACE(spec);
  if (std::ranges::none_of(topology_entries(), [&](auto const& entry) {
        return entry.doc.name == spec.substr(0, spec.find(':'));
      }))
    GTEST_SKIP() << spec;
  if (sanitized && number("n_vertices") > 300) GTEST_SKIP() << "too large for a sanitizer: " << spec;
  auto const measures = measured();
  for (char const* key : {"n_vertices", "n_routers", "n_terminals", "links", "loops", "parallel",
                          "links_listed", "und_edges", "deg_min", "deg_max", "und_deg_min", "und_deg_max",
                          "diameter", "sum_dist", "term_diameter", "term_sum_dist", "girth", "moore_bound"})
    expect_text(measures, key);
  if (directed())
    for (char const* key : {"indeg_min", "indeg_max", "dir_girth", "arc_conn"}) expect_text(measures, key);
  if (!column("edge_conn").empty()) expect_text(measures, "edge_conn");
  expect_near(measures, "avg_dist", 6e-10);
  expect_near(measures, "term_avg_dist", 6e-10);
  expect_near(measures, "moore_ratio", 6e-7);
  expect_near(measures, "alg_conn", 1e-8);
  expect_histogram(measures);
  expect_bisection(measures);
}

INSTANTIATE_TEST_SUITE_P(Rows, TopologyReference, testing::ValuesIn(rows()), [](auto const& row) {
  std::string name;
  for (char const c : row.param.text) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

}  // namespace
}  // namespace weft

// Topologies against independently computed metrics: test/data/topology_metrics.csv.

#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/reference.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {
namespace {

struct Row {
  std::string text;  // the family and its parameters, as the file has them
  std::string spec;
  ReferenceRow values;
  std::uint64_t number(std::string const& column) const { return std::stoull(values.at(column)); }
};

/// The spec of a row in our spelling, or empty for other families.
std::string spec_of(ReferenceRow const& row) {
  auto const& family = row.at("family");
  auto const words = split(row.at("params"), ' ');
  auto const value = [&](std::size_t i) { return split(words.at(i), '=').at(1); };
  if (family == "mesh" || family == "torus") return family + ":sides=" + value(0);
  if (family == "ring") return "torus:sides=" + value(0);
  if (family == "clex") return "clex:m=" + value(0) + ",levels=" + value(1);
  if (family != "hypercube") return "";
  std::string sides = "2";
  for (int dim = std::stoi(value(0)); dim > 1; --dim) sides += "x2";
  return "torus:sides=" + sides;
}

std::vector<Row> rows() {
  std::vector<Row> rows;
  for (auto const& values : reference_rows("topology_metrics.csv"))
    if (auto spec = spec_of(values); !spec.empty())
      rows.push_back({values.at("family") + " " + values.at("params"), std::move(spec), values});
  return rows;
}

template <Topology T>
std::map<std::uint32_t, std::uint64_t> pairs_at_distance(T const& topology) {
  if constexpr (!VertexTransitive<T>) return all_pairs_histogram(topology);
  auto counts = histogram(hops_from(topology, {0}));
  for (auto& [distance, count] : counts) count *= topology.num_routers();
  return counts;
}

template <Topology T>
void expect_distances(T const& topology, Row const& row) {
  auto const counts = pairs_at_distance(topology);
  std::uint64_t sum = 0;
  std::string text;
  for (auto const& [distance, count] : counts) {
    sum += distance * count;
    if (distance > 0) text += (text.empty() ? "" : ";") + std::to_string(count);
  }
  EXPECT_EQ(counts.rbegin()->first, row.number("diameter"));
  EXPECT_EQ(sum, row.number("sum_dist"));
  EXPECT_EQ(text, row.values.at("dist_hist"));
}

template <Topology T>
void expect_channels(T const& topology, Row const& row) {
  std::uint64_t channels = 0, loops = 0, simple = 0, deg_min = ~0u, deg_max = 0;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
    std::set<std::uint32_t> neighbors;
    for (std::uint16_t p = 0; p < topology.degree({r}); ++p, ++channels)
      if (auto const to = topology.neighbor({r}, {p}).router.v; to == r)
        ++loops;
      else
        neighbors.insert(to);
    simple += neighbors.size();
    deg_min = std::min<std::uint64_t>(deg_min, neighbors.size());
    deg_max = std::max<std::uint64_t>(deg_max, neighbors.size());
  }
  std::uint64_t const per_link = row.number("directed") == 1 ? 1 : 2;
  EXPECT_EQ(channels, per_link * row.number("links_listed"));
  EXPECT_EQ(simple, per_link * row.number("links"));
  EXPECT_EQ(loops, row.number("loops"));
  EXPECT_EQ(channels - loops - simple, per_link * row.number("parallel"));
  EXPECT_EQ(deg_min, row.number("deg_min"));
  EXPECT_EQ(deg_max, row.number("deg_max"));
}

class TopologyReference : public testing::TestWithParam<Row> {};

TEST_P(TopologyReference, AgreesWithTheTable) {
  SCOPED_TRACE(GetParam().text);
  Topologies::pick(Spec::parse(GetParam().spec), [](auto const& topology) {
    EXPECT_EQ(topology.num_routers(), GetParam().number("n_routers"));
    EXPECT_EQ(topology.num_terminals(), GetParam().number("n_terminals"));
    expect_channels(topology, GetParam());
    expect_distances(topology, GetParam());
  });
}

INSTANTIATE_TEST_SUITE_P(Rows, TopologyReference, testing::ValuesIn(rows()), [](auto const& row) {
  std::string name;
  for (char const c : row.param.text) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

}  // namespace
}  // namespace weft

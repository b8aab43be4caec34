// What topologies know of their metrics against searching and counting, on their default parameters and each sample.

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/topology_view.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {
namespace {

using Matrix = std::vector<std::vector<double>>;
using Neighbors = std::vector<std::set<std::uint32_t>>;

/// A topology counted channel by channel.
struct Counted {
  std::uint64_t channels = 0, loops = 0;
  Neighbors out, both;  // of the simple graph, directed and not
};

Counted counted(TopologyView const& topology) {
  Counted counted;
  counted.out.resize(topology.num_routers());
  counted.both.resize(topology.num_routers());
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    for (std::uint16_t p = 0; p < topology.degree({r}); ++p, ++counted.channels) {
      auto const to = topology.neighbor({r}, {p}).router.v;
      counted.loops += to == r;
      if (to == r) continue;
      counted.out[r].insert(to);
      counted.both[r].insert(to);
      counted.both[to].insert(r);
    }
  return counted;
}

/// The shortest cycle of an undirected graph, 0 if there is none: from every vertex, the first links that join two branches.
std::uint32_t girth(Neighbors const& graph) {
  std::uint32_t least = 0;
  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    std::vector<std::uint32_t> hops(graph.size(), unreached), parent(graph.size(), start), queue{start};
    hops[start] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
      for (auto const next : graph[queue[head]]) {
        auto const at = queue[head];
        if (hops[next] == unreached) {
          hops[next] = hops[at] + 1;
          parent[next] = at;
          queue.push_back(next);
        } else if (next != parent[at]) {
          auto const cycle = hops[at] + hops[next] + 1;
          if (least == 0 || cycle < least) least = cycle;
        }
      }
  }
  return least;
}

/// Edge-disjoint paths between two vertices of an undirected graph, found one by one.
std::uint32_t disjoint_paths(Neighbors const& graph, std::uint32_t from, std::uint32_t to) {
  auto residual = graph;
  for (std::uint32_t paths = 0;; ++paths) {
    std::vector<std::uint32_t> parent(graph.size(), unreached), queue{from};
    parent[from] = from;
    for (std::size_t head = 0; head < queue.size() && parent[to] == unreached; ++head)
      for (auto const next : residual[queue[head]])
        if (parent[next] == unreached) {
          parent[next] = queue[head];
          queue.push_back(next);
        }
    if (parent[to] == unreached) return paths;
    for (auto at = to; at != from; at = parent[at]) {
      if (!residual[at].contains(parent[at])) residual[at].insert(parent[at]);
      residual[parent[at]].erase(at);
    }
  }
}

std::uint32_t edge_connectivity(Neighbors const& graph) {
  std::uint32_t least = unreached;
  for (std::uint32_t to = 1; to < graph.size(); ++to) least = std::min(least, disjoint_paths(graph, 0, to));
  return least;
}

/// The second smallest eigenvalue of the Laplacian: Jacobi's rotations until nothing is left off the diagonal.
double algebraic_connectivity(Neighbors const& graph) {
  auto const n = graph.size();
  Matrix a(n, std::vector<double>(n, 0));
  for (std::size_t v = 0; v < n; ++v) {
    a[v][v] = static_cast<double>(graph[v].size());
    for (auto const u : graph[v]) a[v][u] = -1;
  }
  for (double off = 1; off > 1e-18;) {
    off = 0;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        if (std::abs(a[p][q]) < 1e-12) continue;
        off += a[p][q] * a[p][q];
        double const angle = std::atan2(2 * a[p][q], a[q][q] - a[p][p]) / 2, c = std::cos(angle),
                     s = std::sin(angle);
        for (auto& row : a) {
          auto const x = row[p], y = row[q];
          row[p] = c * x - s * y;
          row[q] = s * x + c * y;
        }
        for (std::size_t i = 0; i < n; ++i) {
          auto const x = a[p][i], y = a[q][i];
          a[p][i] = c * x - s * y;
          a[q][i] = s * x + c * y;
        }
      }
  }
  std::vector<double> values;
  for (std::size_t v = 0; v < n; ++v) values.push_back(a[v][v]);
  std::ranges::sort(values);
  return values.at(1);
}

/// The least number of links between halves, by trying all.
std::uint32_t bisection(Neighbors const& graph) {
  auto const n = static_cast<int>(graph.size());
  std::vector<std::uint32_t> rows;
  for (auto const& neighbors : graph) {
    rows.push_back(0);
    for (auto const u : neighbors) rows.back() |= 1u << u;
  }
  std::uint32_t least = unreached;
  for (std::uint32_t set = 0; set < 1u << n; ++set) {
    if (std::popcount(set) != n / 2) continue;
    std::uint32_t cut = 0;
    for (auto left = set; left != 0; left &= left - 1)
      cut += static_cast<std::uint32_t>(
          std::popcount(rows[static_cast<std::size_t>(std::countr_zero(left))] & ~set));
    least = std::min(least, cut);
  }
  return least;
}

/// What is known, if it is, is what was found.
template <class T>
void expect_known(std::optional<T> const& known, std::uint64_t found) {
  if (known) { EXPECT_EQ(*known, found); }
}

class KnownMetricsContract : public testing::TestWithParam<std::string> {
 protected:
  /// Calls check(topology, known) for each instance of at most so many routers that knows anything.
  template <class Check>
  void on_each_instance(std::uint64_t most_routers, Check check) const {
    Topologies::for_each([&]<class T>(std::type_identity<T>) {
      if constexpr (KnowsMetrics<T>)
        if (GetParam() == T::name)
          for (auto const& topology : samples_of<T>().instances) {
            SCOPED_TRACE(topology->spec(false));
            if (topology->num_routers() <= most_routers) check(*topology, topology->known().value());
          }
    });
  }
};
INSTANTIATE_TEST_SUITE_P(Of, KnownMetricsContract, testing::ValuesIn(Topologies::names()),
                         [](auto const& name) { return name.param; });

TEST_P(KnownMetricsContract, Links) {
  on_each_instance(5000, [](TopologyView const& topology, KnownMetrics const& known) {
    auto const found = counted(topology);
    std::uint64_t simple = 0, degree_min = ~std::uint64_t{0}, degree_max = 0;
    for (auto const& neighbors : found.out) {
      simple += neighbors.size();
      degree_min = std::min<std::uint64_t>(degree_min, neighbors.size());
      degree_max = std::max<std::uint64_t>(degree_max, neighbors.size());
    }
    std::uint64_t const per_link = topology.bidirectional() ? 2 : 1;
    expect_known(known.links, simple / per_link);
    expect_known(known.loops, found.loops / per_link);
    expect_known(known.parallel, (found.channels - found.loops - simple) / per_link);
    expect_known(known.degree_min, degree_min);
    expect_known(known.degree_max, degree_max);
  });
}

TEST_P(KnownMetricsContract, Distances) {
  on_each_instance(5000, [](TopologyView const& topology, KnownMetrics const& known) {
    auto counts = all_pairs_histogram(topology);
    expect_known(known.diameter, counts.rbegin()->first);
    counts.erase(0);
    if (known.pairs_at_distance.empty()) return;
    std::vector<std::uint64_t> found;
    for (auto const& [distance, count] : counts) found.push_back(count);
    EXPECT_EQ(known.pairs_at_distance, found);
  });
}

TEST_P(KnownMetricsContract, DistancesOfTerminals) {
  on_each_instance(1000, [](TopologyView const& topology, KnownMetrics const& known) {
    if (known.terminal_pairs_at_distance.empty()) return;
    std::vector<std::uint64_t> found(known.terminal_pairs_at_distance.size(), 0);
    for (std::uint32_t a = 0; a < topology.num_routers(); ++a) {
      std::uint64_t const here = topology.terminals_at({a}).count;
      if (here == 0) continue;
      auto const hops = hops_from(topology, {a});
      for (std::uint32_t b = 0; b < topology.num_routers(); ++b)
        if (auto const there = topology.terminals_at({b}).count - (a == b ? 1u : 0u); there > 0)
          found.at(hops[b]) += here * there;
    }
    EXPECT_EQ(known.terminal_pairs_at_distance, found);
  });
}

TEST_P(KnownMetricsContract, Girth) {
  on_each_instance(400, [](TopologyView const& topology, KnownMetrics const& known) {
    expect_known(known.girth, girth(counted(topology).both));
  });
}

TEST_P(KnownMetricsContract, EdgeConnectivity) {
  on_each_instance(150, [](TopologyView const& topology, KnownMetrics const& known) {
    expect_known(known.edge_connectivity, edge_connectivity(counted(topology).both));
  });
}

TEST_P(KnownMetricsContract, AlgebraicConnectivity) {
  on_each_instance(100, [](TopologyView const& topology, KnownMetrics const& known) {
    if (!known.algebraic_connectivity) return;
    EXPECT_NEAR(*known.algebraic_connectivity, algebraic_connectivity(counted(topology).both), 1e-9);
  });
}

TEST_P(KnownMetricsContract, Bisection) {
  on_each_instance(20, [](TopologyView const& topology, KnownMetrics const& known) {
    if (!known.bisection) return;
    auto const least = bisection(counted(topology).both);
    EXPECT_LE(known.bisection->lower, least);
    EXPECT_GE(known.bisection->upper, least);
    EXPECT_FALSE(known.bisection->method.empty());
  });
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
// Contract of every topology, for its default parameters and for each of its samples.

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/catalog_samples.hpp"
#include "support/known_oracle.hpp"

namespace weft {
namespace {

TopologySamples const& samples_named(std::string const& name) {
  return *std::ranges::find(catalog_samples(), name, &TopologySamples::name);
}

std::vector<std::string> topology_names() {
  std::vector<std::string> names;
  for (auto const& samples : catalog_samples()) names.push_back(samples.name);
  return names;
}

class TopologyContract : public testing::TestWithParam<std::string> {
 protected:
  TopologySamples const& samples = samples_named(GetParam());
  std::vector<std::shared_ptr<TopologyView const>> const instances = samples.instances();

  template <class Check>
  void on_each_instance(Check check) const {
    for (auto const& topology : instances) {
      SCOPED_TRACE(topology->spec(false));
      check(*topology);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  template <class Check>
  void on_each_router(Check check) const {
    on_each_instance([&](TopologyView const& topology) {
      for (std::uint32_t r = 0; r < topology.num_routers(); ++r) check(topology, RouterId{r});
    });
  }
  template <class Check>
  void on_each_channel(Check check) const {
    on_each_router([&](TopologyView const& topology, RouterId r) {
      for (std::uint16_t p = 0; p < topology.degree(r); ++p) check(topology, r, PortId{p});
    });
  }
};
INSTANTIATE_TEST_SUITE_P(All, TopologyContract, testing::ValuesIn(topology_names()),
                         [](auto const& name) { return name.param; });

TEST_P(TopologyContract, HasANameAndDocumentation) {
  EXPECT_FALSE(samples.name.empty());
  EXPECT_GT(samples.doc.size(), 80u);
  EXPECT_GE(instances.size(), samples.name == "petersen" || samples.name == "hoffman_singleton" ? 1u : 3u);
}

TEST_P(TopologyContract, InstancesAreNamedByTheirSpec) {
  on_each_instance([&](TopologyView const& topology) {
    for (bool const all : {false, true}) {
      auto const spec = Spec::parse(topology.spec(all));
      auto const again = samples.respelled(spec);
      EXPECT_EQ(again, topology.spec(true));
    }
  });
}

TEST_P(TopologyContract, ReachesEveryInputPortOnce) {
  on_each_instance([](TopologyView const& topology) {
    std::vector<std::vector<int>> hits;
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r) hits.emplace_back(topology.in_degree({r}), 0);
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
      for (std::uint16_t p = 0; p < topology.degree({r}); ++p) {
        auto const hop = topology.neighbor({r}, {p});
        ASSERT_LT(hop.router.v, hits.size()) << "router " << r << ", port " << p;
        ASSERT_LT(hop.port.v, hits[hop.router.v].size()) << "router " << r << ", port " << p;
        ++hits[hop.router.v][hop.port.v];
      }
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
      for (std::size_t p = 0; p < hits[r].size(); ++p)
        EXPECT_EQ(hits[r][p], 1) << "router " << r << ", input " << p;
  });
}

TEST_P(TopologyContract, HasEqualNumbersOfInputsAndOutputs) {
  on_each_instance([](TopologyView const& topology) {
    std::uint64_t in = 0, out = 0;
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
      in += topology.in_degree({r});
      out += topology.degree({r});
    }
    EXPECT_EQ(in, out);
  });
}

TEST_P(TopologyContract, EveryChannelHasAReverse) {
  on_each_channel([](TopologyView const& topology, RouterId r, PortId p) {
    if (!topology.bidirectional()) return;
    auto const hop = topology.neighbor(r, p);
    EXPECT_EQ(topology.neighbor(hop.router, hop.port), (Hop{r, p})) << "router " << r.v << ", port " << p.v;
  });
}

TEST_P(TopologyContract, TerminalsBelongToTheirRouters) {
  on_each_instance([](TopologyView const& topology) {
    std::vector<std::uint32_t> owner(topology.num_terminals(), unreached);
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
      auto const [first, count] = topology.terminals_at({r});
      ASSERT_LE(std::uint64_t{first.v} + count, owner.size());
      for (std::uint32_t i = 0; i < count; ++i) {
        EXPECT_EQ(owner[first.v + i], unreached) << "terminal " << first.v + i;
        owner[first.v + i] = r;
      }
    }
    for (std::uint32_t e = 0; e < owner.size(); ++e) {
      EXPECT_EQ(topology.injection_router({e}).v, owner[e]) << "terminal " << e;
      EXPECT_LT(topology.ejection_router({e}).v, topology.num_routers()) << "terminal " << e;
    }
  });
}

TEST_P(TopologyContract, ChannelsHaveAClass) {
  on_each_instance([](TopologyView const& topology) {
    for (auto const& channel_class : topology.classes()) {
      EXPECT_FALSE(channel_class.name.empty());
      EXPECT_GT(channel_class.bandwidth, 0);
    }
  });
  on_each_channel([](TopologyView const& topology, RouterId r, PortId p) {
    EXPECT_LT(topology.class_of(r, p).v, topology.classes().size()) << "router " << r.v << ", port " << p.v;
  });
}

TEST_P(TopologyContract, IsStronglyConnected) {
  on_each_router([](TopologyView const& topology, RouterId r) {
    auto const hops = hops_from(topology, r);
    if (!topology.one_way()) {
      EXPECT_EQ(histogram(hops).count(unreached), 0u) << "from router " << r.v;
      return;
    }
    for (std::uint32_t e = 0; topology.terminals_at(r).count > 0 && e < topology.num_terminals(); ++e)
      EXPECT_NE(hops[topology.ejection_router({e}).v], unreached)
          << "from router " << r.v << " to terminal " << e;
  });
}

TEST_P(TopologyContract, ClosedFormDistancesMatchSearch) {
  on_each_router([](TopologyView const& topology, RouterId r) {
    if (!topology.has_distance()) return;
    auto const hops = hops_from(topology, r);
    for (std::uint32_t to = 0; to < hops.size(); ++to)
      EXPECT_EQ(topology.distance(r, {to}), hops[to]) << "from router " << r.v << " to " << to;
  });
}

TEST_P(TopologyContract, ClosedFormDiameterMatchesSearch) {
  on_each_instance([](TopologyView const& topology) {
    auto const longest = all_pairs_histogram(topology).rbegin()->first;
    EXPECT_EQ(topology.diameter().value_or(longest), longest);
  });
}

TEST_P(TopologyContract, KnownMetricsMatchSearch) {
  on_each_instance([&](TopologyView const& topology) {
    if (auto const known = topology.known())
      expect_known_is_found(topology, *known, topology.bidirectional());
  });
}

TEST_P(TopologyContract, DistancesAreTheSameFromEveryRouterIfVertexTransitive) {
  on_each_instance([](TopologyView const& topology) {
    if (!topology.vertex_transitive()) return;
    auto const first = histogram(hops_from(topology, {0}));
    for (std::uint32_t r = 1; r < topology.num_routers(); ++r)
      EXPECT_EQ(histogram(hops_from(topology, {r})), first) << "from router " << r;
  });
}

TEST_P(TopologyContract, PortTowardUsesTheShorterDirection) {
  on_each_router([](TopologyView const& topology, RouterId r) {
    if (topology.shape() == nullptr) return;
    auto const& shape = *topology.shape();
    for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
      for (std::uint32_t goal = 0; goal < shape.side(dim); ++goal) {
        if (goal == shape.coord(r, dim)) continue;
        auto const hops = hops_from(topology, shape.move(r, dim, goal));
        auto const port = topology.port_toward(r, dim, goal);
        ASSERT_LT(port.v, topology.degree(r));
        auto const next = topology.neighbor(r, port).router;
        EXPECT_EQ(hops[next.v] + 1, hops[r.v]) << "router " << r.v << ", dim " << dim << ", coord " << goal;
        EXPECT_EQ(shape.move(next, dim, shape.coord(r, dim)), r) << "leaves the line";
      }
  });
}

TEST_P(TopologyContract, CopiesAreIndependentSubMachines) {
  on_each_channel([](TopologyView const& topology, RouterId r, PortId p) {
    auto const channel_level = topology.class_of(r, p).v + 1u;
    auto const to = topology.neighbor(r, p).router;
    for (std::uint32_t level = channel_level; level <= topology.levels(); ++level)
      EXPECT_EQ(topology.copy_of(r, level), topology.copy_of(to, level))
          << "router " << r.v << ", port " << p.v;
  });
  on_each_instance([](TopologyView const& topology) {
    if (topology.levels() == 0) return;
    for (std::uint32_t level = 1; level <= topology.levels(); ++level) {
      std::vector<std::uint64_t> size(topology.num_copies(level), 0);
      for (std::uint32_t r = 0; r < topology.num_routers(); ++r) ++size.at(topology.copy_of({r}, level));
      EXPECT_EQ(std::ranges::count(size, size[0]), static_cast<std::ptrdiff_t>(size.size()))
          << "level " << level;
    }
    EXPECT_EQ(topology.num_copies(topology.levels()), 1u);
  });
  on_each_router([](TopologyView const& topology, RouterId r) {
    for (std::uint32_t level = 1; level <= topology.levels(); ++level) {
      auto const up_to_level = [&](RouterId at, PortId p) { return topology.class_of(at, p).v < level; };
      auto const hops = hops_from(topology, r, up_to_level);
      for (std::uint32_t to = 0; to < hops.size(); ++to)
        EXPECT_EQ(hops[to] != unreached, topology.copy_of(r, level) == topology.copy_of({to}, level))
            << "from router " << r.v << " to " << to << " at level " << level;
    }
  });
}

TEST_P(TopologyContract, NodesAreTheVerticesWithATerminal) {
  on_each_instance([](TopologyView const& topology) {
    auto const nodes = topology.num_nodes();
    if (!nodes) return;
    std::uint64_t count = 0;
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
      count += topology.is_node({r});
      EXPECT_TRUE(!topology.is_node({r}) || topology.terminals_at({r}).count == 1) << "node " << r;
    }
    EXPECT_EQ(count, *nodes);
  });
}

}  // namespace
}  // namespace weft

// What every topology must keep, on its default parameters and each of its samples.

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/catalog_types.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {
namespace {

template <Topology T>
class TopologyContract : public testing::Test {
 protected:
  template <class Check>
  static void on_each_instance(Check check) {
    auto all = T::samples();
    all.insert(all.begin(), typename T::Params{});
    for (auto const& params : all) {
      auto const text = to_spec<T>(params).to_string();
      SCOPED_TRACE(text);
      T::check(params);
      T const topology{params};
      check(topology);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  template <class Check>
  static void on_each_router(Check check) {
    on_each_instance([&](T const& topology) {
      for (std::uint32_t r = 0; r < topology.num_routers(); ++r) check(topology, RouterId{r});
    });
  }
  template <class Check>
  static void on_each_channel(Check check) {
    on_each_router([&](T const& topology, RouterId r) {
      for (std::uint16_t p = 0; p < topology.degree(r); ++p) check(topology, r, PortId{p});
    });
  }
};
TYPED_TEST_SUITE(TopologyContract, CatalogTypes<Topologies>);

TYPED_TEST(TopologyContract, SaysWhatItIs) {
  EXPECT_FALSE(TypeParam::name.empty());
  EXPECT_GT(TypeParam::doc.size(), 80u);
  EXPECT_GE(TypeParam::samples().size(), 2u);
}

TYPED_TEST(TopologyContract, InstancesAreNamedByTheirSpec) {
  this->on_each_instance([](TypeParam const& topology) {
    for (bool const all : {false, true}) {
      auto const spec = Spec::parse(to_spec(topology, all).to_string());
      auto const again = Topologies::pick(spec, [](auto const& t) { return to_spec(t, true).to_string(); });
      EXPECT_EQ(again, to_spec(topology, true).to_string());
    }
  });
}

TYPED_TEST(TopologyContract, HitsEveryInputPortOnce) {
  this->on_each_instance([](TypeParam const& topology) {
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

TYPED_TEST(TopologyContract, HasAsManyInputsAsOutputs) {
  this->on_each_instance([](TypeParam const& topology) {
    std::uint64_t in = 0, out = 0;
    for (std::uint32_t r = 0; r < topology.num_routers(); ++r) {
      in += topology.in_degree({r});
      out += topology.degree({r});
    }
    EXPECT_EQ(in, out);
  });
}

TYPED_TEST(TopologyContract, SourceIsTheInverseOfNeighbor) {
  if constexpr (KnowsSources<TypeParam>)
    this->on_each_channel([](TypeParam const& topology, RouterId r, PortId p) {
      auto const hop = topology.neighbor(r, p);
      auto const back = topology.source(hop.router, hop.port);
      EXPECT_EQ(back.router, r) << "router " << r.v << ", port " << p.v;
      EXPECT_EQ(back.port, p) << "router " << r.v << ", port " << p.v;
    });
}

TYPED_TEST(TopologyContract, EveryChannelHasItsReverse) {
  if constexpr (Bidirectional<TypeParam>)
    this->on_each_channel([](TypeParam const& topology, RouterId r, PortId p) {
      auto const hop = topology.neighbor(r, p);
      EXPECT_EQ(topology.neighbor(hop.router, hop.port), (Hop{r, p})) << "router " << r.v << ", port " << p.v;
    });
}

TYPED_TEST(TopologyContract, TerminalsBelongToTheirRouters) {
  this->on_each_instance([](TypeParam const& topology) {
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

TYPED_TEST(TopologyContract, ChannelsHaveAClass) {
  this->on_each_instance([](TypeParam const& topology) {
    for (auto const& channel_class : topology.classes()) {
      EXPECT_FALSE(channel_class.name.empty());
      EXPECT_GT(channel_class.bandwidth, 0);
    }
  });
  this->on_each_channel([](TypeParam const& topology, RouterId r, PortId p) {
    EXPECT_LT(topology.class_of(r, p).v, topology.classes().size()) << "router " << r.v << ", port " << p.v;
  });
}

TYPED_TEST(TopologyContract, IsStronglyConnected) {
  this->on_each_router([](TypeParam const& topology, RouterId r) {
    EXPECT_EQ(histogram(hops_from(topology, r)).count(unreached), 0u) << "from router " << r.v;
  });
}

TYPED_TEST(TopologyContract, ClosedFormDistanceIsThatOfSearch) {
  if constexpr (KnowsDistance<TypeParam>)
    this->on_each_router([](TypeParam const& topology, RouterId r) {
      if (!knows_distance(topology)) return;
      auto const hops = hops_from(topology, r);
      for (std::uint32_t to = 0; to < hops.size(); ++to)
        EXPECT_EQ(topology.distance(r, {to}), hops[to]) << "from router " << r.v << " to " << to;
    });
}

TYPED_TEST(TopologyContract, ClosedFormDiameterIsThatOfSearch) {
  if constexpr (KnowsDiameter<TypeParam>)
    this->on_each_instance([](TypeParam const& topology) {
      EXPECT_EQ(topology.diameter(), all_pairs_histogram(topology).rbegin()->first);
    });
}

TYPED_TEST(TopologyContract, VertexTransitiveLooksTheSameFromEveryRouter) {
  if constexpr (VertexTransitive<TypeParam>)
    this->on_each_instance([](TypeParam const& topology) {
      auto const first = histogram(hops_from(topology, {0}));
      for (std::uint32_t r = 1; r < topology.num_routers(); ++r)
        EXPECT_EQ(histogram(hops_from(topology, {r})), first) << "from router " << r;
    });
}

TYPED_TEST(TopologyContract, PortTowardTakesTheShorterWay) {
  if constexpr (Cartesian<TypeParam>)
    this->on_each_router([](TypeParam const& topology, RouterId r) {
      auto const& shape = topology.shape();
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

TYPED_TEST(TopologyContract, CopiesAreIndependentSubMachines) {
  if constexpr (Hierarchical<TypeParam>) {
    this->on_each_channel([](TypeParam const& topology, RouterId r, PortId p) {
      auto const channel_level = topology.class_of(r, p).v + 1u;
      auto const to = topology.neighbor(r, p).router;
      for (std::uint32_t level = channel_level; level <= topology.levels(); ++level)
        EXPECT_EQ(topology.copy_of(r, level), topology.copy_of(to, level))
            << "router " << r.v << ", port " << p.v;
    });
    this->on_each_instance([](TypeParam const& topology) {
      for (std::uint32_t level = 1; level <= topology.levels(); ++level) {
        std::vector<std::uint64_t> size(topology.num_copies(level), 0);
        for (std::uint32_t r = 0; r < topology.num_routers(); ++r) ++size.at(topology.copy_of({r}, level));
        EXPECT_EQ(std::ranges::count(size, size[0]), static_cast<std::ptrdiff_t>(size.size()))
            << "level " << level;
      }
      EXPECT_EQ(topology.num_copies(topology.levels()), 1u);
    });
    this->on_each_router([](TypeParam const& topology, RouterId r) {
      for (std::uint32_t level = 1; level <= topology.levels(); ++level) {
        auto const up_to_level = [&](RouterId at, PortId p) { return topology.class_of(at, p).v < level; };
        auto const hops = hops_from(topology, r, up_to_level);
        for (std::uint32_t to = 0; to < hops.size(); ++to)
          EXPECT_EQ(hops[to] != unreached, topology.copy_of(r, level) == topology.copy_of({to}, level))
              << "from router " << r.v << " to " << to << " at level " << level;
      }
    });
  }
}

}  // namespace
}  // namespace weft

#include <string>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/clex.hpp"
#include "weft/topology/mesh.hpp"
#include "weft/topology/torus.hpp"

namespace weft {
namespace {

template <class T>
RoutingPtr bind(T const& topology, std::string const& spec = "dimension_order") {
  return bind_routing(Spec::parse(spec), topology,
                      {.network = [&] { return std::make_shared<Network const>(build_network(topology)); }});
}

/// The routers that a packet passes, both ends included.
template <class T>
std::vector<std::uint32_t> path(T const& topology, RoutingFunction const& routing, RouterId at, RouterId to) {
  std::uint32_t address = to.v;
  routing.encode({&address, 1});
  std::vector<std::uint32_t> routers{at.v};
  for (PortId port;; routers.push_back(at.v)) {
    routing.route({.at = {&at, 1}, .to = {&address, 1}, .port = {&port, 1}});
    if (port == arrived || routers.size() > 1000) return routers;
    at = topology.neighbor(at, port).router;
  }
}

template <class T>
void expect_minimal_in_order() {
  for (auto const& params : T::samples()) {
    T const topology(params);
    auto const routing = bind(topology);
    SCOPED_TRACE(to_spec(topology).to_string());
    for (std::uint32_t a = 0; a < topology.num_routers(); ++a) {
      auto const hops = hops_from(topology, {a});
      for (std::uint32_t b = 0; b < topology.num_routers(); ++b) {
        auto const routers = path(topology, *routing, {a}, {b});
        ASSERT_EQ(routers.back(), b);
        ASSERT_EQ(routers.size(), hops[b] + 1);
        ASSERT_LE(hops[b], routing->traits().hop_bound);
        std::uint32_t dim = 0;
        for (std::size_t i = 1; i < routers.size(); ++i)
          while (topology.shape().coord({routers[i]}, dim) == topology.shape().coord({routers[i - 1]}, dim))
            ++dim;
        ASSERT_LE(dim, topology.shape().dims());
      }
    }
  }
}

TEST(DimensionOrder, TorusIsMinimalAndInOrder) { expect_minimal_in_order<Torus>(); }
TEST(DimensionOrder, MeshIsMinimalAndInOrder) { expect_minimal_in_order<Mesh>(); }

TEST(DimensionOrder, PathByHand) {
  Torus const torus({{4, 4}});
  // (3, 0) -> (1, 3): dimension 0 is a tie (2 either way), taken upwards through (0, 0); then down to row 3.
  EXPECT_EQ(path(torus, *bind(torus), {3}, {13}), (std::vector<std::uint32_t>{3, 0, 1, 13}));
  Mesh const mesh({{4, 4}});
  EXPECT_EQ(path(mesh, *bind(mesh), {3}, {13}), (std::vector<std::uint32_t>{3, 2, 1, 5, 9, 13}));
}

TEST(DimensionOrder, EncodesAndDecodes) {
  Torus const torus({{3, 5, 2}});
  auto const routing = bind(torus);
  for (std::uint32_t r = 0; r < torus.num_routers(); ++r) {
    std::uint32_t address = r;
    routing->encode({&address, 1});
    EXPECT_EQ(routing->decode(address), RouterId{r});
  }
}

TEST(DimensionOrder, BatchesOfAnySizeAgree) {
  Torus const torus({{7, 6, 5}});
  auto const routing = bind(torus);
  for (std::size_t const size : {1, 63, 64, 65, 200}) {
    std::vector<RouterId> at(size);
    std::vector<std::uint32_t> to(size);
    std::vector<PortId> port(size), alone(size);
    std::vector<std::uint32_t> hops(size);
    for (std::size_t i = 0; i < size; ++i) {
      at[i] = {static_cast<std::uint32_t>(i * 31 % 210)};
      to[i] = static_cast<std::uint32_t>(i * 17 % 210);
    }
    routing->encode(to);
    routing->route({.at = at, .to = to, .port = port});
    routing->hops_left({.at = at, .to = to}, hops);
    for (std::size_t i = 0; i < size; ++i) {
      routing->route({.at = {&at[i], 1}, .to = {&to[i], 1}, .port = {&alone[i], 1}});
      EXPECT_EQ(port[i], alone[i]);
      EXPECT_EQ(hops[i], torus.distance(at[i], routing->decode(to[i])));
    }
  }
}

TEST(DimensionOrder, IsRefusedWhereThereIsNoGrid) {
  try {
    bind(Clex({}));
    FAIL();
  } catch (InputError const& error) {
    EXPECT_EQ(error.problem, "dimension_order cannot route on clex");
    EXPECT_EQ(error.why, "needs a Cartesian topology");
  }
}

}  // namespace
}  // namespace weft

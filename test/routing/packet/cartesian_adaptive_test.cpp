#include <gtest/gtest.h>

#include "support/routing_on.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

template <class T>
std::vector<std::uint16_t> ports(T const& topology, std::uint32_t from, std::uint32_t to) {
  auto const m = routing_on(topology, "minimal_adaptive");
  auto walk = m.walk(from, to);
  walk.step();
  std::vector<std::uint16_t> list;
  for (auto const port : walk.candidates()) list.push_back(port.v);
  std::ranges::sort(list);
  return list;
}

TEST(MinimalAdaptive, OffersAllProductivePorts) {
  topology::Torus const torus({{5, 4}});
  EXPECT_EQ(ports(torus, 0, 6), (std::vector<std::uint16_t>{1, 3}));      // up and up
  EXPECT_EQ(ports(torus, 0, 4), (std::vector<std::uint16_t>{0}));         // down over the edge
  EXPECT_EQ(ports(torus, 0, 11), (std::vector<std::uint16_t>{1, 2, 3}));  // halfway around dimension 1
  EXPECT_EQ(ports(torus, 7, 7), (std::vector<std::uint16_t>{arrived.v}));
  topology::Mesh const mesh({{5, 4}});
  EXPECT_EQ(ports(mesh, 0, 4), (std::vector<std::uint16_t>{0}));  // the corner has no minus port
  EXPECT_EQ(ports(mesh, 6, 10), (std::vector<std::uint16_t>{0, 3}));
  EXPECT_EQ(ports(mesh, 19, 0), (std::vector<std::uint16_t>{0, 1}));
}

TEST(MinimalAdaptive, UsesBothLinksOfADoubledSide) {
  EXPECT_EQ(ports(topology::Torus({{2, 3}, 1, true}), 0, 1), (std::vector<std::uint16_t>{0, 1}));
  EXPECT_EQ(ports(topology::Torus({{2, 3}}), 0, 1), (std::vector<std::uint16_t>{0}));
  EXPECT_EQ(ports(topology::Mesh({{2, 3}, 1, true}), 0, 1), (std::vector<std::uint16_t>{0, 1}));
}

}  // namespace
}  // namespace weft

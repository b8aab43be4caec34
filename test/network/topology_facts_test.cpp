// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "weft/network/topology_of.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/de_bruijn.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/polarfly.hpp"
#include "weft/topology/family/slim_fly.hpp"

namespace weft {
namespace {

template <class T>
class FactsByFormula : public testing::Test {};
using Families =
    testing::Types<topology::Clex, topology::DeBruijn, topology::Dragonfly, topology::Hyperx, topology::Kautz,
                   topology::Mesh, topology::Percs, topology::Polarfly, topology::SlimFly>;
TYPED_TEST_SUITE(FactsByFormula, Families);

/// The closed forms for huge members match counting in small members.
TYPED_TEST(FactsByFormula, MatchCountedFacts) {
  std::size_t known = 0;
  for (auto const& params : TypeParam::samples()) {
    TypeParam const topology(params);
    auto const counted = make_facts(topology);
    auto by_formula = counted;
    by_formula.channels = 0;
    by_formula.radix = 0;
    by_formula.injection_bandwidth = 0;
    by_formula.terminals_per_vertex.reset();
    if (!detail::count_ports_by_formula(topology, by_formula)) continue;
    ++known;
    EXPECT_EQ(by_formula.channels, counted.channels);
    EXPECT_EQ(by_formula.radix, counted.radix);
    EXPECT_DOUBLE_EQ(by_formula.injection_bandwidth, counted.injection_bandwidth);
    EXPECT_EQ(by_formula.terminals_per_vertex, counted.terminals_per_vertex);
  }
  if constexpr (HasPortCounts<TypeParam>) { EXPECT_EQ(known, TypeParam::samples().size()); }
  if (std::is_same_v<TypeParam, topology::Kautz> || std::is_same_v<TypeParam, topology::Polarfly>) {
    EXPECT_GT(known, 0);
  }
}

}  // namespace
}  // namespace weft

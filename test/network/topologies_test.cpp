#include "weft/network/topologies.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "weft/topology/machines.hpp"

namespace weft {
namespace {

TEST(Topologies, NoMachineOrAliasHidesAFamily) {
  auto const others = with_other_names({});
  for (auto const& doc : topology_docs()) EXPECT_EQ(std::ranges::count(others, doc.name), 0) << doc.name;
}

}  // namespace
}  // namespace weft

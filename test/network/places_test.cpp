// SPDX-License-Identifier: Apache-2.0
#include "weft/network/places.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/hosts.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

TEST(Places, AreCoordinatesOnAGrid) {
  auto const torus = make_topology("torus:sides=4x3");
  EXPECT_EQ(router_at_place(*torus, "(1,2)"), RouterId{9});  // 1 + 2 * 4
  EXPECT_EQ(router_at_place(*torus, "1,2"), RouterId{9});
  for (char const* const other : {"(4,0)", "(0,3)", "(1)", "(1,2,0)", "9", "r9", "", "(1,2", "1,", "(a,b)"})
    EXPECT_EQ(router_at_place(*torus, other), std::nullopt) << other;
}

/// Every position that a topology prints is accepted.
TEST(Places, FindEveryRouter) {
  for (char const* const spec :
       {"torus:sides=3x4x2", "mesh:sides=5x2", "hypercube:dimensions=4", "clex:m=3,levels=2", "kary_ntree",
        "dragonfly:p=1,a=2,h=1", "hyperx:sides=3x2", "petersen", "slim_fly:q=3"}) {
    auto const topology = make_topology(spec);
    for (std::uint32_t r = 0; r < topology->num_routers(); ++r) {
      auto const place = topology->coordinates({r});
      if (place.empty()) continue;
      auto const found = router_at_place(*topology, place);
      ASSERT_TRUE(found) << spec << " " << place;
      EXPECT_EQ(topology->coordinates(*found), place) << spec;
    }
  }
}

TEST(Places, BecomeNumbersInFailures) {
  auto const torus = make_topology("torus:sides=4x4");
  EXPECT_EQ(with_numbers(*torus, "(0,0)-(0,1)+5"), "0-4+5");
  EXPECT_EQ(with_numbers(*torus, "1,1+0,3[2]"), "5+12[2]");
  EXPECT_EQ(with_numbers(*torus, "3-7"), "3-7");
  EXPECT_EQ(complaint_of([&] { with_numbers(*torus, "(9,9)"); }),
            "'(9,9)' is not the position of a router (positions are (0,0) to (3,3))");
  auto const clex = make_topology("clex:m=4,levels=3");
  EXPECT_EQ(with_numbers(*clex, "0.1.2-0.0.3+1.0.0[2]+7"), "6-3+16[2]+7");
  EXPECT_EQ(complaint_of([&] { with_numbers(*clex, FailureParams{.fail = "(0,1,2)"}); }),
            "fail: '(0,1,2)' is not the position of a router (positions are 0.0.0 to 3.3.3)");
  auto const ring = make_topology("petersen");
  EXPECT_EQ(with_numbers(*ring, "1,2"), "1,2") << "without positions";
  auto const failures = FailureParams{.fail = "(0,0)-(0,1)"};
  EXPECT_EQ(remaining(torus, failures)->degree({0}), 3);
}

TEST(Places, FindTerminals) {
  auto const torus = make_topology("torus:sides=4x4,concentration=2");
  Hosts const hosts(torus);
  EXPECT_EQ(terminal_named(*torus, hosts, "(1,1)"), TerminalId{10});
  EXPECT_EQ(terminal_named(*torus, hosts, "r5"), TerminalId{10});
  EXPECT_EQ(terminal_named(*torus, hosts, "5"), TerminalId{5});
  EXPECT_EQ(terminal_named(*torus, hosts, "t5"), TerminalId{5});
  EXPECT_NE(complaint_of([&] { terminal_named(*torus, hosts, "(7,1)"); }), "none");
  auto const tree = make_topology("kary_ntree:arity=2,levels=2");
  auto const last = "r" + std::to_string(tree->num_routers() - 1);
  EXPECT_EQ(complaint_of([&] { terminal_named(*tree, Hosts(tree), last); }),
            "router '" + last + "' has no terminals; specify a terminal, such as t0");
}

}  // namespace
}  // namespace weft

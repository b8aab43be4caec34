// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/deadlock/transition.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Value change(Result const& result, char const* column) { return result.table("change").at(0, column); }
Value verdict(Result const& result, std::size_t state, char const* column) {
  return result.table("verdict").at(state, column);
}

TEST(TransitionDeadlock, IdenticalTablesChangeNothing) {
  auto const result =
      run<Deadlock>({.topology = "mesh:sides=3x4", .routing = "dimension_order", .then = "dimension_order"});
  EXPECT_EQ(result.answer,
            "dimension_order then dimension_order: free of deadlock before, after, together and in every "
            "mixture; 0 of 144 rows change");
  EXPECT_TRUE(is_free_of_deadlock(result));
  EXPECT_EQ(change(result, "pairs"), Value{132});
  EXPECT_EQ(change(result, "pairs_lost"), Value{0});
  EXPECT_EQ(change(result, "reachable_after"), Value{132});
  EXPECT_EQ(result.find_table("waits"), nullptr);
}

/// Each set of routes is deadlock-free in its own layers, but both together are not.
TEST(TransitionDeadlock, LayersCanDeadlockOnlyTogether) {
  auto const result =
      run<Deadlock>({.topology = "torus:sides=4x4", .routing = "layered:method=lash", .then = "layered"});
  EXPECT_EQ(verdict(result, 0, "deadlock"), Value{"none"});
  EXPECT_EQ(verdict(result, 1, "deadlock"), Value{"none"});
  EXPECT_EQ(verdict(result, 2, "deadlock"), Value{"possible"});
  EXPECT_EQ(verdict(result, 3, "deadlock"), Value{"possible"});
  EXPECT_EQ(result.answer.find("layered:method=lash then layered: can deadlock together ("), 0u)
      << result.answer;
  EXPECT_FALSE(is_free_of_deadlock(result));
  auto const& waits = result.table("waits");
  EXPECT_EQ(static_cast<double>(waits.rows.size()),
            verdict(result, 2, "shortest_cycle").number() + verdict(result, 3, "shortest_cycle").number());
  EXPECT_EQ(waits.at(0, "state"), Value{"together"});
  EXPECT_EQ(Deadlock::figures(result).size(), 1u) << "the cycle over the network";
}

TEST(TransitionDeadlock, FailuresPrecedeTheNewTables) {
  auto const result = run<Deadlock>({.topology = "mesh:sides=2x2",
                                     .routing = "dimension_order",
                                     .then = "layered",
                                     .failures = {.fail = "0-1"}});
  EXPECT_EQ(change(result, "pairs"), Value{12});
  EXPECT_EQ(change(result, "pairs_lost"), Value{4}) << "0-1, and one diagonal pair, in both directions";
  EXPECT_EQ(change(result, "reachable_after"), Value{12});
}

TEST(TransitionDeadlock, RejectsRequestsThatTablesDoNotSupport) {
  auto const complaint = [](Deadlock::Params const& request) {
    return complaint_of([&] { run<Deadlock>(request); });
  };
  EXPECT_EQ(complaint({.topology = "ring:routers=5", .then = "layered", .vcs = 2}),
            "vcs: vcs conflicts with then (two sets of tables are compared as they are); omit vcs");
  EXPECT_EQ(
      complaint({.topology = "ring:routers=5", .routing = "minimal:choice=lowest", .then = "layered"}),
      "routing: minimal:choice=lowest,structure=graph does not support the replacement of tables (no service levels assign virtual channels to its packets); use another routing");
}

}  // namespace
}  // namespace weft::verb

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/ranks_on.hpp"
#include "support/reference.hpp"
#include "support/schedule_loads.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

constexpr Task all_to_all() { return {.operation = Operation::all_to_all}; }
constexpr auto one_way = "dimension_rings:orders=one,ways=one,embedding=rounds";

/// Returns the machine of a case such as `ring n=8` or `torus 3x5`.
RanksOn torus_of(std::string const& name) {
  auto const sides = name.substr(name.find_first_of("0123456789"));
  return RanksOn(topology::Torus({.sides = read_sides("sides", sides)}));
}

/// Returns the loads, in blocks, of the channels along a dimension in one direction; the set has one element
/// if all loads are equal.
std::set<std::uint64_t> loads(RanksOn const& machine, std::string const& algorithm, std::uint32_t dim,
                              bool up) {
  auto const blocks = blocks_by_channel(machine, algorithm, all_to_all());
  EXPECT_FALSE(blocks.empty()) << algorithm;
  std::set<std::uint64_t> loads;
  if (!blocks.empty())
    for (std::uint32_t r = 0; r < machine.network().num_routers(); ++r)
      loads.insert(blocks[machine.network().channel({r}, {machine.grid()->port(r, dim, up)})]);
  return loads;
}

using Loads = std::set<std::uint64_t>;

/// Returns the slots of an execution, which must be free of violations.
std::uint64_t slots(RanksOn const& machine, std::string const& algorithm) {
  auto const execution = execute_plan(machine, algorithm, all_to_all());
  EXPECT_FALSE(execution.violation) << algorithm << ": " << execution.violation->what;
  return execution.slots;
}

TEST(AllToAll, MatchesTheReferenceOnRings) {
  int checked = 0;
  for (auto const& row : reference_rows("collectives_deadlock.csv")) {
    if (row.at("section") != "all_to_all" || !row.at("case").starts_with("ring")) continue;
    auto const machine = torus_of(row.at("case"));
    auto const quantity = row.at("quantity");
    auto const value = std::stoull(row.at("value"));
    SCOPED_TRACE(row.at("case") + " " + quantity);
    ++checked;
    if (quantity == "unidirectional_blocks_per_link") {
      EXPECT_EQ(loads(machine, one_way, 0, true), Loads{value});
      EXPECT_EQ(loads(machine, one_way, 0, false), Loads{0});
      EXPECT_EQ(slots(machine, one_way), value);
      EXPECT_EQ(slots(machine, "dimension_rings:ways=one"), value);
    } else if (quantity == "unidirectional_steps") {
      EXPECT_EQ(execute_plan(machine, one_way, all_to_all()).steps, value);
    } else if (quantity == "bidirectional_blocks_plus_link(ties +)") {
      EXPECT_EQ(loads(machine, "direct:ties=plus", 0, true), Loads{value});
    } else if (quantity == "bidirectional_blocks_minus_link(ties +)") {
      EXPECT_EQ(loads(machine, "direct:ties=plus", 0, false), Loads{value});
    } else if (quantity == "bidirectional_blocks_per_link(ties split)") {
      for (auto const* algorithm :
           {"direct:ties=split", "dimension_rings", "dimension_rings:embedding=rounds"})
        for (bool const up : {false, true}) EXPECT_EQ(loads(machine, algorithm, 0, up), Loads{value});
      EXPECT_EQ(slots(machine, "dimension_rings"), value) << "all links are always busy";
    } else {
      ASSERT_EQ(quantity, "lecture_formula_sum_2^i");
      auto const n = machine.network().num_routers();
      EXPECT_EQ(value, (std::uint64_t{1} << n) - 2);
      EXPECT_LT(slots(machine, one_way), value) << "the slide's sum of 2^i instead of i is a slip";
    }
  }
  EXPECT_EQ(checked, 36);
}

TEST(AllToAll, MatchesTheReferenceOnTori) {
  int checked = 0;
  for (auto const& row : reference_rows("collectives_deadlock.csv")) {
    if (row.at("section") != "all_to_all" || !row.at("case").starts_with("torus")) continue;
    auto const machine = torus_of(row.at("case"));
    auto const quantity = row.at("quantity");
    auto const value = std::stoull(row.at("value"));
    SCOPED_TRACE(row.at("case") + " " + quantity);
    ++checked;
    if (quantity == "unidirectional_sequential_phases_blocks") {
      EXPECT_EQ(slots(machine, one_way), value);
    } else if (quantity == "bisection_lower_bound_blocks") {
      EXPECT_GE(slots(machine, "direct"), value);
      EXPECT_LE(slots(machine, "dimension_rings"), value + (row.at("case") == "torus 3x3" ? 1 : 0));
    } else {
      auto const dim = static_cast<std::uint32_t>(quantity.at(quantity.find("dim") + 3) - '0');
      EXPECT_EQ(loads(machine, "direct:ties=plus", dim, quantity.ends_with("plus")), Loads{value});
    }
  }
  EXPECT_EQ(checked, 38);
}

TEST(AllToAll, ReachesTheBisectionBoundWithAllOrdersOfDimensions) {
  for (std::string const sides : {"8x8", "12x12", "4x4x4", "8x8x8"}) {
    auto const machine = torus_of(sides);
    auto const ranks = machine.network().num_routers(), side = machine.grid()->side(0);
    EXPECT_EQ(slots(machine, "dimension_rings"), ranks * side / 8) << sides;
  }
}

TEST(AllToAll, SplitsTiesOnRingsOfTwoModuloFour) {
  auto const machine = torus_of("6x6");
  for (bool const up : {false, true})
    EXPECT_EQ(loads(machine, "dimension_rings:orders=one,embedding=rounds", 0, up), Loads{6 * 36 / 8});
}

TEST(AllToAll, LoadsChannelsOfHypercubesEqually) {
  RanksOn const machine(topology::Hypercube({.dimensions = 5}));
  auto const all_load = [&](std::string const& algorithm) {
    auto const blocks = blocks_by_channel(machine, algorithm, all_to_all());
    return Loads(blocks.begin(), blocks.end());
  };
  for (auto const* algorithm : {"direct", "pairwise", "dimension_rings", "dimension_rings:embedding=rounds"})
    EXPECT_EQ(all_load(algorithm), Loads{16}) << algorithm;
}

TEST(AllToAll, IsBoundedByTheBisectionOnMeshes) {
  RanksOn const machine(topology::Mesh({.sides = {6, 4}}));
  auto const blocks = blocks_by_channel(machine, "dimension_rings", all_to_all());
  ASSERT_FALSE(blocks.empty());
  EXPECT_EQ(*std::ranges::max_element(blocks), 12u * 12 / 4) << "12 x 12 messages over 4 links";
}

TEST(AllToAll, IntermediateRanksDoubleTheTransfers) {
  auto const machine = torus_of("6x5");
  auto const straight = execute_plan(machine, "randomized", all_to_all());
  for (std::string const embedding : {"rounds", "slots"}) {
    auto const execution =
        execute_plan(machine, "randomized:draw=intermediate,embedding=" + embedding, all_to_all());
    EXPECT_FALSE(execution.violation);
    EXPECT_NEAR(static_cast<double>(execution.transfers), 2.0 * static_cast<double>(straight.transfers),
                0.1 * static_cast<double>(straight.transfers));
  }
}

TEST(AllToAll, DependsOnTheSeedIfRandomized) {
  auto const machine = torus_of("6x5");
  auto const blocks = [&](std::uint64_t seed) {
    return blocks_by_channel(machine, "randomized:draw=intermediate",
                             {.operation = Operation::all_to_all, .seed = seed});
  };
  EXPECT_EQ(blocks(3), blocks(3));
  EXPECT_NE(blocks(3), blocks(4));
}

TEST(AllToAll, DimensionRingsReportUnsupportedMachines) {
  auto const rejected = [](RanksOn const& machine, std::string const& algorithm) {
    return complaint_of([&] { make_algorithm(Spec::parse(algorithm))->check(machine, all_to_all()); });
  };
  RanksOn const two_each(topology::Torus({.sides = {4, 4}, .concentration = 2}));
  EXPECT_NE(rejected(two_each, "dimension_rings").find("one rank at every router"), std::string::npos);
  RanksOn const mesh(topology::Mesh({.sides = {4, 4}}));
  EXPECT_NE(rejected(mesh, "dimension_rings:ways=one").find("not rings"), std::string::npos);
  EXPECT_EQ(rejected(mesh, "dimension_rings"), "none");
  auto const many = Task{.operation = Operation::all_to_all, .packets = 1u << 30};
  EXPECT_THROW(make_algorithm(Spec::parse("direct"))->check(mesh, many), InputError);
}

}  // namespace
}  // namespace weft::collective

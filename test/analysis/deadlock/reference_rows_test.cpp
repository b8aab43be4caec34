// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "support/machine_of.hpp"
#include "support/reference.hpp"
#include "weft/analysis/deadlock/analysis.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

/// Channel dependency graphs of dimension order, computed by an independent program (reference README).
namespace weft::deadlock {
namespace {

/// "torus_unidirectional 4x4 datelineA".
struct Case {
  explicit Case(std::string const& text) {
    std::istringstream in(text);
    in >> shape >> sides >> policy;
  }
  Machine machine() const {
    GridParams params;
    params.sides.clear();
    for (auto const& side : split(sides, 'x')) params.sides.push_back(std::stoll(side));
    auto const make = [](auto const& topology) { return machine_of(topology); };
    return shape == "mesh" ? make(topology::Mesh(params)) : make(topology::Torus(params));
  }
  std::string routing() const {
    std::map<std::string, std::string> const rings{{"1vc", "at_dateline"},
                                                   {"datelineA", "at_dateline"},
                                                   {"datelineB", "past_dateline"},
                                                   {"dally_seitz", "wrap_ahead"}};
    std::string const candidate = shape.ends_with("_unidirectional") ? "plus" : "shortest";
    return "dimension_order:rings=" + rings.at(policy) + ",tie=plus,direction=" + candidate;
  }
  routing::VcSupply supply() const { return {policy == "1vc" ? 1u : 2u, true}; }
  std::string shape, sides, policy;
};

TEST(DeadlockReference, MatchesEveryRowOfDimensionOrder) {
  std::map<std::string, Analysis> analyzes;
  std::size_t rows = 0;
  for (auto const& row : reference_rows("collectives_deadlock.csv")) {
    if (row.at("section") != "cdg") continue;
    ++rows;
    auto const& name = row.at("case");
    if (!analyzes.contains(name)) {
      Case const row_case(name);
      auto const machine = row_case.machine();
      auto const supply = row_case.supply();
      analyzes.emplace(
          name,
          analyze(*machine.network(),
                  *routing::bind_channels(Spec::parse(row_case.routing()), machine, supply), supply.vcs));
    }
    auto const& found = analyzes.at(name);
    std::map<std::string, std::uint64_t> const values{
        {"channels", found.channels},
        {"dependencies", found.dependencies},
        {"cyclic", found.cycles.cyclic()},
        {"nontrivial_sccs", found.cycles.components},
        {"channels_in_cycles", found.cycles.vertices},
        {"shortest_cycle", found.cycles.shortest.size()},
    };
    EXPECT_EQ(std::to_string(values.at(row.at("quantity"))), row.at("value"))
        << name << ' ' << row.at("quantity");
    EXPECT_EQ(found.free(), !found.cycles.cyclic()) << name;
    EXPECT_EQ(found.cycle.size(), found.cycles.shortest.size()) << name;
  }
  EXPECT_EQ(rows, 498);
}

}  // namespace
}  // namespace weft::deadlock

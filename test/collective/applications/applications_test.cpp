// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/ranks_on.hpp"
#include "weft/collective/applications/catalog.hpp"
#include "weft/collective/applications/folding.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

struct Outcome {
  std::uint64_t rounds = 0, slots = 0, transfers = 0;
  std::uint32_t widest = 0;
  std::string violation = {};
  bool free_of_contention() const { return violation.empty() && widest <= 1 && slots == rounds; }
};

class Watched final : public Schedule {
 public:
  explicit Watched(Schedule& schedule) : schedule_(schedule) {}
  Postcondition const& postcondition() const override { return schedule_.postcondition(); }
  bool next(Step& step) override {
    bool const more = schedule_.next(step);
    if (more) widest = std::max(widest, step.width);
    return more;
  }
  void rewind() override { schedule_.rewind(); }
  std::uint32_t widest = 0;

 private:
  Schedule& schedule_;
};

/// Executes all phases with the tasks at the vertices `places`.
Outcome execute_on(RanksOn const& machine, std::vector<Phase> phases,
                   std::vector<std::uint32_t> const& places, Embedding embedding = Embedding::rounds) {
  Ranks const placed(machine, places);
  Outcome outcome;
  for (auto& phase : phases) {
    outcome.rounds += phase.program.rounds;
    auto const schedule = embed(std::move(phase.program), placed, Routes(placed), embedding, 0);
    Watched watched(*schedule);
    auto const execution = schedule::execute(machine.network(), watched);
    outcome.slots += execution.slots;
    outcome.transfers += execution.transfers;
    outcome.widest = std::max(outcome.widest, watched.widest);
    if (execution.violation) outcome.violation += execution.violation->what;
  }
  return outcome;
}

template <class A>
Outcome natural(A const& application, RanksOn const& machine, Sides const& grid,
                Embedding embedding = Embedding::rounds) {
  application.check_grid(grid);
  auto const folding = fold(*machine.grid(), grid);
  if (!folding) return {.violation = "does not fold"};
  return execute_on(machine, application.phases(TaskGrid(grid, folding->wraps), folding->router),
                    folding->router, embedding);
}

template <class A>
Outcome shuffled(A const& application, RanksOn const& machine, Sides const& grid) {
  auto places = machine.vertices();
  Rng random(3, Purpose::test, 0);
  for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[random.below(i)]);
  places.resize(size_of(grid));
  auto const phases = application.phases(TaskGrid(grid, std::vector<bool>(grid.size(), true)), places);
  return execute_on(machine, phases, places);
}

TEST(Cannon, TakesHalfASideToRotateAndASideToShift) {
  for (std::int64_t const q : {1, 2, 3, 4, 5, 8, 11}) {
    RanksOn const machine(topology::Torus({.sides = {q, q}}));
    auto const outcome = natural(Cannon({}), machine, {q, q});
    EXPECT_TRUE(outcome.free_of_contention()) << q << " " << outcome.violation << " " << outcome.widest;
    EXPECT_EQ(outcome.rounds, static_cast<std::uint64_t>(q / 2 + q - 1));
  }
}

/// Executes the messages with numbers as blocks; a task multiplies two blocks when they match.
TEST(Cannon, MultipliesMatrices) {
  for (std::uint32_t const q : {2U, 3U, 4U, 7U}) {
    std::vector<std::uint32_t> places(q * q);
    for (std::uint32_t t = 0; t < places.size(); ++t) places[t] = t;
    auto const phase = Cannon({}).phases(TaskGrid({q, q}, {true, true}), places).at(0);
    auto const value = [](std::uint32_t block) { return std::uint64_t{block} * block + 7; };
    std::vector<std::uint32_t> at = phase.program.postcondition.start;
    std::vector<std::uint64_t> product(q * q, 0);
    std::vector<std::uint32_t> terms(q * q, 0);
    auto const multiply = [&] {
      for (std::uint32_t a = 0; a < q * q; ++a)
        for (std::uint32_t j = 0; j < q; ++j)
          if (auto const b = (q + a % q) * q + j; at[a] == at[b]) {
            EXPECT_EQ(at[a], a / q * q + j) << "the product belongs to another task";
            product[at[a]] += value(a) * value(b);
            ++terms[at[a]];
          }
    };
    std::vector<Message> messages;
    for (std::uint32_t round = 0; round < phase.program.rounds; ++round) {
      if (round >= q / 2) multiply();
      messages.clear();
      phase.program.messages(round, messages);
      for (auto const& message : messages) {
        EXPECT_EQ(at[message.first], message.from);
        at[message.first] = message.to;
      }
    }
    multiply();
    for (std::uint32_t i = 0; i < q; ++i)
      for (std::uint32_t j = 0; j < q; ++j) {
        std::uint64_t sum = 0;
        for (std::uint32_t k = 0; k < q; ++k) sum += value(i * q + k) * value((q + k) * q + j);
        EXPECT_EQ(product[i * q + j], sum);
        EXPECT_EQ(terms[i * q + j], q);
      }
  }
}

// Solomonik, lecture 29: 2-D algorithms on 2k-D tori, in which rows and columns are k-D tori.
TEST(Cannon, RunsOnToriOfFourAndSixDimensions) {
  for (Sides const& half :
       {Sides{3, 5}, Sides{4, 3}, Sides{3, 3}, Sides{2, 4}, Sides{2, 2, 3}, Sides{5, 3}}) {
    Sides sides = half;
    sides.insert(sides.end(), half.begin(), half.end());
    auto const q = static_cast<std::int64_t>(size_of(half));
    RanksOn const machine(topology::Torus({.sides = sides}));
    for (auto const embedding : {Embedding::rounds, Embedding::slots}) {
      auto const outcome = natural(Cannon({}), machine, {q, q}, embedding);
      EXPECT_TRUE(outcome.free_of_contention()) << format_sides(sides) << " " << outcome.violation;
      EXPECT_EQ(outcome.rounds, static_cast<std::uint64_t>(q / 2 + q - 1));
    }
  }
}

TEST(Cannon, UsesGrayCodesOnHypercubes) {
  RanksOn const machine(topology::Hypercube({.dimensions = 6}));
  EXPECT_TRUE(natural(Cannon({}), machine, {8, 8}).free_of_contention());
}

TEST(Summa, LoadsNoLinkWithTwoPanels) {
  for (std::int64_t rows = 1; rows <= 7; ++rows)
    for (std::int64_t columns = 1; columns <= 7; ++columns)
      for (std::uint32_t const times : {1U, 3U}) {
        auto const panels = static_cast<std::uint32_t>(std::lcm(rows, columns)) * times;
        Summa const summa({{}, panels});
        RanksOn const torus(topology::Torus({.sides = {columns, rows}}));
        auto const outcome = natural(summa, torus, {rows, columns});
        EXPECT_TRUE(outcome.free_of_contention()) << rows << " " << columns << " " << outcome.violation;
        auto const hops = std::max(rows, columns) / 2;
        EXPECT_EQ(outcome.rounds,
                  hops == 0 ? 0 : (hops == 1 ? 1 : 2) * (panels - 1) + static_cast<std::uint32_t>(hops));
        RanksOn const mesh(topology::Mesh({.sides = {columns, rows}}));
        auto const open = natural(
            summa, mesh, {rows, columns});  // one hop from the middle of three: a round with no messages
        EXPECT_TRUE(open.violation.empty() && open.widest <= 1) << rows << " " << columns;
        EXPECT_LE(open.slots, open.rounds);
      }
}

TEST(Summa, RunsOnAFourDimensionalTorus) {
  RanksOn const machine(topology::Torus({.sides = {3, 3, 4, 2}}));
  EXPECT_TRUE(natural(Summa({}), machine, {8, 9}).free_of_contention());
  EXPECT_TRUE(natural(Summa({}), machine, {6, 12}).free_of_contention());
}

TEST(Matmul3d, SumsAfterTheBroadcasts) {
  for (Sides const& grid : {Sides{4, 4, 4}, Sides{3, 5, 2}, Sides{1, 1, 5}, Sides{5, 5, 5}})
    for (std::uint32_t const packets : {1U, 4U}) {
      RanksOn const machine(topology::Torus({.sides = {grid[2], grid[1], grid[0]}}));
      auto const outcome = natural(Matmul3d({{}, packets}), machine, grid);
      EXPECT_TRUE(outcome.free_of_contention()) << format_sides(grid) << " " << outcome.violation;
      auto const rounds = [&](std::int64_t hops) {
        return hops == 0 ? 0 : static_cast<std::uint64_t>(hops) + packets - 1;
      };
      EXPECT_EQ(outcome.rounds, rounds(std::max(grid[0], grid[1]) / 2) + rounds(grid[2] / 2));
    }
  RanksOn const mesh(topology::Mesh({.sides = {4, 3, 2}}));
  EXPECT_TRUE(natural(Matmul3d({{}, 3}), mesh, {2, 3, 4}).free_of_contention());
  RanksOn const folded(topology::Torus({.sides = {3, 2, 3, 2, 3, 2}}));
  EXPECT_TRUE(natural(Matmul3d({{}, 3}), folded, {6, 6, 6}).free_of_contention());
}

TEST(Halo, TakesOneSlotIfNeighborsAreAdjacentInTheMachine) {
  RanksOn const flat(topology::Torus({.sides = {5, 4, 3}}));
  EXPECT_EQ(natural(Halo({}), flat, {3, 4, 5}).slots, 1u);
  RanksOn const mesh(topology::Mesh({.sides = {5, 4, 3}}));
  EXPECT_EQ(natural(Halo({{}, false}), mesh, {3, 4, 5}).slots, 1u);
  EXPECT_GT(natural(Halo({{}, true}), mesh, {3, 4, 5}).slots, 1u) << "a mesh has no way round";
}

TEST(Halo, SendsTwoBlocksToTheNeighborAlongASideOfTwo) {
  RanksOn const machine(topology::Torus({.sides = {2, 4}}));
  auto const outcome = natural(Halo({}), machine, {4, 2});
  EXPECT_EQ(outcome.slots, 2u);
  EXPECT_EQ(outcome.transfers, 8u * 4);
}

// Solomonik, lecture 29: a 3-D halo on a 5-D torus.
TEST(Halo, UnfoldsFromFiveDimensions) {
  RanksOn const machine(topology::Torus({.sides = {4, 3, 2, 3, 3}}));
  for (Sides const& grid :
       {Sides{9, 6, 4}, Sides{3, 6, 12}, Sides{27, 2, 4}, Sides{6, 3, 12}, Sides{8, 3, 9}}) {
    auto const outcome = natural(Halo({}), machine, grid);
    auto const twos = std::ranges::count(grid, 2);
    EXPECT_EQ(outcome.slots, twos > 0 ? 2u : 1u) << format_sides(grid) << " " << outcome.violation;
    EXPECT_EQ(outcome.transfers, 216u * 6);
  }
}

TEST(Applications, RandomPlacementsAreStrictlyWorse) {
  RanksOn const plane(topology::Torus({.sides = {8, 8}})), cube(topology::Torus({.sides = {4, 4, 4}}));
  auto const check = [](Outcome const& outcome) {
    EXPECT_EQ(outcome.violation, "");
    EXPECT_GT(outcome.slots, 2 * outcome.rounds);
    EXPECT_GT(outcome.widest, 1u);
  };
  check(shuffled(Cannon({}), plane, {8, 8}));
  check(shuffled(Summa({}), plane, {8, 8}));
  check(shuffled(Matmul3d({{}, 4}), cube, {4, 4, 4}));
  check(shuffled(Halo({}), plane, {8, 8}));
  RanksOn const other(topology::Dragonfly({.p = 2, .a = 4, .h = 2}));
  EXPECT_EQ(shuffled(Cannon({}), other, {8, 8}).violation, "");
  EXPECT_EQ(shuffled(Matmul3d({}), other, {4, 4, 4}).violation, "");
}

TEST(Folding, MapsNeighborsToNeighbors) {
  struct Case {
    Sides machine, tasks;
  };
  for (auto const& [sides, tasks] :
       {Case{{4, 3}, {3, 4}}, Case{{3, 3, 3}, {27}}, Case{{3, 5}, {15}}, Case{{5, 3}, {15}},
        Case{{2, 2, 2, 2}, {4, 4}}, Case{{7, 3, 5}, {35, 3}}, Case{{3, 5, 7}, {105}},
        Case{{2, 3, 4, 5}, {6, 20}}, Case{{6}, {6}}, Case{{9, 1, 2}, {18}}}) {
    topology::Torus const torus({.sides = sides});
    RanksOn const machine(torus);
    auto const folding = fold(*machine.grid(), tasks);
    ASSERT_TRUE(folding) << format_sides(sides) << " " << format_sides(tasks);
    std::vector<bool> used(torus.num_routers(), false);
    for (auto const router : folding->router) used[router] = true;
    EXPECT_TRUE(std::ranges::all_of(used, [](bool it) { return it; }));
    TaskGrid const grid(tasks, folding->wraps);
    for (std::uint32_t task = 0; task < grid.size(); ++task)
      for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) {
        EXPECT_TRUE(grid.wraps(dim));
        EXPECT_EQ(torus.distance({folding->router[task]}, {folding->router[grid.next(task, dim, true)]}), 1u)
            << format_sides(sides) << " " << format_sides(tasks) << " " << task;
      }
  }
}

TEST(Folding, RejectsSidesThatAreNotProductsOfMachineSides) {
  EXPECT_FALSE(folds({4, 4, 4}, {8, 8}));
  EXPECT_FALSE(folds({4, 4}, {4, 2}));
  EXPECT_TRUE(folds({4, 4, 4}, {4, 16}));
  EXPECT_TRUE(folds(Sides(30, 2), {32768, 32768}));
  EXPECT_FALSE(folds(Sides(30, 2), {32768, 32769}));
  EXPECT_EQ(squarest_grid({.tasks = 64, .machine = {4, 4, 4}}), (Sides{4, 16}));
  EXPECT_EQ(squarest_grid({.tasks = 48, .machine = {}}), (Sides{6, 8}));
  EXPECT_EQ(squarest_grid({.tasks = 7, .machine = {7}}), (Sides{1, 7}));
}

template <class A>
std::string complaint(typename A::Params const& params, Sides const& grid) {
  return complaint_of([&] { A(params).check_grid(grid); });
}

TEST(Applications, RejectUnsupportedGrids) {
  EXPECT_NE(complaint<Cannon>({}, {4, 8}).find("a square grid of tasks"), std::string::npos);
  EXPECT_NE(complaint<Summa>({}, {4, 8, 2}).find("summa needs a grid with two sides"), std::string::npos);
  EXPECT_NE(complaint<Summa>({{}, 12}, {4, 8}).find("multiple of 4 rows and 8 columns"), std::string::npos);
  EXPECT_NE(complaint<Matmul3d>({}, {4, 8}).find("three sides"), std::string::npos);
  EXPECT_EQ(Cannon({}).default_grid({.tasks = 64}), (Sides{8, 8}));
  EXPECT_THROW(Cannon({}).default_grid({.tasks = 60}), InputError);
  EXPECT_EQ(Matmul3d({}).default_grid({.tasks = 125}), (Sides{5, 5, 5}));
  EXPECT_EQ(Matmul3d({}).default_grid({.tasks = 24, .machine = {4, 3, 2}}), (Sides{4, 3, 2}));
  EXPECT_THROW(Matmul3d({}).default_grid({.tasks = 60}), InputError);
  EXPECT_EQ(Halo({}).default_grid({.tasks = 24, .machine = {4, 3, 2}}), (Sides{4, 3, 2}));
}

}  // namespace
}  // namespace weft::collective

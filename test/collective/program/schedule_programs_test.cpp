// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/schedule_programs.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/machine_of.hpp"
#include "weft/collective/algorithm.hpp"
#include "weft/collective/ranks.hpp"
#include "weft/engine/replay/loggops.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::collective {
namespace {

Program program_on(Machine const& machine, ScheduleProgram::Params const& params, double ns_per_byte = 0) {
  TaskContext context;
  context.machine = &machine;
  return ScheduleProgram::make(params, context, ns_per_byte);
}

/// The ranks with data on which the end of each operation depends, through waits within ranks and through
/// messages. Messages are matched by sender, receiver, tag and context; each match must be unique.
class Knowledge {
 public:
  explicit Knowledge(Program const& program) : program_(program), known_(program.num_operations()) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> sends;
    before_.resize(known_.size());
    for (std::uint32_t i = 0; i < known_.size(); ++i) {
      for (auto const waiter : program.after_end(i)) before_[waiter].push_back(i);
      auto const& it = program.operation(i);
      if (it.kind != OperationKind::send) continue;
      bool const is_new = sends.insert({{program.rank_of(i), it.peer, it.tag, it.context}, i}).second;
      EXPECT_TRUE(is_new) << "two messages of a name";
    }
    for (std::uint32_t i = 0; i < known_.size(); ++i) {
      auto const& it = program.operation(i);
      if (it.kind != OperationKind::receive) continue;
      auto const sent = sends.find({it.peer, program.rank_of(i), it.tag, it.context});
      if (sent == sends.end()) {
        ADD_FAILURE() << "nobody sends what rank " << program.rank_of(i) << " receives";
        continue;
      }
      EXPECT_EQ(program.operation(sent->second).amount, it.amount);
      before_[i].push_back(sent->second);
    }
  }
  std::set<std::uint32_t> const& of(std::uint32_t operation) {
    auto& it = known_[operation];
    if (!it.empty()) return it;
    std::set<std::uint32_t> all{program_.rank_of(operation)};
    for (auto const before : before_[operation]) all.merge(std::set(of(before)));
    return known_[operation] = all;
  }
  /// Returns the ranks with data that a rank has received when all its operations have ended.
  std::set<std::uint32_t> at_the_end(std::uint32_t rank) {
    std::set<std::uint32_t> all;
    for (auto i = program_.first_operation(rank); i < program_.first_operation(rank + 1); ++i)
      all.merge(std::set(of(i)));
    return all;
  }

 private:
  Program const& program_;
  std::vector<std::set<std::uint32_t>> known_;
  std::vector<std::vector<std::uint32_t>> before_;
};

double bytes_to(Program const& program, std::uint32_t rank) {
  double bytes = 0;
  for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i)
    if (program.operation(i).kind == OperationKind::receive) bytes += program.operation(i).amount;
  return bytes;
}

std::vector<Machine> direct_networks() {
  return {machine_of(topology::Torus({.sides = {4, 3}})), machine_of(topology::Torus({.sides = {3, 3}})),
          machine_of(topology::Hypercube({.dimensions = 3}))};
}

/// Returns the ranks at the ends of the channels of a rank.
std::set<std::uint32_t> neighbors(Machine const& machine, std::uint32_t rank) {
  Ranks const ranks(machine);
  auto const& network = ranks.network();
  std::set<std::uint32_t> all;
  for (auto c = network.first_channel(ranks[rank]); c < network.first_channel(ranks[rank] + 1); ++c)
    all.insert(network.target(c));  // one rank per router, in order
  return all;
}

TEST(ScheduleProgram, SendsToNeighborsOnlyAndCompletes) {
  for (auto const& machine : direct_networks())
    for (auto const* algorithm : {"single_tree", "arc_disjoint_trees", "packed_trees"})
      for (auto const operation : {Operation::broadcast, Operation::reduce, Operation::allreduce,
                                   Operation::scatter, Operation::gather, Operation::allgather}) {
        auto const program =
            program_on(machine, {.of = operation, .algorithm = algorithm, .packets = 3, .iterations = 2});
        ASSERT_EQ(program.num_ranks(), machine.num_terminals());
        for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank) {
          auto const near = neighbors(machine, rank);
          for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i)
            if (program.operation(i).kind == OperationKind::send) {
              EXPECT_TRUE(near.contains(program.operation(i).peer));
            }
        }
        auto const outcome =
            replay::run_loggops(program, {.L = 5, .o = 1, .g = 1, .G = 0, .O = 0, .S = 1 << 30});
        EXPECT_TRUE(outcome.stuck.empty()) << algorithm;
        EXPECT_EQ(outcome.unreceived, 0);
      }
}

TEST(ScheduleProgram, SatisfiesThePostcondition) {
  for (auto const& machine : direct_networks())
    for (auto const* algorithm : {"single_tree", "arc_disjoint_trees", "packed_trees"}) {
      auto const ranks = static_cast<std::uint32_t>(machine.num_terminals());
      std::set<std::uint32_t> everyone;
      for (std::uint32_t rank = 0; rank < ranks; ++rank) everyone.insert(rank);
      auto const broadcast = program_on(machine, {.algorithm = algorithm, .bytes = 600, .root = 2});
      Knowledge of_broadcast(broadcast);
      for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        EXPECT_TRUE(of_broadcast.at_the_end(rank).contains(2));
        EXPECT_NEAR(bytes_to(broadcast, rank), rank == 2 ? 0 : 600, 1e-9);
      }
      auto const reduce =
          program_on(machine, {.of = Operation::reduce, .algorithm = algorithm, .root = 1}, 1);
      EXPECT_EQ(Knowledge(reduce).at_the_end(1), everyone);
      auto const allreduce = program_on(machine, {.of = Operation::allreduce, .algorithm = algorithm});
      Knowledge of_allreduce(allreduce);
      for (std::uint32_t rank = 0; rank < ranks; ++rank)
        EXPECT_EQ(of_allreduce.at_the_end(rank), everyone) << algorithm;
    }
}

/// In a reduction, a rank forwards a part only after it has added the parts of its children, so that the data
/// of a block at the root include the data of all ranks.
TEST(ScheduleProgram, SendsASumAfterAllItsParts) {
  auto const machine = machine_of(topology::Mesh({.sides = {5}}));
  auto const program = program_on(
      machine, {.of = Operation::reduce, .algorithm = "single_tree", .bytes = 80, .packets = 4}, 0.5);
  Knowledge known(program);
  int sums = 0;
  for (auto i = program.first_operation(0); i < program.first_operation(1); ++i) {
    auto const& it = program.operation(i);
    if (it.kind == OperationKind::receive) { EXPECT_EQ(known.of(i).size(), 5u); }
    if (it.kind != OperationKind::compute) continue;
    ++sums;
    EXPECT_EQ(it.amount, 10);
  }
  EXPECT_EQ(sums, 4);
}

TEST(ScheduleProgram, RunsIterationsInSequence) {
  auto const machine = machine_of(topology::Mesh({.sides = {4}}));
  auto const end = [&](std::int64_t iterations) {
    auto const program = program_on(machine, {.of = Operation::allreduce,
                                              .algorithm = "single_tree",
                                              .packets = 1,
                                              .compute = 100,
                                              .iterations = iterations});
    auto const outcome = replay::run_loggops(program, {.L = 7, .o = 0, .g = 0, .G = 0, .O = 0, .S = 1 << 30});
    return *std::ranges::max_element(outcome.end);
  };
  EXPECT_EQ(end(1), 100 + 2 * 3 * 7);
  EXPECT_GT(end(3), 2 * (100 + 2 * 3 * 7));
}

TEST(ScheduleProgram, RejectsUnsupportedAlgorithms) {
  auto const expect_rejected = [](Machine const& machine, ScheduleProgram::Params const& params,
                                  std::string const& reason) {
    auto const complaint = complaint_of([&] { program_on(machine, params); });
    EXPECT_NE(complaint.find(reason), std::string::npos) << complaint;
  };
  auto const torus = machine_of(topology::Torus({.sides = {3, 3}}));
  expect_rejected(torus, {.algorithm = "[binomial:embedding=slots]"}, "operation:algorithm=binomial");
  expect_rejected(torus, {.algorithm = "in_network"}, "the algorithm needs routers that copy and add");
  expect_rejected(torus, {.root = 9}, "must be in [0, 8]");
  expect_rejected(torus, {.of = Operation::all_to_all}, "packed_trees does not support all_to_all");
  expect_rejected(machine_of(topology::KaryNtree({})), {}, "no rank runs there");
  expect_rejected(machine_of(topology::Mesh({.sides = {3}, .concentration = 2})), {}, "no rank runs there");
  auto const without_machine = complaint_of([] { ScheduleProgram::make({}, {.sides = {4}}, 0); });
  EXPECT_NE(without_machine.find("with rank i on terminal i"), std::string::npos) << without_machine;
}

}  // namespace
}  // namespace weft::collective

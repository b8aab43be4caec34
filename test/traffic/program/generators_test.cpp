// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/program/generators.hpp"

#include <array>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/traffic/program/training.hpp"

namespace weft::traffic {
namespace {

struct Totals {
  double computing = 0;  // ns, sum over all ranks
  std::uint64_t sends = 0;
  double sent = 0;
  std::map<CallKind, std::uint64_t> calls;
};

/// Sums up a program; checks that every message has a receive and that no operation waits for itself.
Totals totals_of(Program const& program) {
  Totals totals;
  std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, double>> sent, received;
  for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank)
    for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i) {
      auto const& operation = program.operation(i);
      if (operation.kind == OperationKind::compute) totals.computing += operation.amount;
      if (operation.kind == OperationKind::call) ++totals.calls[program.calls()[operation.peer].kind];
      if (operation.kind == OperationKind::receive)
        received.emplace(operation.peer, rank, operation.tag, operation.amount);
      if (operation.kind != OperationKind::send) continue;
      sent.emplace(rank, operation.peer, operation.tag, operation.amount);
      ++totals.sends;
      totals.sent += operation.amount;
    }
  EXPECT_EQ(sent, received);
  EXPECT_TRUE(waiting_cycle(program).empty());
  return totals;
}

TEST(GridNeighbors, AreAcrossFacesEdgesAndCorners) {
  EXPECT_EQ(neighbors_of(0, {3, 3, 3}, true, false).size(), 6);
  EXPECT_EQ(neighbors_of(0, {3, 3, 3}, true, true).size(), 26);
  EXPECT_EQ(neighbors_of(0, {3, 3, 3}, false, true).size(), 7);
  EXPECT_EQ(neighbors_of(0, {3, 1}, true, true).size(), 2) << "a side of one task has no neighbors";
  auto const next = neighbors_of(4, {3, 3}, false, false);
  ASSERT_EQ(next.size(), 4);
  std::array<std::uint32_t, 4> const tasks{1, 3, 5, 7};
  for (std::size_t i = 0; i < tasks.size(); ++i) EXPECT_EQ(next[i].task, tasks[i]);
  EXPECT_EQ(next[0].opposite, next[3].direction);
}

TEST(GridNeighbors, FormPlanesThatAreAsSquareAsPossible) {
  EXPECT_EQ(plane_of({2, 8}), (Sides{2, 8}));
  EXPECT_EQ(plane_of({4, 3, 2}), (Sides{4, 6}));
  EXPECT_EQ(plane_of({7}), (Sides{1, 7}));
}

TEST(Stencil, ExchangesFacesAndReduces) {
  auto const totals = totals_of(Stencil::make(
      {.points = 10, .variables = 3, .ghost = 2, .flops = 7, .speed = 1e9, .reduce = 2, .iterations = 5},
      {.sides = {2, 3, 4}}));
  EXPECT_EQ(totals.sends, 24 * 6 * 5);
  EXPECT_DOUBLE_EQ(totals.sent, 24 * 6 * 5 * 8.0 * 3 * 2 * 100);
  EXPECT_DOUBLE_EQ(totals.computing, 24 * 5 * 7.0 * 1000);
  EXPECT_EQ(totals.calls.at(CallKind::allreduce), 24 * 2);
}

TEST(Stencil, SendsCornersOnRequest) {
  auto const totals = totals_of(
      Stencil::make({.points = 10, .ghost = 2, .corners = true, .iterations = 1}, {.sides = {3, 3}}));
  EXPECT_EQ(totals.sends, 9 * 8);
  EXPECT_DOUBLE_EQ(totals.sent, 9 * (4 * 8.0 * 2 * 10 + 4 * 8.0 * 4));
}

TEST(ConjugateGradient, ReducesTwicePerIteration) {
  auto const totals =
      totals_of(ConjugateGradient::make({.points = 10, .speed = 1e9, .iterations = 3}, {.sides = {2, 2, 2}}));
  EXPECT_EQ(totals.calls.at(CallKind::allreduce), 8 * 2 * 3);
  EXPECT_EQ(totals.sends, 8 * 3 * 3) << "a corner of the domain has three neighbors";
  EXPECT_DOUBLE_EQ(totals.computing, 8 * 3 * (2 * 7 + 10) * 1000.0);
}

TEST(Fft, TransposesAmongRowsAndColumns) {
  auto const program = Fft::make({.points = 16, .speed = 1e9}, {.sides = {2, 4}});
  auto const totals = totals_of(program);
  EXPECT_NEAR(totals.computing, 5 * 4096.0 * 12, 1e-6);
  EXPECT_EQ(totals.calls.at(CallKind::all_to_all), 8 * 2);
  auto const& first = program.calls()[0];
  EXPECT_EQ(program.group(first.group), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_DOUBLE_EQ(first.bytes, 16.0 * 4096 / (2 * 4 * 4));
  auto const& second = program.calls()[1];
  EXPECT_EQ(program.group(second.group), (std::vector<std::uint32_t>{0, 4}));
  EXPECT_DOUBLE_EQ(second.bytes, 16.0 * 4096 / (2 * 4 * 2));
}

TEST(Sweep, RunsAcrossThePlaneFromEachCorner) {
  auto const totals = totals_of(Sweep::make(
      {.points = 10, .planes = 25, .block = 10, .angles = 2, .flops = 3, .speed = 1e9}, {.sides = {3, 4}}));
  EXPECT_EQ(totals.sends, 4 * 3 * (2 * 4 + 3 * 3)) << "corners, blocks, pairs of neighbors";
  EXPECT_DOUBLE_EQ(totals.sent, 4 * 17 * 8.0 * 10 * 25 * 2);
  EXPECT_DOUBLE_EQ(totals.computing, 12 * 4 * 3.0 * 100 * 25 * 2);
}

Training::Params small_model() {
  Training::Params params;
  params.layers = 4;
  params.hidden = 64;
  params.sequence = 32;
  params.vocabulary = 0;
  params.microbatches = 3;
  params.speed = 1e9;
  return params;
}

double layer_flops(Training::Params const& params) {
  auto const b = static_cast<double>(params.microbatch), s = static_cast<double>(params.sequence),
             h = static_cast<double>(params.hidden);
  return 24 * b * s * h * h + 4 * b * s * s * h;
}

TEST(Training, ComputesForwardAndTwiceBackward) {
  auto params = small_model();
  for (auto const order : {PipelineOrder::one_forward_one_backward, PipelineOrder::all_forward_first}) {
    params.order = order;
    params.pipeline = 2;
    auto const totals = totals_of(Training::make(params, {.sides = {8}}));
    EXPECT_NEAR(totals.computing, 4 * 3 * 4 * 3 * layer_flops(params), 1e-3)
        << "replicas, micro-batches, layers, forward and backward";
    EXPECT_EQ(totals.sends, 4 * 3 * 2);
    EXPECT_DOUBLE_EQ(totals.sent, 4 * 3 * 2 * 2.0 * 32 * 64);
  }
  params.recompute = true;
  EXPECT_NEAR(totals_of(Training::make(params, {.sides = {8}})).computing,
              4 * 3 * 4 * 4 * layer_flops(params), 1e-3);
}

TEST(Training, ReducesItsGradientsInBuckets) {
  auto params = small_model();
  params.pipeline = 2;
  params.tensor = 2;
  params.bucket = 30000;
  params.vocabulary = 100;
  auto const program = Training::make(params, {.sides = {16}});
  auto const parameters = 12 * 4 * 64 * 64 * (1 + 13 / (12 * 64.0)) + (100 + 32) * 64;
  double sums = 0;
  std::uint64_t activations = 0;
  for (auto const& call : program.calls()) {
    ASSERT_EQ(call.kind, CallKind::allreduce);
    auto const members = program.group(call.group).size();
    if (members == 4) {
      EXPECT_LE(call.bytes, 30000);
      sums += call.bytes;
    } else {
      EXPECT_EQ(members, 2);
      EXPECT_DOUBLE_EQ(call.bytes, 2.0 * 32 * 64);
      ++activations;
    }
  }
  EXPECT_NEAR(sums, 16 * 2 * parameters / (2 * 2), 1e-3);
  EXPECT_EQ(activations, 16 * 3 * 2 * 4) << "tasks, micro-batches, layers, two forward and two backward";
}

TEST(Training, ExchangesTokensAmongExpertsAndShardsGradients) {
  auto params = small_model();
  params.expert = 2;
  params.sharded = true;
  params.top_k = 1;
  auto const totals = totals_of(Training::make(params, {.sides = {4}}));
  EXPECT_EQ(totals.calls.at(CallKind::all_to_all), 4 * 3 * 4 * 4);
  EXPECT_EQ(totals.calls.at(CallKind::reduce_scatter), 4);
  EXPECT_EQ(totals.calls.at(CallKind::allgather), 4);
}

TEST(Training, RejectsModelsThatCannotBeSplit) {
  auto const said = [](auto const& change) {
    auto params = small_model();
    change(params);
    return complaint_of([&] { Training::make(params, {.sides = {8}}); });
  };
  EXPECT_NE(said([](auto& params) { params.pipeline = 3; }).find("8 tasks"), std::string::npos);
  EXPECT_NE(said([](auto& params) { params.pipeline = 8; }).find("multiple of pipeline=8"),
            std::string::npos);
  EXPECT_NE(said([](auto& params) { params.expert = 3; }).find("must divide data=8"), std::string::npos);
  EXPECT_NE(said([](auto& params) { params.data = 16; }).find("8 tasks"), std::string::npos);
}

}  // namespace
}  // namespace weft::traffic

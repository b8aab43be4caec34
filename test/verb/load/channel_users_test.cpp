// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/channel_users.hpp"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/network.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::vector<Load::Params> requests() {
  return {{.topology = "torus:sides=4x3", .pattern = "transpose"},
          {.topology = "torus:sides=4x4", .routing = "valiant", .pattern = "halo"},
          {.topology = "dragonfly:p=2,a=4,h=1", .pattern = "all_to_all"},
          {.topology = "slim_fly:q=5", .routing = "all_minimal", .pattern = "tornado", .grid = {50}},
          {.topology = "percs:supernodes=2,links=2", .pattern = "transpose", .grid = {16, 16}},
          {.topology = "ring:routers=8", .pattern = "all_to_all", .failures = {.fail = "2-3"}},
          {.topology = "torus:sides=6x6",
           .jobs = "[a:pattern=halo,grid=3x3,rate=2, b:pattern=all_to_all,grid=12]"}};
}

double sum_of(Table const& table) {
  double sum = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) sum += table.at(row, "load").number();
  return sum;
}

/// Shares that are not multiples of 1 / denominator are rounded to multiples: 16 paths, 1 / 720720 each.
constexpr double rounding = 1e-4;

TEST(ChannelUsers, AddUpToTheLoadOfTheChannel) {
  for (auto request : requests()) {
    SCOPED_TRACE(request.topology);
    auto const loads = *run<Load>(request).find_array("channel_load");
    auto const assembly = assemble_load(request);
    auto const& network = assembly.machine->network();
    for (std::uint32_t c = 0; c < network.num_channels(); c += 1 + network.num_channels() / 12) {
      if (network.channel_failed({c})) continue;
      auto const from = network.source({c}), to = network.target({c});
      double between = 0;
      for (std::uint16_t p = 0; p < network.degree(from); ++p)
        if (auto const other = network.channel(from, {p}); network.target(other) == to)
          between += loads.number(other.v);
      request.users = fmt::format("{}-{}", from.v, to.v);
      EXPECT_NEAR(sum_of(run<Load>(request).table("users")), between, rounding * (1 + between))
          << request.users;
    }
  }
}

TEST(ChannelUsers, ChannelsOfAllTasksCarryEveryFlowTwice) {
  for (auto request : requests()) {
    SCOPED_TRACE(request.topology);
    auto const loads = *run<Load>(request).find_array("channel_load");
    std::vector<double> sums(loads.size(), 0.0);
    for (auto const& job : assemble_load(request).jobs)
      for (std::uint64_t task = 0; task < size_of(job.grid); ++task) {
        request.users = job.name.empty() ? fmt::format("{}", task) : fmt::format("{}/{}", job.name, task);
        auto const result = run<Load>(request);
        for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += result.find_array("task_load")->number(c);
      }
    for (std::size_t c = 0; c < sums.size(); ++c) {
      if (std::isnan(loads.number(c))) continue;
      EXPECT_NEAR(sums[c], 2 * loads.number(c), rounding * (1 + sums[c])) << c;
    }
  }
}

TEST(ChannelUsers, MatchAMeshByHand) {
  auto const result =
      run<Load>({.topology = "mesh:sides=4", .pattern = "shift:by=2", .grid = {4}, .users = "1-2"});
  auto const& table = result.table("users");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.at(0, "from"), Value{0});
  EXPECT_EQ(table.at(0, "to"), Value{2});
  EXPECT_EQ(table.at(1, "from"), Value{1});
  EXPECT_EQ(table.at(1, "load"), Value{1.0});
  EXPECT_EQ(result.setting("users"), "1-2");
}

TEST(ChannelUsers, RejectsUnknownChannelsAndTasks) {
  auto const said = [](std::string users, std::string jobs = {}) {
    return complaint_of([&] {
      run<Load>({.topology = "torus:sides=4x4", .jobs = std::move(jobs), .users = std::move(users)});
    });
  };
  EXPECT_NE(said("1-7").find("no channel leads from router 1 to router 7"), std::string::npos);
  EXPECT_NE(said("1-99").find("router numbers are in [0, 15]"), std::string::npos);
  EXPECT_NE(said("99").find("task numbers are in [0, 15]"), std::string::npos);
  EXPECT_NE(said("4294967296").find("task numbers are in [0, 15]"), std::string::npos);
  EXPECT_NE(said("1-4294967296").find("router numbers are in [0, 15]"), std::string::npos);
  for (auto const* const wrong : {"a", "1-", "-", "-3", "1-b", "a/3", "18446744073709551616"})
    EXPECT_NE(said(wrong).find("must be a pair of routers, e.g. 12-13, or a task"), std::string::npos)
        << wrong;
  EXPECT_NE(said("3", "[a:grid=4, b:grid=4]").find("a/12"), std::string::npos);
}

}  // namespace
}  // namespace weft::verb

// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <functional>
#include <numeric>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/collective/algorithm.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// Contract of paths: on every engine, a message uses the path of the scenario's routing, around failures.
/// Its hops are counted by hand.
namespace weft::verb {
namespace {

constexpr double bytes = 6400;  ///< 200 flits of 32

/// A message between two terminals of a ring.
struct OnRing {
  char const* name;
  std::uint32_t routers;
  char const* routing;
  char const* fail;
  std::uint32_t from, to;
  double hops;
  std::string topology() const { return fmt::format("ring:routers={}", routers); }
};

OnRing const messages[] = {
    {"a_link", 4, "minimal", "", 0, 1, 1},
    {"around_a_failed_link", 4, "minimal", "0-1", 0, 1, 3},
    {"around_a_failed_router", 6, "minimal", "3", 2, 4, 4},
    {"by_dimension_order", 4, "dimension_order", "", 0, 1, 1},
    {"by_dimension_order_around_a_failed_link", 4, "dimension_order", "0-1", 0, 1, 3},
    {"the_short_way", 6, "minimal", "", 2, 4, 2},
    // Router 3 is below both routers: down to it and up again is not a permitted path.
    {"up_and_down", 6, "up_down:up=root,root=0", "", 2, 4, 4},
    // From router 1 to router 2 over the root 3.
    {"up_and_down_from_another_root", 6, "up_down:up=root,root=3", "", 1, 5, 4},
};

class PathContract : public testing::TestWithParam<OnRing> {
 protected:
  std::string written(char const* name, std::string const& text) const {
    std::ofstream(scratch_ / name) << text;
    return (scratch_ / name).string();
  }
  Scratch scratch_;
};

/// Returns the hops of a message on an engine. There is no general definition: the test does not compile if
/// an engine of the catalog has no specialization.
template <class Engine>
struct HopsOn;

struct MessageOnRing {
  OnRing const& it;
  std::function<std::string(char const*, std::string const&)> written;

  Result simulate(std::string const& traffic, std::string const& engine) const {
    return run<Simulate>({.topology = it.topology(),
                          .routing = it.routing,
                          .traffic = traffic,
                          .engine = engine,
                          .failures = {.fail = it.fail}});
  }
  std::string timed() const {
    return "timed_messages:file=" +
           written("timed.csv", fmt::format("from,to,bytes,start\n{},{},{},0\n", it.from, it.to, bytes));
  }
};

template <>
struct HopsOn<LoadEngine> {
  static double of(MessageOnRing const& one) {
    auto const& it = one.it;
    auto const matrix = one.written(
        "one.mtx", fmt::format("%%MatrixMarket matrix coordinate integer general\n{0} {0} 1\n{1} {2} 1\n",
                               it.routers, it.from + 1, it.to + 1));
    Load::Params request;
    request.topology = it.topology();
    request.routing = it.routing;
    request.pattern = "matrix:file=" + matrix;
    request.grid = {it.routers};
    request.failures.fail = it.fail;
    if (std::string_view(it.fail) == "3")
      request.mapping = "file:path=" + one.written("places", in_order(it.routers));
    auto const result = run<Load>(request);
    double loads = 0;
    for (auto const& row : result.table("throughput").rows)
      loads += row[2].number() * row[4].number();  // channels, mean load
    return loads / it.routers;                     // of the mean task
  }
  static std::string in_order(std::uint32_t tasks) {
    std::string places;
    for (std::uint32_t task = 0; task < tasks; ++task) places += fmt::format("{}\n", task);
    return places;
  }
};

template <>
struct HopsOn<RoundsEngine> {
  static double of(MessageOnRing const& one) {
    auto const list = one.written("messages", fmt::format("{} {} 1\n", one.it.from, one.it.to));
    return one.simulate("message_list:file=" + list, "rounds")
        .table("summary")
        .at(0, "hops_per_message")
        .number();
  }
};

template <>
struct HopsOn<FlowEngine> {
  static double of(MessageOnRing const& one) {
    auto const result = one.simulate(one.timed(), "flow:terminals=free");
    double carried = 0;
    auto const& classes = result.table("classes");
    for (std::size_t row = 0; row < classes.rows.size(); ++row) carried += classes.at(row, "bytes").number();
    return carried / bytes;
  }
};

template <>
struct HopsOn<FlitEngine> {
  static double of(MessageOnRing const& one) {
    return one.simulate(one.timed(), "flit:bandwidth=1GB/s").table("work").at(0, "flit_hops").number() /
           (bytes / 32);
  }
};

TEST_P(PathContract, EveryEngineOfTheCatalogUsesThePathOfTheRouting) {
  MessageOnRing const one{GetParam(),
                          [this](char const* name, std::string const& text) { return written(name, text); }};
  Engines::for_each([&]<class Engine>(std::type_identity<Engine>) {
    EXPECT_NEAR(HopsOn<Engine>::of(one), GetParam().hops, 1e-9) << Engine::name;
  });
}

// Each hop takes one second; all other costs are 0.
TEST_P(PathContract, ReplayUsesThePathOfTheRouting) {
  auto const& it = GetParam();
  std::string program = fmt::format("num_ranks {}\n", it.routers);
  for (std::uint32_t rank = 0; rank < it.routers; ++rank)
    program += fmt::format("rank {} {{\n{}}}\n", rank,
                           rank == it.from ? fmt::format("l1: send {}b to {} tag 0\n", bytes, it.to)
                           : rank == it.to ? fmt::format("l1: recv {}b from {} tag 0\n", bytes, it.from)
                                           : "");
  Replay::Params request;
  request.topology = it.topology();
  request.routing = it.routing;
  request.failures.fail = it.fail;
  request.program = "goal:file=" + written("one.goal", program);
  request.mapping = "file:path=" + written("places", HopsOn<LoadEngine>::in_order(it.routers));
  request.engine = "flow:bandwidth=1e18,alpha=1e9,beta=0,base=0";
  EXPECT_NEAR(run<Replay>(request).table("summary").at(0, "end").number(), it.hops, 1e-6);
  request.engine = "flit:bandwidth=1GB/s";
  auto const work = run<Replay>(request);
  EXPECT_NEAR(work.table("network").at(0, "flit_hops").number() / (bytes / 32), it.hops, 1e-9);
}

TEST_P(PathContract, CollectiveUsesThePathOfTheRouting) {
  auto const& it = GetParam();
  Collective::Params request;
  request.operation = collective::Operation::broadcast;
  request.topology = it.topology();
  request.routing = it.routing;
  request.algorithm = "binomial";
  request.bytes = "1";
  request.alpha = request.beta = 0;
  request.hop = 1;
  request.failures.fail = it.fail;
  // The rank of a terminal is its index among the working terminals.
  bool const behind = std::string_view(it.fail) == "3";
  request.root = it.from;
  request.receivers = fmt::format("{0}..{0}", behind ? it.to - 1 : it.to);
  EXPECT_NEAR(run<Collective>(request).table("collective").at(0, "time").number(), it.hops, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, PathContract, testing::ValuesIn(messages),
                         [](auto const& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace weft::verb

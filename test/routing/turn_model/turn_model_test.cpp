// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/turn_model/turn_model.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

using Path = std::vector<std::uint32_t>;

/// All paths that a routing allows from one router to another, as lists of routers.
class Paths {
 public:
  Paths(Machine const& machine, routing::ChannelRouting const& routing)
      : machine_(machine), routing_(routing) {}
  std::set<Path> between(std::uint32_t from, std::uint32_t to) {
    found_.clear();
    path_ = {from};
    proceed({.at = from, .target = to, .to = to});
    return found_;
  }

 private:
  void proceed(routing::Head const& head) {
    if (head.at == head.target) {
      found_.insert(path_);
      return;
    }
    routing::Possible possible;
    routing_.possible(head, possible);
    for (auto const& candidate : possible.candidates) {
      auto next = head;
      next.at = machine_.network()->target(machine_.network()->channel({head.at}, {candidate.port})).v;
      next.phase = candidate.phase;
      next.in_port = 0;
      path_.push_back(next.at);
      proceed(next);
      path_.pop_back();
    }
  }
  Machine const& machine_;
  routing::ChannelRouting const& routing_;
  std::set<Path> found_;
  Path path_;
};

std::uint64_t factorial(std::int64_t n) {
  return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

/// Returns the number of orders of the given hops, which is the number of minimal paths in a box.
std::uint64_t orders(std::initializer_list<std::int64_t> hops) {
  std::int64_t sum = 0;
  std::uint64_t below = 1;
  for (auto const h : hops) {
    sum += h;
    below *= factorial(h);
  }
  return factorial(sum) / below;
}

TEST(VcTurnModel, MatchesTheAdaptivenessOfGlassAndNi) {
  // Glass & Ni, section 6: number of shortest paths that each algorithm allows on a two-dimensional mesh.
  auto const machine = machine_of(topology::Mesh({{5, 4}}));
  auto const allowed = [&](std::string const& model, auto expected) {
    auto const routing = bind_vc(machine, "turn_model:model=" + model);
    Paths paths(machine, *routing);
    for (std::int64_t from = 0; from < 20; ++from)
      for (std::int64_t to = 0; to < 20; ++to) {
        auto const dx = to % 5 - from % 5, dy = to / 5 - from / 5;
        auto const found = paths.between(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to));
        bool const fully = expected(dx, dy);
        ASSERT_EQ(found.size(), fully ? orders({std::abs(dx), std::abs(dy)}) : 1) << from << " -> " << to;
      }
  };
  allowed("west_first", [](auto dx, auto) { return dx >= 0; });
  allowed("north_last", [](auto, auto dy) { return dy <= 0; });
  allowed("negative_first", [](auto dx, auto dy) { return (dx <= 0) == (dy <= 0) || dx == 0 || dy == 0; });
}

TEST(VcTurnModel, ReservesSpaceForACandidateOnASingleRouter) {
  auto const machine = machine_of(topology::Mesh({{1, 1}}));
  for (char const* model : {"west_first", "odd_even"})
    EXPECT_EQ(bind_vc(machine, std::string("turn_model:model=") + model)->traits().width, 1u) << model;
}

TEST(VcTurnModel, IsAdaptiveWithinEachPhaseOfPCube) {
  // Glass & Ni, section 5: with h1 bits to clear and h0 bits to set there are h1! h0! paths.
  auto const machine = machine_of(topology::Hypercube({5}));
  auto const routing = bind_vc(machine, "turn_model:model=negative_first");
  Paths paths(machine, *routing);
  for (std::uint32_t from = 0; from < 32; ++from)
    for (std::uint32_t to = 0; to < 32; ++to)
      ASSERT_EQ(paths.between(from, to).size(),
                factorial(std::popcount(from & ~to)) * factorial(std::popcount(to & ~from)));
}

TEST(VcTurnModel, UsesAllButOneDirectionFirstOrLastInThreeDimensions) {
  auto const machine = machine_of(topology::Mesh({{3, 3, 3}}));
  auto const count = [&](std::string const& model, std::uint32_t from, std::uint32_t to) {
    auto const routing = bind_vc(machine, "turn_model:model=" + model);
    return Paths(machine, *routing).between(from, to).size();
  };
  std::uint32_t const low = 0, high = 26;
  EXPECT_EQ(count("west_first", low, high), orders({2, 2, 2}));
  EXPECT_EQ(count("west_first", high, low),
            orders({2, 2}));  // both dimensions except the last, then the last
  EXPECT_EQ(count("north_last", high, low), orders({2, 2, 2}));
  EXPECT_EQ(count("north_last", low, high), orders({2, 2}));  // dimension 0, then both others
  EXPECT_EQ(count("negative_first", 2, 24), orders({2, 2}));  // (2, 0, 0) to (0, 2, 2): dimension 0 first
  EXPECT_EQ(count("negative_first", low, high), orders({2, 2, 2}));
}

/// Returns whether a path obeys the rules of Chiu: no turn from east to north or south in an even column, no
/// turn from north or south to west in an odd column.
bool follows_odd_even_rules(Path const& path, std::uint32_t width) {
  for (std::size_t i = 2; i < path.size(); ++i) {
    auto const a = path[i - 2], b = path[i - 1], c = path[i];
    auto const column = b % width;
    if (b == a + 1 && c % width == column && column % 2 == 0) return false;
    if (a % width == column && c + 1 == b && column % 2 == 1) return false;
  }
  return true;
}

TEST(VcTurnModel, AllowsExactlyTheMinimalPathsOfTheOddEvenRules) {
  constexpr std::uint32_t width = 6;
  auto const machine = machine_of(topology::Mesh({{width, 4}}));
  // All minimal paths, as on adaptive channels.
  auto const routing = bind_vc(machine, "turn_model:model=odd_even"),
             any = bind_vc(machine, "minimal_adaptive");
  Paths paths(machine, *routing), all(machine, *any);
  for (std::uint32_t from = 0; from < 24; ++from)
    for (std::uint32_t to = 0; to < 24; ++to) {
      auto expected = all.between(from, to);
      std::erase_if(expected, [](Path const& it) { return !follows_odd_even_rules(it, width); });
      ASSERT_EQ(paths.between(from, to), expected) << from << " -> " << to;
    }
}

TEST(VcTurnModel, SelectsThePortWithTheShortestQueue) {
  auto const machine = machine_of(topology::Mesh({{4, 4}}));
  auto const routing = bind_vc(machine, "turn_model:selection=least_loaded");
  VcWalk walk(*machine.network(), *routing, 0, 15, 1);
  for (std::uint32_t busy = 0; busy < 2; ++busy) {
    walk.queues().at(0, busy) = 9;
    walk.queues().at(0, 1 - busy) = 8;
    ASSERT_EQ(walk.candidates().size(), 1u);
    EXPECT_EQ(walk.candidates().front().port, 1 - busy);
  }
}

TEST(VcTurnModel, SelectsTheLowestPortRegardlessOfQueues) {
  auto const machine = machine_of(topology::Mesh({{4, 4}}));
  for (std::string const model : {"west_first", "odd_even"}) {
    auto const routing = bind_vc(machine, "turn_model:selection=lowest,model=" + model);
    EXPECT_FALSE(routing->traits().uses_local_queues);
    for (std::uint64_t draw = 0; draw < 8; ++draw) {
      VcWalk walk(*machine.network(), *routing, 0, 15, draw);
      walk.queues().at(0, 0) = 9;
      ASSERT_EQ(walk.candidates().size(), 1u) << model;
      EXPECT_EQ(walk.candidates().front().port, 0) << model;
    }
  }
}

TEST(VcTurnModel, RejectsDimensionsThatWrap) {
  auto const message = [](auto const& topology, std::string const& routing) {
    auto const rejection =
        rejection_of([&] { routing::bind_channels(Spec::parse(routing), machine_of(topology), {.vcs = 4}); });
    return rejection ? rejection->problem + " (" + rejection->why + ")" : "none";
  };
  std::string const why =
      " (needs a grid without dimensions that wrap (mesh, hypercube, ..); model=odd_even: at most two dimensions)";
  EXPECT_EQ(message(topology::Torus({{4, 4}}), "turn_model"), "turn_model cannot route on torus" + why);
  EXPECT_EQ(message(topology::Mesh({{3, 3, 3}}), "turn_model:model=odd_even"),
            "turn_model cannot route on mesh" + why);
  EXPECT_EQ(message(topology::Mesh({{3, 1, 3}}), "turn_model:model=odd_even"), "none");
}

}  // namespace
}  // namespace weft

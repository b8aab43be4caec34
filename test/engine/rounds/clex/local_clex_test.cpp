// SPDX-License-Identifier: Apache-2.0
// A(l) with a local network instead of cliques.

#include <deque>
#include <map>

#include <gtest/gtest.h>

#include "support/clex_reference.hpp"
#include "support/complaint.hpp"
#include "support/list_traffic.hpp"
#include "support/spelled.hpp"
#include "weft/core/catalog.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/round_bounds.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

topology::Clex clex_of(std::string const& arguments) {
  return topology::Clex(detail::checked_params<topology::Clex>(Spec::parse("clex:" + arguments)));
}

ClexCables cables_of(topology::Clex const& clex) { return clex_cables(clex, make_layout(clex, {}), {}); }

/// Store and forward on a mesh of `width` columns in dimension order, message by message: a reference for
/// LocalForwarding if every pair has one path.
class ReferenceMesh {
 public:
  explicit ReferenceMesh(std::uint32_t width) : width_(width) {}

  std::uint64_t deliver(std::vector<PlainMessage<std::uint32_t>>& message,
                        std::vector<std::uint16_t> const& sender, std::vector<std::uint16_t> const& target,
                        InstanceStreams const&, ClexMeasures& measures) {
    auto& level = measures.levels[0];
    ++measures.instances;
    level.max_messages = std::max<std::uint64_t>(level.max_messages, message.size());
    std::uint64_t left = 0, round = 0;
    for (std::uint32_t i = 0; i < message.size(); ++i) left += join(i, sender[i], target[i]);
    while (left > 0) {
      ++round;
      std::vector<std::pair<std::uint32_t, std::uint32_t>> moved;  // message, router
      std::vector<Channel> still_busy;
      for (auto const& channel : busy_) {
        auto& queue = queues_[channel];
        moved.emplace_back(queue.front(), channel.second);
        queue.pop_front();
        if (!queue.empty()) still_busy.push_back(channel);
      }
      busy_ = still_busy;
      level.hops += moved.size();
      for (auto const& [i, at] : moved) {
        if (join(i, at, target[i])) continue;
        --left;
        level.sum_rounds += round;
      }
      measures.phase(round, left);
    }
    level.max_rounds = std::max(level.max_rounds, round);
    return round;
  }

 private:
  using Channel = std::pair<std::uint32_t, std::uint32_t>;

  /// Queues the message if hops remain; returns whether any remain.
  bool join(std::uint32_t i, std::uint32_t at, std::uint32_t to) {
    if (at == to) return false;
    auto const x = at % width_, y = at / width_;
    auto next = at;
    if (x != to % width_)
      next = x < to % width_ ? at + 1 : at - 1;
    else
      next = y < to / width_ ? at + width_ : at - width_;
    auto& queue = queues_[{at, next}];
    if (queue.empty()) busy_.emplace_back(at, next);
    queue.push_back(i);
    return true;
  }

  std::uint32_t width_;
  std::map<Channel, std::deque<std::uint32_t>> queues_;
  std::vector<Channel> busy_;
};

ListTraffic random_traffic(std::uint64_t nodes, std::uint32_t maximum, std::uint64_t seed) {
  Rng rng{seed, Purpose::test, 0};
  std::vector<std::vector<std::uint32_t>> list(nodes);
  for (auto& of_node : list)
    for (auto k = rng.below(maximum + 1); k > 0; --k)
      of_node.push_back(rng.below(static_cast<std::uint32_t>(nodes)));
  return ListTraffic{std::move(list)};
}

TEST(LocalClexRounds, MatchMessageByMessageExecution) {
  struct Mesh {
    std::string sides;
    std::uint32_t width;
  };
  for (auto const& mesh : {Mesh{"4", 4}, Mesh{"3x2", 3}, Mesh{"2x2x1", 2}})
    for (std::int64_t levels = 1; levels <= 3; ++levels)
      for (auto const* rest : {"", ",landing=high", ",links=single"})
        for (std::uint32_t redistribute = 0; redistribute <= levels; redistribute += 2) {
          auto const clex =
              clex_of("levels=" + std::to_string(levels) + ",clique=[mesh:sides=" + mesh.sides + "]" + rest);
          SCOPED_TRACE(to_spec(clex).to_string());
          ClexOptions const options{.redistribute = redistribute};
          auto const traffic = random_traffic(clex.num_routers(), 9, 7 + redistribute);
          ClexReference<PlainMessage<std::uint32_t>> reference(ClexMachine{clex}, options, 5, traffic);
          auto const expected = spelled(reference.run_with(ReferenceMesh(mesh.width)));
          for (unsigned const threads : {1U, 3U}) {
            Threads const limit{threads};
            EXPECT_EQ(spelled(simulate_clex(clex, traffic, options, 5).measures), expected);
            EXPECT_EQ(spelled(simulate_clex_delays(clex, traffic, options, 5, cables_of(clex)).measures),
                      expected);
          }
        }
}

// A line of three at a pitch of 0.5 m: the message to router 2 takes two hops and 1 m of cable; with 100 ns
// per hop and 5 ns/m its delay is 205 ns, also in rounds of one hop and the mean cable length of 0.5 m each.
TEST(LocalClexRounds, RecordThePathsOfMessages) {
  auto const clex = clex_of("levels=1,clique=[mesh:sides=3]");
  ListTraffic const traffic{{{2}, {}, {}}};
  auto const delays = *simulate_clex_delays(clex, traffic, {}, 1, cables_of(clex)).delays;
  EXPECT_EQ(delays.hops().mean(), 2);
  EXPECT_EQ(delays.rounds().mean(), 2);
  EXPECT_EQ(delays.mean_meters(), 1);
  EXPECT_EQ(delays.mean_delay_ns(), 205);
  EXPECT_EQ(delays.mean_time_ns(), 205);
}

// Three messages to router 2 of a line 0 - 1 - 2, two from 0 and one from 1: the channel 1 -> 2 carries one
// in each of rounds 1 to 3, and the channel 0 -> 1 one in each of rounds 1 and 2.
TEST(LocalClexRounds, AChannelCarriesAMessagePerRound) {
  auto const clex = clex_of("levels=1,clique=[mesh:sides=3]");
  ListTraffic const traffic{{{2, 2}, {2}, {2}}};
  auto const measures = simulate_clex(clex, traffic, {}, 1).measures;
  EXPECT_EQ(measures.levels[0].max_rounds, 3u);
  EXPECT_EQ(measures.levels[0].hops, 5u);
  EXPECT_EQ(measures.levels[0].sum_rounds, 1u + 2 + 3);
  EXPECT_EQ(measures.makespan(), 3u);
  ASSERT_EQ(measures.phases.size(), 3u);
  EXPECT_EQ(measures.phases[0].sum_remaining, 2u);
  EXPECT_EQ(measures.phases[1].sum_remaining, 1u);
}

TEST(LocalClexRounds, DeliverWithAnyRoutingOfTheLocalNetwork) {
  for (auto const* clique :
       {"torus:sides=4x2", "hypercube:dimensions=3", "hyperx:sides=2x4", "kautz:degree=2,length=2",
        "slim_fly:q=5,concentration=1", "clex:m=3,levels=2", "de_bruijn:degree=2,length=3"}) {
    SCOPED_TRACE(clique);
    auto const clex = clex_of(std::string("levels=2,clique=[") + clique + "]");
    auto const traffic = random_traffic(clex.num_routers(), 8, 3);
    std::string first;
    for (unsigned const threads : {1U, 4U}) {
      Threads const limit{threads};
      auto const measures = simulate_clex(clex, traffic, {}, 9).measures;
      EXPECT_EQ(measures.phases.back().sum_remaining, 0u);
      if (first.empty()) first = spelled(measures);
      EXPECT_EQ(spelled(measures), first);
      EXPECT_EQ(spelled(simulate_clex_delays(clex, traffic, {}, 9, cables_of(clex)).measures), first);
    }
  }
}

// One message for every pair of routers of a complete graph: each has a separate channel.
TEST(LocalClexRounds, ACompleteGraphTakesOneRound) {
  auto const clex = clex_of("levels=1,clique=[hyperx:sides=8]");
  std::vector<std::vector<std::uint32_t>> list(8);
  for (auto& to : list)
    for (std::uint32_t e = 0; e < 8; ++e) to.push_back(e);
  auto const measures = simulate_clex(clex, ListTraffic{std::move(list)}, {}, 1).measures;
  EXPECT_EQ(measures.makespan(), 1u);
  EXPECT_EQ(measures.hops(), 56u);
}

TEST(LocalClexRounds, LowerBoundsMatchTheNetwork) {
  for (auto const* arguments :
       {"levels=2,clique=[mesh:sides=4]", "levels=3,clique=[torus:sides=2x3]",
        "levels=1,clique=[mesh:sides=2x5]", "levels=2,clique=[kautz:degree=2,length=2]"}) {
    auto const clex = clex_of(arguments);
    auto const traffic = random_traffic(clex.num_routers(), 40, 11);
    auto const bounds = round_bounds(clex, traffic),
               all = round_bounds(build_network(clex), nullptr, traffic);
    EXPECT_EQ(bounds.node, all.node) << arguments;
    EXPECT_EQ(bounds.cut, all.cut) << arguments;
  }
}

TEST(LocalClexRounds, RejectCliqueOptions) {
  auto const clex = clex_of("levels=2,clique=[mesh:sides=4]");
  ListTraffic const traffic{std::vector<std::vector<std::uint32_t>>(16)};
  for (auto const& options : {ClexOptions{.mode = Mode::light}, ClexOptions{.copies = Copies::growth},
                              ClexOptions{.direct = false}})
    EXPECT_NE(complaint_of([&] { simulate_clex(clex, traffic, options, 1); }).find("needs cliques, but "),
              std::string::npos);
  EXPECT_NO_THROW(simulate_clex(clex, traffic, {.subset = Subset::pooled, .redistribute = 2}, 1));
}

}  // namespace
}  // namespace weft::rounds

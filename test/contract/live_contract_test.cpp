// SPDX-License-Identifier: Apache-2.0
// Live flits on every topology of the catalog: no flit is lost, and every move is counted at its channel.

#include <string>

#include <gtest/gtest.h>

#include "support/catalog_samples.hpp"
#include "weft/core/error.hpp"
#include "weft/explore/live_flits.hpp"

namespace weft {
namespace {

/// Steps through a run with packets of `flits` flits.
void expect_conserved(explore::LiveFlits& live, std::uint64_t flits) {
  std::uint64_t created = 0, gone = 0, traced = 0;
  std::vector<std::uint64_t> sent(live.num_channels()), moves(live.num_channels());
  double accepted = 0;
  for (std::uint64_t const cycles : {1u, 30u, 64u, 7u}) {
    auto const frame = live.step(cycles, true);
    created += frame.created;
    gone += frame.delivered + frame.dropped;
    traced += frame.arrivals.size();
    accepted += frame.accepted * static_cast<double>(live.num_terminals() * cycles);
    for (std::size_t c = 0; c < sent.size(); ++c) sent[c] += frame.sent[c];
    for (auto const& it : frame.moves) {
      ASSERT_LT(it.cycle, frame.cycle);
      ASSERT_GE(it.cycle, frame.cycle - cycles);
      ASSERT_LT(it.channel, moves.size());
      ++moves[it.channel];
    }
    ASSERT_EQ(created, gone + frame.in_flight + frame.waiting);
    std::uint64_t waiting = 0;
    for (auto const it : frame.waiting_at) waiting += it;
    ASSERT_EQ(waiting, frame.waiting);
    ASSERT_EQ(frame.waiting, live.simulation().waiting());
    // Flits that have arrived belong to delivered packets or are the first flits of packets in flight.
    ASSERT_GE(accepted + 1e-6, static_cast<double>(flits * traced));
    ASSERT_LE(accepted, static_cast<double>(flits * (traced + frame.in_flight)) + 1e-6);
  }
  EXPECT_EQ(moves, sent);
  EXPECT_EQ(traced, live.simulation().done());
  EXPECT_GT(traced, 0u);
}

TEST(LiveContract, EveryTopologyConservesFlitsAndCountsMoves) {
  int watched = 0;
  for (auto const& samples : catalog_samples())
    for (auto const& view : samples.instances()) {
      if (view->num_terminals() < 2 || view->num_routers() > 200) continue;
      SCOPED_TRACE(view->spec(true));
      Scenario const scenario{
          .topology = view->spec(true), .traffic = "uniform", .engine = "flit:rate=0.5,packet_size=3"};
      try {
        assemble_flit(scenario);
      } catch (InputError const&) { continue; }
      explore::LiveFlits live(scenario);
      ASSERT_NO_FATAL_FAILURE(expect_conserved(live, 3));
      ++watched;
    }
  EXPECT_GT(watched, 60);
}

}  // namespace
}  // namespace weft

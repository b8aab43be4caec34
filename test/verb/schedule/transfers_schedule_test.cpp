// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schedule/transfers_schedule.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

ScheduleVerb::Params request_for(std::string const& topology, std::filesystem::path const& file) {
  ScheduleVerb::Params request;
  request.topology = topology;
  request.schedule = "transfers:file=\"" + file.string() + "\"";
  return request;
}

TEST(TransfersSchedule, CollectiveRoundTripsWithTheSameSlots) {
  Scratch const scratch;
  for (auto const* const topology : {"torus:sides=3x3", "torus:sides=3x3,concentration=2"}) {
    Collective::Params request;
    request.operation = collective::Operation::allreduce;
    request.topology = topology;
    request.algorithm = "ring";
    request.hop = -1;  // blocks in a file are stored and forwarded
    request.transfers = (scratch / "plan.txt").string();
    auto const planned = run<Collective>(request);
    auto const executed = run<ScheduleVerb>(request_for(topology, scratch / "plan.txt"));
    EXPECT_EQ(executed.table("transfers").at(0, "slots"), planned.table("collective").at(0, "slots"));
    EXPECT_EQ(executed.table("transfers").at(0, "steps"), planned.table("collective").at(0, "steps"));
  }
}

/// A ring allreduce of 800 kB on 8 ranks: 14 steps, in each of which a channel carries a block of 100 kB.
TEST(TransfersSchedule, MatchesTheSecondsOfTheCollective) {
  Scratch const scratch;
  Collective::Params asked;
  asked.operation = collective::Operation::allreduce;
  asked.topology = "ring:routers=8";
  asked.algorithm = "ring";
  asked.bytes = "800k";
  asked.packets = "1";
  asked.alpha = 2e-6;
  asked.bandwidth = 1e10;
  asked.transfers = (scratch / "plan.txt").string();
  auto const planned = run<Collective>(asked);
  auto request = request_for("ring:routers=8", scratch / "plan.txt");
  EXPECT_EQ(run<ScheduleVerb>(request).table("transfers").columns.back().name, "utilization");
  request.times.bytes = 1e5;
  request.times.bandwidth = 1e10;
  request.times.alpha = 2e-6;
  auto const executed = run<ScheduleVerb>(request);
  EXPECT_DOUBLE_EQ(executed.table("transfers").at(0, "seconds").number(), 14 * (1e5 / 1e10 + 2e-6));
  EXPECT_DOUBLE_EQ(executed.table("transfers").at(0, "seconds").number(),
                   planned.table("collective").at(0, "time").number());
}

TEST(TransfersSchedule, RejectsATransferBeforeItsBlockArrives) {
  Scratch const scratch;
  std::ofstream(scratch / "plan.txt")
      << "block 0 0 2\nblock 1 3 1\nslot 0\n0 1 0\n3 0 1\n1 2 0\nslot 1\n0 1 1\n";
  auto const complaint =
      complaint_of([&] { run<ScheduleVerb>(request_for("ring:routers=4", scratch / "plan.txt")); });
  EXPECT_NE(complaint.find(
                "slot 0: router 1 -> router 2 (port 1, dim0) is to carry block 0 (router 0 to router 2), "
                "which is at router 0"),
            std::string::npos)
      << complaint;
}

}  // namespace
}  // namespace weft::verb

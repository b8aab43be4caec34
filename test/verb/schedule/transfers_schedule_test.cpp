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

TEST(TransfersSchedule, ACollectiveWrittenAndReadBackTakesTheSameSlots) {
  Scratch const scratch;
  for (auto const* const topology : {"torus:sides=3x3", "torus:sides=3x3,concentration=2"}) {
    Collective::Params request;
    request.operation = collective::Operation::allreduce;
    request.topology = topology;
    request.algorithm = "ring";
    request.transfers = (scratch / "plan.txt").string();
    auto const planned = run<Collective>(request);
    auto const executed = run<ScheduleVerb>(request_for(topology, scratch / "plan.txt"));
    EXPECT_EQ(executed.table("transfers").at(0, "slots"), planned.table("collective").at(0, "slots"));
    EXPECT_EQ(executed.table("transfers").at(0, "steps"), planned.table("collective").at(0, "steps"));
  }
}

TEST(TransfersSchedule, OneTransferASlotEarlierIsRefusedInWords) {
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

// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/slots_array.hpp"

#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/schedule/schedule.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// Returns the number of transfers between routers by slot, source and target.
using Transfers = std::map<std::array<std::uint32_t, 3>, int>;

Transfers transfers_in(Result const& result, std::string const& topology, std::string const& name) {
  auto const* const array = result.find_array(name);
  if (array == nullptr) throw std::runtime_error("there is no array " + name);
  auto const machine = Machine(make_topology(topology));
  auto const& network = *machine.network();
  auto const& values = std::get<std::vector<std::uint32_t>>(array->values);
  EXPECT_EQ(array->shape, (std::vector<std::uint64_t>{values.size() / 2, 2}));
  Transfers transfers;
  for (std::size_t i = 0; i < values.size(); i += 2)
    ++transfers[{values[i], network.source({values[i + 1]}).v, network.target({values[i + 1]}).v}];
  return transfers;
}

/// Returns the transfers in a file of `weft collective --transfers`, without transfers at terminals.
Transfers transfers_of_file(std::filesystem::path const& path) {
  std::ifstream file(path);
  Transfers transfers;
  std::uint32_t slot = 0;
  for (std::string line, word; std::getline(file, line);) {
    std::istringstream words(line);
    words >> word;
    if (word == "slot")
      words >> slot;
    else if (std::string to;
             std::isdigit(static_cast<unsigned char>(word[0])) != 0 && words >> to && to[0] != 't')
      ++transfers[{slot, static_cast<std::uint32_t>(std::stoul(word)),
                   static_cast<std::uint32_t>(std::stoul(to))}];
  }
  return transfers;
}

TEST(SlotsArray, ContainsTheTransfersOfTheSchedule) {
  Scratch const scratch;
  for (auto const* const topology :
       {"ring:routers=6", "torus:sides=3x3,concentration=2", "fat_tree:arity=2,levels=3"}) {
    SCOPED_TRACE(topology);
    auto const plan = scratch / "plan.txt";
    Collective::Params request{.operation = collective::Operation::allreduce,
                               .topology = topology,
                               .algorithm = "recursive_doubling",
                               .hop = -1,
                               .transfers = plan.string(),
                               .details = CollectiveDetails::slots};
    if (std::string(topology).starts_with("ring")) request.algorithm = "ring";
    auto const written = run<Collective>(request);
    auto const expected = transfers_of_file(plan);
    EXPECT_GT(expected.size(), 10U);
    EXPECT_EQ(transfers_in(written, topology, "slots_" + request.algorithm), expected);
    ScheduleVerb::Params again{.topology = topology, .details = Details::slots};
    again.schedule = "transfers:file=\"" + plan.string() + "\"";
    EXPECT_EQ(transfers_in(run<ScheduleVerb>(again), topology, "slots"), expected);
  }
}

/// A message that arrives at a router without a processor leaves it in the next slot.
TEST(SlotsArray, RoutersOfASparseTorusForwardInTheNextSlot) {
  for (auto const* const schedule : {"general", "two_state", "split"}) {
    ScheduleVerb::Params request{
        .topology = "sparse_torus:dimensions=3,side=4", .schedule = schedule, .details = Details::slots};
    auto const result = run<ScheduleVerb>(request);
    auto const transfers = transfers_in(result, request.topology, "slots");
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> arriving, leaving;  // by slot and router
    int all = 0;
    auto const level = [](std::uint32_t r) { return (r % 4 + r / 4 % 4 + r / 16) % 4; };
    for (auto const& [transfer, count] : transfers) {
      auto const& [slot, from, to] = transfer;
      EXPECT_EQ(count, 1) << "a channel carries one message";
      if (level(to) != 0) ++arriving[{slot + 1, to}];
      if (level(from) != 0) ++leaving[{slot, from}];
      ++all;
    }
    EXPECT_EQ(arriving, leaving) << schedule;
    double carried = 0;
    auto const& channels = result.table("channels");
    for (std::size_t row = 0; row < channels.rows.size(); ++row)
      carried += channels.at(row, "carried").number();
    EXPECT_EQ(all, carried);
  }
}

TEST(SlotsArray, ExistsForEachPhaseOfAnApplication) {
  ScheduleVerb::Params request{.topology = "torus:sides=4x4", .schedule = "summa", .details = Details::slots};
  EXPECT_NE(run<ScheduleVerb>(request).find_array("slots_of_broadcasts"), nullptr);
}

TEST(SlotsArray, RequiresAComputedSchedule) {
  ScheduleVerb::Params const request{.verify = Verification::none, .details = Details::slots};
  EXPECT_NE(complaint_of([&] { run<ScheduleVerb>(request); }).find("the schedule is not computed"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::verb

// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schedule/applications.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Result run_schedule(std::string const& topology, std::string const& schedule) {
  return verb::run<ScheduleVerb>({.topology = topology, .schedule = schedule});
}

std::string complaint(std::string const& topology, std::string const& schedule) {
  return complaint_of([&] { run_schedule(topology, schedule); });
}

TEST(ApplicationSchedule, NaturalMappingIsFreeOfContention) {
  auto const experiment =
      ScheduleVerb::assemble({.topology = "torus:sides=4x4x4", .schedule = "matmul_3d:packets=3"});
  auto const result = experiment->run();
  auto const& contention = result.table("contention");
  ASSERT_EQ(contention.rows.size(), 1u);
  EXPECT_EQ(contention.at(0, "rounds"), Value{8});  // twice: half a side, and two packets behind the first
  EXPECT_EQ(contention.at(0, "slots"), Value{8});
  EXPECT_EQ(contention.at(0, "widest step"), Value{1});
  EXPECT_EQ(result.answer, "mapping natural: 8 rounds, one slot each, free of contention");
  EXPECT_EQ(contention.at(0, "time").number(), 8 / (16.0 * 3));
  auto const& phases = result.table("phases");
  EXPECT_EQ(phases.at(0, "phase"), Value{"broadcasts"});
  EXPECT_EQ(phases.at(0, "blocks"), Value{2 * 16 * 3 * 3})
      << "of two matrices 16 blocks of 3 packets to 3 tasks";
  EXPECT_EQ(phases.at(1, "blocks"), Value{16 * 3 * 3});
  EXPECT_EQ(phases.at(0, "hops").number(), 1);
  auto const figures = figures_of(result);
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].name, "utilization_classes_of_broadcasts");
}

/// Cannon's 5 rounds on 4 x 4, each a block of 2 MB over one channel.
TEST(ApplicationSchedule, SecondsMatchStepsAndSlots) {
  auto const result = verb::run<ScheduleVerb>({.topology = "torus:sides=4x4",
                                               .schedule = "cannon",
                                               .times = {.bytes = 2e6, .bandwidth = 1e10, .alpha = 1e-6}});
  EXPECT_DOUBLE_EQ(result.table("contention").at(0, "seconds").number(), 5 * (2e6 / 1e10 + 1e-6));
  double all = 0;
  auto const& phases = result.table("phases");
  for (std::size_t row = 0; row < phases.rows.size(); ++row) all += phases.at(row, "seconds").number();
  EXPECT_DOUBLE_EQ(all, 5 * (2e6 / 1e10 + 1e-6));
}

TEST(ApplicationSchedule, ComparesOtherMappingsWithTheNaturalOne) {
  auto const result = run_schedule("torus:sides=8x8", "cannon:mapping=random");
  auto const& contention = result.table("contention");
  ASSERT_EQ(contention.rows.size(), 2u);
  EXPECT_EQ(contention.at(0, "mapping"), Value{"random"});
  EXPECT_EQ(contention.at(1, "mapping"), Value{"natural"});
  EXPECT_EQ(contention.at(1, "slots"), Value{4 + 7});
  EXPECT_GT(contention.at(0, "slots").number(), 2 * contention.at(1, "slots").number());
  EXPECT_GT(contention.at(0, "slots per step").number(), 1);
  EXPECT_GT(contention.at(0, "steps").number(), 11) << "ways of several hops";
  EXPECT_TRUE(result.answer.starts_with("mapping random: ")) << result.answer;
  EXPECT_TRUE(result.answer.ends_with(" times as many slots as with the natural mapping")) << result.answer;
  auto const linear = run_schedule("torus:sides=8x8", "cannon:mapping=linear");
  EXPECT_EQ(linear.table("contention").at(0, "slots"), Value{11})
      << "in row-major order neighbors are neighbors, too";
}

TEST(ApplicationSchedule, EmbeddingBySlotsIsFasterThanByRounds) {
  auto const slots = [](std::string const& embedding) {
    return run_schedule("torus:sides=6x6", "summa:mapping=random,embedding=" + embedding)
        .table("contention")
        .at(0, "slots")
        .number();
  };
  EXPECT_LT(slots("slots"), slots("rounds"));
  auto const early = run_schedule("torus:sides=6x6", "summa:mapping=random,embedding=slots");
  EXPECT_TRUE(early.table("contention").at(0, "steps").is_empty());
  EXPECT_EQ(early.answer.find("free of contention"), std::string::npos) << early.answer;
}

TEST(ApplicationSchedule, SlotCountsRespectTheirBounds) {
  for (char const* topology :
       {"torus:sides=8x8", "dragonfly:p=2,a=4,h=2", "mesh:sides=8x8", "kary_ntree:arity=4,levels=3"})
    for (char const* schedule :
         {"cannon:grid=8x8,mapping=linear", "summa:grid=4x8,mapping=random",
          "matmul_3d:grid=4x4x4,packets=5,mapping=linear", "halo:grid=4x4x4,mapping=linear"}) {
      auto const result = run_schedule(topology, schedule);
      auto const& phases = result.table("phases");
      for (std::size_t row = 0; row < phases.rows.size(); ++row) {
        EXPECT_GE(phases.at(row, "slots").number(), phases.at(row, "bound").number()) << topology << schedule;
        EXPECT_GE(phases.at(row, "bound").number(), 1);
      }
    }
}

TEST(ApplicationSchedule, AcceptsASingleTask) {
  EXPECT_EQ(run_schedule("torus:sides=1", "cannon").answer, "no messages: no task has a neighbor");
}

TEST(ApplicationSchedule, RejectsInvalidRequests) {
  EXPECT_EQ(
      complaint("torus:sides=4x4x4", "cannon"),
      "schedule: 8x8 tasks cannot be folded onto torus:sides=4x4x4 (each side of the task grid must be the product of distinct sides of the machine, and all of these must be used); choose another grid, or a mapping such as mapping=linear");
  EXPECT_NE(complaint("dragonfly", "halo").find("the routers must form a grid with one terminal each"),
            std::string::npos);
  EXPECT_NE(complaint("torus:sides=4x4,concentration=4", "halo").find("one terminal each"),
            std::string::npos);
  EXPECT_NE(complaint("torus:sides=4x5", "cannon").find("a square number"), std::string::npos);
  EXPECT_NE(complaint("torus:sides=4x4", "cannon:grid=4x2").find("a square grid of tasks"),
            std::string::npos);
  EXPECT_NE(complaint("torus:sides=4x4", "halo:grid=8x8,mapping=linear").find("the machine has 16 terminals"),
            std::string::npos);
  EXPECT_NE(
      complaint("torus:sides=4x4", "halo:grid=4x0").find("0 (automatic) cannot be combined with other sides"),
      std::string::npos);
  EXPECT_NE(complaint("torus:sides=4x4", "halo:mapping=lienar").find("did you mean 'linear'?"),
            std::string::npos);
  EXPECT_NE(complaint("torus:sides=4x4", "summa:panels=3").find("multiple of"), std::string::npos);
}

/// Records the time that a run is expected to take.
class Expected final : public ForwardingProgress {
 public:
  Expected() : ForwardingProgress(no_progress()) {}
  void expect(double s, std::string_view, double) override { seconds += s; }
  double seconds = 0;
};

TEST(ApplicationSchedule, EstimatesItsComputingTime) {
  auto const seconds = [](std::int64_t side) {
    Expected expected;
    verb::run<ScheduleVerb>({.topology = "torus:sides=" + format_sides({side, side}), .schedule = "cannon"},
                            expected);
    return expected.seconds;
  };
  EXPECT_GT(seconds(8), 0);
  EXPECT_NEAR(seconds(16) / seconds(8), 8, 2) << "a block of each task in each of twice as many steps";
}

}  // namespace
}  // namespace weft::verb

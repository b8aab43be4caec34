// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/class_tables.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

/// Two classes on a mesh of 4x4, one with all terminals as senders, one with four; 1,000 measured cycles.
struct TwoClasses {
  FlitAssembly setting = assemble_flit(scenario());
  TrafficPtr traffic = setting.traffic(no_progress());
  flit::FlitNetwork network = make_machine(setting);
  flit::Outcome outcome = setting.run(network, *traffic, setting.params, no_progress());

  static Scenario scenario() {
    Scenario it;
    it.topology = "mesh:sides=4x4";
    it.classes = "[all:rate=0.1,few:rate=0.4,terminals=0..3]";
    it.engine = "flit:warm_up=500,cycles=1000,interval=250";
    return it;
  }
};

double number(Table const& table, std::size_t row, std::string const& column) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].name == column) return table.rows[row][i].number();
  ADD_FAILURE() << "no column " << column;
  return 0;
}

TEST(ClassTables, AverageLoadsOverSendingTerminals) {
  TwoClasses const of;
  auto table = traffic_class_table(false);
  add_class_rows(of.setting.params, of.network, of.outcome, false, table);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(number(table, 0, "terminals"), 16);
  EXPECT_EQ(number(table, 1, "terminals"), 4);
  EXPECT_EQ(number(table, 1, "rate"), 0.4);
  // a count of Bernoulli trials with 1,600 successes: 5 standard deviations are 12 %
  EXPECT_NEAR(number(table, 0, "offered"), 0.1, 0.012);
  EXPECT_NEAR(number(table, 1, "offered"), 0.4, 0.048);
  auto const flits = 1000 * (16 * number(table, 0, "accepted") + 4 * number(table, 1, "accepted"));
  EXPECT_NEAR(flits, static_cast<double>(of.outcome.tally.accepted), 1e-6);
}

TEST(ClassTables, BeginWithTheRateInASweep) {
  TwoClasses const of;
  auto table = traffic_class_table(true);
  auto with = of.setting.params;
  with.rate = 0.25;
  add_class_rows(with, of.network, of.outcome, true, table);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.columns[0].name, "at");
  EXPECT_EQ(number(table, 1, "at"), 0.25);
}

TEST(ClassTables, HaveIntervalsThatAddUpToTheRun) {
  TwoClasses const of;
  auto const table = classes_over_time(of.setting.params, of.network, of.outcome.timeline);
  ASSERT_EQ(table.rows.size(), 2 * of.outcome.timeline.size());
  double packets = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) packets += number(table, row, "packets");
  EXPECT_EQ(packets, static_cast<double>(of.outcome.tally.delivered));
}

}  // namespace
}  // namespace weft

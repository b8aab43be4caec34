// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// A batch of one packet of three flits from each router of a ring of four to the next: 12 flits cross a
/// channel and are ejected, and two routers switch each of them. In this layout the length of a cable is 2 m
/// times the distance in the line: 1, 1, 1 and 3.
Table energy_of_ring(std::string const& energy, std::string const& fail = "") {
  Scenario scenario;
  scenario.topology = "ring:routers=4";
  scenario.traffic = "shift:by=1";
  scenario.layout = "pitch=2,folding=plain,aisle=0,rack=1";
  scenario.engine = "flit:injection=batch,packet_size=3";
  scenario.energy = "flit_bits=100," + energy;
  scenario.failures.fail = fail;
  return run<Simulate>(scenario).table("energy");
}

double number(Table const& table, std::string_view cause, std::string_view column = "energy") {
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (table.at(row, "cause").exact_text() == cause) return table.at(row, column).number();
  return -1;
}

TEST(Energy, MatchesTheEventCountsOfARun) {
  auto const table = energy_of_ring(
      "clock=1,write_energy=1,read_energy=2,switch_energy=3,arbitration_energy=4,link_energy=5,"
      "meter_energy=6,port_energy=7");
  EXPECT_DOUBLE_EQ(number(table, "buffer write"), 24 * 100 * 1 / 1e3);
  EXPECT_DOUBLE_EQ(number(table, "buffer read"), 24 * 100 * 2 / 1e3);
  EXPECT_DOUBLE_EQ(number(table, "switch"), 24 * 100 * 3 / 1e3);
  EXPECT_DOUBLE_EQ(number(table, "arbitration"), 24 * 100 * 4 / 1e3);
  EXPECT_DOUBLE_EQ(number(table, "channels"), 12 * 100 * 5 / 1e3);
  EXPECT_DOUBLE_EQ(number(table, "channels of terminals"), 2 * 12 * 100 * 5 / 1e3);
  EXPECT_DOUBLE_EQ(number(table, "length of channels"), 3 * (2 + 2 + 2 + 6) * 100 * 6 / 1e3);
  // 8 ports of channels and 4 of terminals, 7 pJ each in every cycle of 1 ns.
  EXPECT_DOUBLE_EQ(number(table, "ports, busy or not", "power"), (8 + 4) * 7 / 1e3);
  EXPECT_DOUBLE_EQ(number(table, "buffer write", "per_packet"), 24 * 100 / 4.0);
}

TEST(Energy, ExcludesFailedPorts) {
  auto const table = energy_of_ring("clock=1,port_energy=1", "0-1");
  EXPECT_DOUBLE_EQ(number(table, "ports, busy or not", "power"), (8 - 2 + 4) / 1e3);
}

TEST(Energy, RequiresFlitBits) {
  Scenario scenario;
  scenario.engine = "flit";
  scenario.energy = "link_energy=5";
  EXPECT_TRUE(
      complaint_of([&] { Simulate::assemble(scenario); }).starts_with("energy: flit_bits is missing"));
}

TEST(Energy, IsNotAnOptionOfTheEngine) {
  Scenario scenario;
  scenario.engine = "flit:vcs=2,flit_bits=128,clock=1";
  EXPECT_EQ(
      complaint_of([&] { Simulate::assemble(scenario); }),
      "engine: flit_bits=128,clock=1 is not a parameter of the engine (energy is an option of simulate); use weft simulate --energy flit_bits=128,clock=1");
}

}  // namespace
}  // namespace weft::verb

#include "weft/verb/simulate/flit/energy.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::verb {
namespace {

/// A batch of a packet of three flits from each router of a ring of four to the next: 12 flits cross a
/// channel and eject, and two routers switch each of them.
class Energy : public testing::Test {
 protected:
  Table of(std::string const& options, std::string const& more = "") {
    Scenario scenario;
    scenario.topology = "ring:routers=4";
    scenario.traffic = "shift:by=1";
    scenario.layout = "pitch=2,folding=plain,aisle=0";
    scenario.engine = "flit:injection=batch,packet_size=3,flit_bits=100," + options;
    scenario.failures.routers = 0;
    scenario.failures.fail = more;
    auto setting = assemble_flit(scenario);
    auto const machine = make_machine(setting);
    auto const traffic = setting.traffic(no_progress());
    auto const outcome = setting.run(machine, *traffic, setting.params, no_progress());
    cycles = static_cast<double>(outcome.measured);
    for (std::uint32_t r = 0; r < 4; ++r)
      meters += setting.topology->layout(setting.layout).length({r}, {(r + 1) % 4});
    return energy_table(setting, machine, outcome);
  }
  static double energy(Table const& table, std::string_view cause) {
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      if (table.at(row, "cause").exact_text() == cause) return table.at(row, "energy").number();
    return -1;
  }
  double cycles = 0, meters = 0;
};

TEST_F(Energy, CountsWhatFlitsDo) {
  auto const table =
      of("write_energy=1,read_energy=2,switch_energy=3,arbitration_energy=4,link_energy=5,"
         "meter_energy=6,port_energy=7");
  EXPECT_DOUBLE_EQ(energy(table, "buffer write"), 24 * 100 * 1 / 1e3);
  EXPECT_DOUBLE_EQ(energy(table, "buffer read"), 24 * 100 * 2 / 1e3);
  EXPECT_DOUBLE_EQ(energy(table, "switch"), 24 * 100 * 3 / 1e3);
  EXPECT_DOUBLE_EQ(energy(table, "arbitration"), 24 * 100 * 4 / 1e3);
  EXPECT_DOUBLE_EQ(energy(table, "channels"), 12 * 100 * 5 / 1e3);
  EXPECT_DOUBLE_EQ(energy(table, "channels of terminals"), 2 * 12 * 100 * 5 / 1e3);
  EXPECT_GT(meters, 0);
  EXPECT_DOUBLE_EQ(energy(table, "length of channels"), 3 * meters * 100 * 6 / 1e3);
  EXPECT_DOUBLE_EQ(energy(table, "ports, busy or not"), cycles * (8 + 4) * 7 / 1e3);
}

TEST_F(Energy, IsStatedPerPacketHopAndBit) {
  auto const table =
      of("write_energy=1,read_energy=0,switch_energy=0,arbitration_energy=0,link_energy=0,"
         "port_energy=0,clock=2");
  auto const all = table.rows.size() - 1;
  EXPECT_EQ(table.at(all, "cause"), Value("in all"));
  EXPECT_DOUBLE_EQ(table.at(all, "per_packet").number(), 24 * 100 / 4.0);
  EXPECT_DOUBLE_EQ(table.at(all, "per_hop").number(), 24 * 100 / 12.0);
  EXPECT_DOUBLE_EQ(table.at(all, "per_bit").number(), 24 * 100 / 1200.0);
  EXPECT_DOUBLE_EQ(table.at(all, "power").number(), 2400e-12 / (cycles * 0.5e-9));
  EXPECT_DOUBLE_EQ(table.at(0, "share").number(), 1);
}

TEST_F(Energy, FailedPortsTakeNone) {
  auto const idle = "write_energy=0,read_energy=0,switch_energy=0,arbitration_energy=0,link_energy=0";
  auto const table = of(std::string(idle) + ",port_energy=1", "0-1");
  EXPECT_DOUBLE_EQ(energy(table, "in all"), cycles * (8 - 2 + 4) / 1e3);
}

/// The defaults at full load: five ports of 128 bits at 2 GHz take 550 mW (Salihundam et al., 2011); rounding
/// to two digits changes each part by at most a tenth.
TEST_F(Energy, DefaultsAreThoseOfTheSource) {
  flit::FlitParams const params;
  auto const per_bit =
      params.write_energy + params.read_energy + params.switch_energy + params.arbitration_energy;
  constexpr double port = 26;  // pJ per cycle, of 128 bits
  EXPECT_NEAR(5 * 2 * (128 * per_bit + port), 550, 55);
}

/// The width of a port is that of a flit: 26 pJ for each 128 bits, here of 100 bits.
TEST_F(Energy, PortsTakeEnergyByTheirWidth) {
  auto const table = of("write_energy=0.06");
  EXPECT_DOUBLE_EQ(energy(table, "ports, busy or not"), cycles * (8 + 4) * 26 * 100 / 128 / 1e3);
}

TEST_F(Energy, OptionsWithoutBitsAreRefused) {
  flit::FlitParams params;
  params.link_energy = 5;
  EXPECT_EQ(complaint_of([&] { check(params); }),
            "engine: link_energy conflicts with flit_bits=0 (no energy is computed); omit link_energy");
}

}  // namespace
}  // namespace weft::verb

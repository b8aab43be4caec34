// SPDX-License-Identifier: Apache-2.0
#include "weft/network/energy.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace weft {
namespace {

/// 4 packets of 3 flits, each over one channel of 2 m between routers, in 100 cycles of 12 ports.
constexpr NetworkActivity activity{.cycles = 100,
                                   .switched = 24,
                                   .crossings = 12,
                                   .meters = 24,
                                   .ejected = 12,
                                   .ports = 12,
                                   .flits_per_packet = 3};

Value cell(Table const& table, std::string_view cause, std::string_view column) {
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (table.at(row, "cause").exact_text() == cause) return table.at(row, column);
  return {};
}

TEST(EnergyTable, MultipliesEventsByTheirEnergies) {
  auto const table = energy_table(activity, {.flit_bits = 100,
                                             .write_energy = 1,
                                             .read_energy = 2,
                                             .switch_energy = 3,
                                             .arbitration_energy = 4,
                                             .port_energy = 7,
                                             .link_energy = 5,
                                             .meter_energy = 6});
  EXPECT_DOUBLE_EQ(cell(table, "buffer write", "energy").number(), 24 * 100 * 1 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "buffer read", "energy").number(), 24 * 100 * 2 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "switch", "energy").number(), 24 * 100 * 3 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "arbitration", "energy").number(), 24 * 100 * 4 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "channels", "energy").number(), 12 * 100 * 5 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "length of channels", "energy").number(), 24 * 100 * 6 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "channels of terminals", "energy").number(), 2 * 12 * 100 * 5 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "ports, busy or not", "energy").number(), 100 * 12 * 7 / 1e3);
  EXPECT_DOUBLE_EQ(cell(table, "sum", "energy").number(), 2.4 * 10 + 6 + 14.4 + 12 + 8.4);
}

TEST(EnergyTable, ContainsEnergyPerPacketHopAndBit) {
  auto const table = energy_table(
      activity, {.flit_bits = 100, .clock = 2, .write_energy = 1, .read_energy = 0, .link_energy = 0});
  EXPECT_DOUBLE_EQ(cell(table, "sum", "per_packet").number(), 24 * 100 / 4.0);
  EXPECT_DOUBLE_EQ(cell(table, "sum", "per_hop").number(), 24 * 100 / 12.0);
  EXPECT_DOUBLE_EQ(cell(table, "sum", "per_bit").number(), 24 * 100 / 1200.0);
  EXPECT_DOUBLE_EQ(cell(table, "sum", "power").number(), 2400e-12 / (100 * 0.5e-9));
  EXPECT_DOUBLE_EQ(cell(table, "buffer write", "share").number(), 1);
}

TEST(EnergyTable, OmitsUnknownEnergies) {
  auto const table = energy_table(activity, {.flit_bits = 100});
  for (auto const* cause : {"switch", "arbitration", "length of channels", "ports, busy or not"})
    EXPECT_EQ(cell(table, cause, "energy"), Value()) << cause;
  EXPECT_EQ(cell(table, "switch", "events").number(), 24);
  // 0.117 pJ for writing and reading a bit, 6 pJ for sending a bit: 24 flits twice, 12 + 24 channels.
  EXPECT_DOUBLE_EQ(cell(table, "sum", "energy").number(), (2 * 24 * 0.117 + 36 * 6) * 100 / 1e3);
}

/// Jouppi et al., 2021, table 2: 7.5 pJ for 64 bits; here with three digits per bit.
TEST(EnergyTable, DefaultsMatchTheSources) {
  EnergyParams const params;
  EXPECT_NEAR(64 * params.write_energy, 7.5, 64 * 0.0005);
  EXPECT_EQ(params.write_energy, params.read_energy);
}

}  // namespace
}  // namespace weft

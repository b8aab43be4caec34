// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/packet_format.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft::flit {
namespace {

PacketFormat format_of(std::int64_t packet, double flit, double header, double bandwidth = 1e9) {
  FlitParams params;
  params.packet_size = {packet};
  params.flit_bytes = flit;
  params.header_bytes = header;
  params.bandwidth = bandwidth;
  return PacketFormat(params);
}

TEST(PacketFormat, SplitsBytesIntoFlitsAndPackets) {
  auto const plain = format_of(4, 10, 0);
  for (auto const& [bytes, flits, packets] : {std::tuple{0.0, 1, 1},
                                              {1.0, 1, 1},
                                              {10.0, 1, 1},
                                              {10.5, 2, 1},
                                              {40.0, 4, 1},
                                              {41.0, 5, 2},
                                              {80.0, 8, 2},
                                              {1000.0, 100, 25}}) {
    EXPECT_EQ(plain.flits(bytes), flits) << bytes;
    EXPECT_EQ(plain.packets(plain.flits(bytes)), packets) << bytes;
  }
}

TEST(PacketFormat, EveryPacketHasAHeader) {
  auto const with_header = format_of(4, 10, 12);  // 28 bytes of a message in a packet
  for (auto const& [bytes, flits, packets] :
       {std::tuple{0.0, 2, 1}, {8.0, 2, 1}, {9.0, 3, 1}, {28.0, 4, 1}, {29.0, 6, 2}, {56.0, 8, 2}}) {
    EXPECT_EQ(with_header.flits(bytes), flits) << bytes;
    EXPECT_EQ(with_header.packets(with_header.flits(bytes)), packets) << bytes;
  }
}

TEST(PacketFormat, RoundsTimesToCyclesWithATolerance) {
  auto const format = format_of(1, 32, 0, 12.5e9);  // 2.56 ns
  EXPECT_DOUBLE_EQ(format.cycle(), 2.56e-9);
  EXPECT_EQ(format.first_cycle(2.57e-9), 2);
  EXPECT_EQ(format.last_cycle(2.55e-9), 0);
  for (std::uint64_t const cycles : {0UL, 1UL, 3UL, 1000003UL, 123456789012345UL}) {
    EXPECT_EQ(format.first_cycle(format.seconds(cycles)), cycles);
    EXPECT_EQ(format.last_cycle(format.seconds(cycles)), cycles);
  }
}

TEST(PacketFormat, RejectsMessagesThatOverflowCounters) {
  EXPECT_NE(complaint_of([] { format_of(1, 1, 0).flits(1e18); }).find("2^50"), std::string::npos);
}

}  // namespace
}  // namespace weft::flit

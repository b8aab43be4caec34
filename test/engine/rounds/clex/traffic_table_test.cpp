// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/list_traffic.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

double cell(Table const& table, std::size_t row, std::string const& column) {
  return table.at(row, column).number();
}

Table traffic(topology::Clex const& clex, Traffic const& messages, ClexOptions const& options) {
  return traffic_table(ClexMachine{clex}, options, simulate_clex(clex, messages, options, 1).measures);
}

/// A clique of 5, three messages 0 -> 1, one copy per phase. One is sent directly; each of the others, over
/// different relays since the sender assigns them in turn, is granted in phase 2: 2 requests and 2 grants.
/// Hops: 1 + 2 * 2. A node index has 3 bits, in the clique and in the machine; the only relaying phase needs
/// no counter.
TEST(TrafficTable, CountsRequestsAndAcknowledgmentsOfAClique) {
  topology::Clex const clex{{.m = 5, .levels = 1}};
  ListTraffic const messages{{{1, 1, 1}, {}, {}, {}, {}}};
  ClexOptions options;
  options.copies = Copies::fixed;
  options.copy_count = 1;
  options.payload = 100;
  auto const table = traffic(clex, messages, options);
  std::vector<std::array<double, 2>> const expected{{5, 100}, {5, 3}, {2, 3}, {2, 3}, {4, 0}};
  for (std::size_t row = 0; row < expected.size(); ++row) {
    EXPECT_EQ(cell(table, row, "number"), expected[row][0]) << row;
    EXPECT_EQ(cell(table, row, "bits"), expected[row][1]) << row;
  }
  double const all = 500 + 15 + 6 + 6;
  EXPECT_DOUBLE_EQ(cell(table, 0, "per_message"), 500.0 / 3);
  EXPECT_DOUBLE_EQ(cell(table, 2, "share"), 100 * 6 / all);
  EXPECT_DOUBLE_EQ(cell(table, 2, "share_in_cliques"), 100 * 6 / all);
}

/// Light mode: copies are messages with payload and header, and there are no requests. The hops are the hops
/// of dense mode, plus two for the copies to the relays.
TEST(TrafficTable, HasNoRequestsInLightMode) {
  topology::Clex const clex{{.m = 5, .levels = 1}};
  ListTraffic const messages{{{1, 1, 1}, {}, {}, {}, {}}};
  ClexOptions options;
  options.mode = Mode::light;
  options.copies = Copies::fixed;
  options.copy_count = 2;
  auto const table = traffic(clex, messages, options);
  // Four copies are sent to four relays, so that each is the only one for target 1 at its relay, and all are
  // forwarded.
  EXPECT_EQ(cell(table, 0, "number"), 1 + 4 + 4);
  EXPECT_EQ(cell(table, 2, "number"), 0);
  EXPECT_EQ(cell(table, 3, "number"), 4);
}

/// The machines of the paper: identifiers of 5 and 6 bits in a clique, headers of 20 and 18 bits.
TEST(TrafficTable, MatchesTheIdentifierLengthsInThePaper) {
  for (auto const& [m, levels, in_clique, header] : {std::array{32, 4, 5, 20}, {64, 3, 6, 18}}) {
    ClexMachine const machine(static_cast<std::uint32_t>(m), static_cast<std::uint32_t>(levels));
    auto const table = traffic_table(machine, {}, ClexMeasures(machine.levels));
    EXPECT_EQ(cell(table, 1, "bits"), header);
    EXPECT_EQ(cell(table, 2, "bits"), in_clique);
  }
}

}  // namespace
}  // namespace weft::rounds

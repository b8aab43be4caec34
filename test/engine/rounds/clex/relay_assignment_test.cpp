// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "support/chi_square.hpp"
#include "weft/engine/rounds/clex/assignment.hpp"

namespace weft::rounds {
namespace {

constexpr double relay_improbable =
    1e-6;  ///< probability that a correct assignment fails, per test and clique size

TEST(ChiSquareTail, MatchesTabulatedQuantiles) {  // Abramowitz & Stegun, table 26.8
  EXPECT_NEAR(chi_square_tail(3.84146, 1), 0.05, 1e-6);
  EXPECT_NEAR(chi_square_tail(18.3070, 10), 0.05, 1e-6);
  EXPECT_NEAR(chi_square_tail(124.342, 100), 0.05, 1e-6);
  EXPECT_NEAR(chi_square_tail(3.94030, 10), 0.95, 1e-6);
  EXPECT_NEAR(chi_square_tail(59.7031, 30), 0.001, 1e-8);
}

class RelayPermutations : public testing::TestWithParam<std::uint32_t> {
 protected:
  /// Calls visit(assigned) after each of `phases` phases; assigned[sender]: the relays of two permutations,
  /// in order.
  template <class Visit>
  void for_each_phase(std::uint32_t phases, Visit visit) {
    std::uint32_t const m = GetParam();
    RelayAssignment assignment{m};
    std::vector<std::vector<std::uint32_t>> assigned(m);
    for (std::uint32_t phase = 0; phase < phases; ++phase) {
      Rng rng{7, Purpose::relay, phase, 2};
      assignment.start_phase();
      for (auto& of_sender : assigned) of_sender.clear();
      for (std::uint32_t a = 0; a < 2 * m; ++a)
        for (std::uint32_t sender = 0; sender < m; ++sender)
          assigned[sender].push_back(assignment.next_relay(sender, static_cast<std::uint32_t>(rng() >> 32)));
      visit(assigned);
    }
  }
};

TEST_P(RelayPermutations, UseEachRelayOncePerPermutation) {
  std::uint32_t const m = GetParam();
  for_each_phase(20, [&](auto const& assigned) {
    for (auto const& relays : assigned)
      for (auto begin : {relays.begin(), relays.begin() + m})
        ASSERT_EQ(std::set<std::uint32_t>(begin, begin + m).size(), m);
  });
}

/// N random permutation matrices: the cells of their sum have covariances that make (m-1)/m times Pearson's
/// statistic a chi-square variable with (m-1)^2 degrees of freedom.
TEST_P(RelayPermutations, AssignPositionsUniformlyForEverySender) {
  std::uint32_t const m = GetParam(), phases = 20 * m;
  std::vector<std::vector<double>> count(m, std::vector<double>(2 * m * m));
  for_each_phase(phases, [&](auto const& assigned) {
    for (std::uint32_t sender = 0; sender < m; ++sender)
      for (std::uint32_t a = 0; a < 2 * m; ++a) ++count[sender][a * m + assigned[sender][a]];
  });
  double const cells = m - 1.0;
  for (std::uint32_t sender = 0; sender < m; ++sender)
    EXPECT_GT(chi_square_tail(pearson(count[sender], 20) * cells / m, 2 * cells * cells),
              relay_improbable / m)
        << sender;
}

TEST_P(RelayPermutations, PairConsecutiveRelaysUniformly) {
  std::uint32_t const m = GetParam(), phases = 20 * m;
  std::vector<double> within(std::size_t{m} * m), across(within), between(within);
  for_each_phase(phases, [&](auto const& assigned) {
    for (std::uint32_t sender = 0; sender < m; ++sender) {
      auto const& relay = assigned[sender];
      // pairs within a permutation: never equal
      ++within[relay[0] * m + relay[1]];
      ++across[relay[m - 1] * m + relay[m]];                            // pairs from two permutations
      ++between[relay[m / 2] * m + assigned[(sender + 1) % m][m / 2]];  // pairs from two senders
    }
  });
  double const total = static_cast<double>(phases) * m, pairs = double{1} * m * (m - 1);
  std::vector<double> unequal;
  for (std::uint32_t cell = 0; cell < m * m; ++cell) {
    if (cell / m != cell % m)
      unequal.push_back(within[cell]);
    else
      EXPECT_EQ(within[cell], 0);
  }
  EXPECT_GT(chi_square_tail(pearson(unequal, total / pairs), pairs - 1), relay_improbable);
  EXPECT_GT(chi_square_tail(pearson(across, total / (m * m)), double{1} * m * m - 1), relay_improbable);
  EXPECT_GT(chi_square_tail(pearson(between, total / (m * m)), double{1} * m * m - 1), relay_improbable);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RelayPermutations, testing::Values(2, 5, 32, 64, 65));

}  // namespace
}  // namespace weft::rounds

// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/dumpi_call.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

using By = CreatedCommunicator::By;

TEST(Communicators, SplitByColorAndKey) {
  std::vector<std::vector<CreatedCommunicator>> created_communicators(4);
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    created_communicators[rank].push_back(
        {.by = By::split, .participates = rank != 3, .color = rank % 2, .key = 4 - rank});
    if (rank % 2 == 0) created_communicators[rank].push_back({.of = 2});  // a copy of the first part
  }
  auto const all = make_communicators(created_communicators);
  EXPECT_EQ(all.members, (std::vector<std::vector<std::uint32_t>>{{0, 1, 2, 3}, {}, {2, 0}, {1}, {2, 0}}));
  EXPECT_EQ(all.of_rank[0], (std::vector<std::uint32_t>{0, 1, 2, 4}));
  EXPECT_EQ(all.of_rank[1], (std::vector<std::uint32_t>{0, 1, 3}));
}

TEST(Communicators, PreserveTheOrderOfTheirGroup) {
  std::vector<std::vector<CreatedCommunicator>> created_communicators(3);
  for (std::uint32_t rank = 0; rank < 3; ++rank)
    created_communicators[rank].push_back({.by = By::members, .participates = rank != 1, .members = {2, 0}});
  EXPECT_EQ(make_communicators(created_communicators).members.back(), (std::vector<std::uint32_t>{2, 0}));
}

TEST(Communicators, RequireCallsOfAllRanks) {
  std::vector<std::vector<CreatedCommunicator>> created_communicators(2);
  created_communicators[0].push_back({.place = "file:7:1"});
  EXPECT_EQ(complaint_of([&] { make_communicators(created_communicators); }),
            "file:7:1: only some ranks of a communicator create this communicator");
  created_communicators[1].push_back({.by = By::split, .place = "other:3:1"});
  EXPECT_EQ(complaint_of([&] { make_communicators(created_communicators); }),
            "file:7:1: ranks create communicators with different calls (other:3:1)");
  created_communicators[1].front() = {.of = 5, .place = "other:3:1"};
  EXPECT_EQ(complaint_of([&] { make_communicators(created_communicators); }),
            "other:3:1: the communicator does not contain the rank");
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/core/memory.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(Memory, RejectsOnlyRequestsAboveTheUsableMemory) {
  EXPECT_GT(usable_memory(), std::uint64_t{1} << 28);
  EXPECT_NO_THROW(require_memory(usable_memory(), "this"));
  EXPECT_THROW(require_memory(usable_memory() + 1, "this"), InputError);
}

TEST(Memory, ReturnsAPlausibleL2CacheSize) {
  EXPECT_GE(l2_cache_size(), std::uint64_t{1} << 16);
  EXPECT_LE(l2_cache_size(), std::uint64_t{1} << 28);
}

TEST(Memory, ErrorsStateTheSubjectAndTheAmount) {
  auto const complaint = complaint_of([] { require_memory(std::uint64_t{1} << 60, "2 messages"); });
  EXPECT_NE(complaint.find("2 messages needs 1.15e+09 GB of memory"), std::string::npos) << complaint;
}

TEST(Memory, ErrorsStateTheRemedy) {
  auto const rejection = rejection_of([] { require_memory(std::uint64_t{1} << 60, "this", "take less"); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->suggestion, "take less");
}

TEST(Memory, ReportsTheAmountsOfAFailedAllocation) {
  auto const line = out_of_memory();
  EXPECT_TRUE(line.starts_with("out of memory (Weft used ")) << line;
  EXPECT_NE(line.find(" are usable)"), std::string::npos) << line;
}

}  // namespace
}  // namespace weft

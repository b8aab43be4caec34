// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "weft/collective/lists.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

using ByteList = std::vector<std::uint64_t>;

TEST(MessageSizes, ParseListsAndSweeps) {
  EXPECT_EQ(read_message_sizes("512"), ByteList{512});
  EXPECT_EQ(read_message_sizes("0"), ByteList{0});
  EXPECT_EQ(read_message_sizes("64k"), ByteList{64'000});
  EXPECT_EQ(read_message_sizes("1Mi"), ByteList{1 << 20});
  EXPECT_EQ(read_message_sizes("64MB,64MiB,1e3"), (ByteList{1000, 64'000'000, 64 << 20}));
  EXPECT_EQ(read_message_sizes("1G,1k,1000"), (ByteList{1000, 1'000'000'000}));
  EXPECT_EQ(read_message_sizes("1k..8k"), (ByteList{1000, 2000, 4000, 8000}));
  EXPECT_EQ(read_message_sizes("3..20,7"), (ByteList{3, 6, 7, 12, 20}));
}

TEST(MessageSizes, RejectInvalidSizes) {
  for (auto const* text : {"", "1.5", "-1", "k", "1KW", "1k..", "..1k", "0..1k", "2k..1k", "1,,2",
                           "9007199254740993", "99999999999999999999", "8000T..9000T,10000T", "1k...4k"})
    EXPECT_THROW(read_message_sizes(text), InputError) << text;
}

}  // namespace
}  // namespace weft::collective

#include "weft/traffic/uniform_words.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"

namespace weft {
namespace {

TEST(UniformWords, BatchesAgreeWithSingleCalls) {
  UniformWords const words(7, TrafficStream::destination);
  for (std::uint64_t const bound :
       {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1000000007}, std::uint64_t{1} << 32}) {
    std::vector<std::uint32_t> batch(333);
    words.below(bound, std::uint64_t{5} << 40, batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      ASSERT_EQ(batch[i], words.below(bound, (std::uint64_t{5} << 40) + i));
      ASSERT_LT(batch[i], bound);
    }
  }
}

TEST(UniformWords, IsTheUpperHalfOfTheProduct) {
  UniformWords const words(8, TrafficStream::choice);
  for (std::uint64_t const bound : {std::uint64_t{10}, std::uint64_t{4000000000}, std::uint64_t{1} << 32})
    for (std::uint64_t i = 0; i < 100; ++i)
      EXPECT_EQ(words.below(bound, i),
                static_cast<std::uint64_t>(static_cast<unsigned __int128>(words(i)) * bound >> 64));
}

// 2^32 is not near a multiple of 3,000,000,000: 32 random bits would favour one third of the values.
TEST(UniformWords, LargeBoundsAreNotBiased) {
  UniformWords const words(9, TrafficStream::destination);
  std::vector<std::uint32_t> values(3000000);
  words.below(3000000000, 0, values);
  std::vector<std::uint64_t> residues(3), thousandths(1000);
  for (auto const value : values) {
    ++residues[value % 3];
    ++thousandths[value / 3000000];
  }
  EXPECT_GT(goodness_of_fit(residues), 1e-5);
  EXPECT_GT(goodness_of_fit(thousandths), 1e-5);
}

TEST(UniformWords, SeedsAndStreamsDiffer) {
  UniformWords const words(1, TrafficStream::destination), other_seed(2, TrafficStream::destination),
      other_stream(1, TrafficStream::load);
  int same = 0;
  for (std::uint64_t i = 0; i < 1000; ++i)
    same += (words(i) == other_seed(i)) + (words(i) == other_stream(i));
  EXPECT_EQ(same, 0);
}

}  // namespace
}  // namespace weft

#include "weft/core/memory.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(Memory, RefusesOnlyWhatTheMachineLacks) {
  EXPECT_GT(usable_memory(), std::uint64_t{1} << 28);
  EXPECT_NO_THROW(require_memory(usable_memory(), "this"));
  EXPECT_THROW(require_memory(usable_memory() + 1, "this"), InputError);
}

TEST(Memory, SaysWhatNeedsHowMuch) {
  try {
    require_memory(std::uint64_t{1} << 60, "2 messages");
    FAIL();
  } catch (InputError const& error) {
    EXPECT_NE(std::string(error.what()).find("2 messages needs 1.15e+09 GB of memory"), std::string::npos)
        << error.what();
  }
}

TEST(Memory, SaysWhatToDo) {
  try {
    require_memory(std::uint64_t{1} << 60, "this", "take less");
    FAIL();
  } catch (InputError const& error) { EXPECT_EQ(error.suggestion, "take less"); }
}

TEST(Memory, AFailedAllocationNamesTheAmounts) {
  auto const line = out_of_memory();
  EXPECT_TRUE(line.starts_with("out of memory (Weft held ")) << line;
  EXPECT_NE(line.find(" GB, there are "), std::string::npos) << line;
}

}  // namespace
}  // namespace weft

#include "weft/core/memory.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(Memory, RefusesOnlyWhatTheMachineLacks) {
  EXPECT_GT(physical_memory(), std::uint64_t{1} << 28);
  EXPECT_NO_THROW(require_memory(physical_memory(), "this"));
  EXPECT_THROW(require_memory(physical_memory() + 1, "this"), InputError);
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

}  // namespace
}  // namespace weft

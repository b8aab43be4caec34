#include "weft/core/log.hpp"

#include <string>

#include <gtest/gtest.h>

namespace weft {
namespace {

std::string said_at(LogLevel level) {
  set_log_level(level);
  testing::internal::CaptureStderr();
  warn("50 {} links");
  info("reading");
  set_log_level(LogLevel::warnings);
  return testing::internal::GetCapturedStderr();
}

TEST(LogTest, SaysWhatTheLevelAllows) {
  EXPECT_EQ(said_at(LogLevel::quiet), "");
  EXPECT_EQ(said_at(LogLevel::warnings), "weft: warning: 50 {} links\n");
  EXPECT_EQ(said_at(LogLevel::all), "weft: warning: 50 {} links\nweft: info: reading\n");
}

}  // namespace
}  // namespace weft

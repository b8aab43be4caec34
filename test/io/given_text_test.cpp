// SPDX-License-Identifier: Apache-2.0
#include "weft/io/given_text.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

TEST(GivenText, IsReadableWhileACopyExists) {
  std::optional<GivenText> first{std::in_place, "list.txt", "0 1\n"};
  auto const path = first->path();
  auto copy = std::optional(*first);
  first.reset();
  EXPECT_TRUE(file_exists(path));
  EXPECT_EQ(read_file(path), "0 1\n");
  EXPECT_EQ(path.filename(), "list.txt");
  copy.reset();
  EXPECT_FALSE(file_exists(path));
  EXPECT_THROW(read_file(path), InputError);
}

TEST(GivenText, DerivesThePathFromNameAndText) {
  GivenText const text("a.mtx", "1"), again("a.mtx", "1"), name("b.mtx", "1"), other("a.mtx", "2");
  EXPECT_EQ(text.path(), again.path());
  EXPECT_NE(text.path(), name.path());
  EXPECT_NE(text.path(), other.path());
  EXPECT_EQ(read_file(other.path()), "2");
}

TEST(GivenText, RemainsReadableWhenAnEqualTextIsReleased) {
  GivenText const text("a.txt", "1");
  { GivenText const again("a.txt", "1"); }
  EXPECT_EQ(read_file(text.path()), "1");
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/booksim_configuration.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

TEST(Booksim, ReadsSettings) {
  auto const settings =
      parse_booksim("// a comment\nk = 8; n=2;\n  traffic = \"uniform\"; // more\nk = 4;\n", "f");
  ASSERT_EQ(settings.size(), 3U);
  EXPECT_EQ(settings[0].key, "k");
  EXPECT_EQ(settings[0].value, "4");
  EXPECT_EQ(settings[0].place, "f:4:1");
  EXPECT_EQ(settings[1].place, "f:2:8");
  EXPECT_EQ(settings[2].value, "uniform");
}

TEST(Booksim, RejectsMalformedText) {
  auto const rejected = [](std::string const& text) {
    return complaint_of([&] { parse_booksim(text, "f"); });
  };
  EXPECT_EQ(rejected("k 8;"), "f:1:3: expected '=' after 'k' (settings have the form key = value;)");
  EXPECT_EQ(rejected("k = 8\nn = 2;"),
            "f:1:5: expected a value and ';' on the same line (settings have the form key = value;)");
  EXPECT_EQ(rejected("n = 2;\n= 8;"), "f:2:1: expected a key (settings have the form key = value;)");
  EXPECT_EQ(rejected("k = ;"), "f:1:5: expected a value (settings have the form key = value;)");
}

}  // namespace
}  // namespace weft

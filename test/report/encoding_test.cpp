// SPDX-License-Identifier: Apache-2.0
#include "weft/report/encoding.hpp"

#include <gtest/gtest.h>

namespace weft::report {
namespace {

/// The digits of Ascii85 begin at '!', the digits of base85 at '('.
std::string from_ascii85(std::string text) {
  for (auto& c : text) {
    c = static_cast<char>(c + '(' - '!');
    if (c == '<') c = '!';
  }
  return text;
}

TEST(Base85Test, MatchesAscii85ExceptForDigits) {
  EXPECT_EQ(base85(""), "");
  EXPECT_EQ(base85("Man "), from_ascii85("9jqo^"));
  EXPECT_EQ(base85("Man is distinguished"), from_ascii85("9jqo^BlbD-BleB1DJ+*+F(f,q"));
  EXPECT_EQ(base85("pleasure."), from_ascii85("E,9)oF*2M7/c"));
}

TEST(Base85Test, NeverEndsTheScript) {
  std::string bytes;
  for (int high = 0; high < 256; ++high)
    for (int low = 0; low < 256; ++low) bytes += {static_cast<char>(high), static_cast<char>(low)};
  EXPECT_EQ(base85(bytes).find('<'), std::string::npos);
}

}  // namespace
}  // namespace weft::report

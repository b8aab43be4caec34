#include "weft/io/slurm/configuration_line.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

/// The settings of all lines as line:column:key=value.
std::string settings_in(std::string_view text) {
  std::string result;
  ConfigurationLines lines(text, "f");
  while (lines.next())
    while (auto const it = lines.setting()) {
      auto const key = lines.place(it->key_at), value = lines.place(it->value_at);
      result += fmt::format("{}:{} {}={} {}:{};", key.line, key.column, it->key, it->value, value.line,
                            value.column);
    }
  return result;
}

TEST(ConfigurationLines, HaveSettings) {
  EXPECT_EQ(settings_in("# no\n\n A=b C = \"d e\"\tF=g#h=i\r\n"),
            "3:2 A=b 3:4;3:6 C=d e 3:11;3:16 F=g 3:18;");
  EXPECT_EQ(settings_in(""), "");
}

TEST(ConfigurationLines, AreContinued) {
  EXPECT_EQ(settings_in("A=b,\\\nc \\ # comment\n  D=e\nF=g\n"), "1:1 A=b,c 1:3;3:3 D=e 3:5;4:1 F=g 4:3;");
  EXPECT_EQ(settings_in("A=b\\"), "1:1 A=b 1:3;");
}

TEST(ConfigurationLines, NameThePlaceOfTheOffence) {
  auto const refusal = [](std::string_view text) { return complaint_of([&] { settings_in(text); }); };
  std::string const shape = " (a line is `SwitchName=s Nodes=a[1-3]` or `SwitchName=s Switches=t,u`)";
  EXPECT_EQ(refusal("A=b \\\nhello C=d\n"), "f:2:1: unexpected 'hello'" + shape);
  EXPECT_EQ(refusal("=b\n"), "f:1:1: unexpected '=b'" + shape);
  EXPECT_EQ(refusal("A\n"), "f:1:1: unexpected 'A'" + shape);
  EXPECT_EQ(refusal("A=\"b\"c\n"), "f:1:6: unexpected 'c'" + shape);
  EXPECT_EQ(refusal("A=\"b\n"), "f:1:3: no closing quote");
  EXPECT_EQ(refusal("A= \n"), "f:1:3: no value of A");
  EXPECT_EQ(refusal("A=\"\"\n"), "f:1:4: no value of A");
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/core/spec.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

std::string spec_complaint(std::string_view text) {
  return rejection_of([&] { Spec::parse(text); }).value().why;
}

TEST(SpecTest, ReadsNameAndArguments) {
  EXPECT_EQ(Spec::parse("torus"), (Spec{"torus", {}}));
  EXPECT_EQ(Spec::parse("clex:m=32,levels=4"), (Spec{"clex", {{"m", "32"}, {"levels", "4"}}}));
  EXPECT_EQ(Spec::parse(" torus : sides = 8x8 , doubled=true "),
            (Spec{"torus", {{"sides", "8x8"}, {"doubled", "true"}}}));
}

TEST(SpecTest, KeepsQuotedCommasAndEscapes) {
  EXPECT_EQ(Spec::parse(R"(file:path="a,b \"c\" \\ \d")").arguments.at(0).value, R"(a,b "c" \ \d)");
  EXPECT_EQ(Spec::parse(R"(file:path="")").arguments.at(0).value, "");
}

TEST(SpecTest, KeepsNestedBrackets) {
  Spec const spec = Spec::parse("failed:of=[failed:of=[torus:sides=8x8,doubled=true],links=0.1],links=0.05");
  ASSERT_EQ(spec.arguments.size(), 2u);
  EXPECT_EQ(spec.arguments[0].value, "[failed:of=[torus:sides=8x8,doubled=true],links=0.1]");
  EXPECT_EQ(spec.arguments[1].value, "0.05");
}

TEST(SpecTest, AcceptsAFirstValueWithoutAName) {
  EXPECT_EQ(Spec::parse("torus:8x8"), (Spec{"torus", {{"", "8x8"}}}));
  EXPECT_EQ(Spec::parse("torus: 8x8 , doubled=true"), (Spec{"torus", {{"", "8x8"}, {"doubled", "true"}}}));
  EXPECT_EQ(Spec::parse("file:a/b-c.net,format=metis"),
            (Spec{"file", {{"", "a/b-c.net"}, {"format", "metis"}}}));
  EXPECT_EQ(Spec::parse("torus:sides"), (Spec{"torus", {{"", "sides"}}}));
  EXPECT_EQ(Spec::parse("x:\"a=b\""), (Spec{"x", {{"", "a=b"}}}));
  EXPECT_EQ((Spec{"torus", {{"", "8x8"}, {"doubled", "true"}}}).to_string(), "torus:8x8,doubled=true");
  EXPECT_EQ((Spec{"x", {{"", "a=b"}}}).to_string(), "x:\"a=b\"");
  EXPECT_EQ(parse_nested("[torus:8x8,mesh:4,ring]"),
            (std::vector<Spec>{{"torus", {{"", "8x8"}}}, {"mesh", {{"", "4"}}}, {"ring", {}}}));
  EXPECT_EQ(spec_complaint("torus:=8"), "column 7: expected a parameter name");
  EXPECT_EQ(spec_complaint("torus:,a=1"), "column 7: expected a parameter name");
  EXPECT_EQ(spec_complaint("torus:8x8,4x4=2"),
            "column 14: unexpected '=' in a value: put the value in quotes, or a spec in brackets");
}

TEST(SpecTest, NumbersAfterACommaContinueTheValue) {
  EXPECT_EQ(Spec::parse("torus:sides=8,8,doubled=true"),
            (Spec{"torus", {{"sides", "8,8"}, {"doubled", "true"}}}));
  EXPECT_EQ(Spec::parse("torus:8, 8,4"), (Spec{"torus", {{"", "8,8,4"}}}));
  EXPECT_EQ(parse_nested("[torus:sides=8,8,mesh]"),
            (std::vector<Spec>{{"torus", {{"sides", "8,8"}}}, {"mesh", {}}}));
  EXPECT_EQ(spec_complaint("a:b=[c],8"), "column 9: expected a parameter name");
  EXPECT_EQ(spec_complaint("torus:sides=8,"), "column 15: expected a parameter name");
}

TEST(SpecTest, BracketsAfterTextBelongToTheValue) {
  EXPECT_EQ(Spec::parse("hosts:file=node[1-4,7],x=1"),
            (Spec{"hosts", {{"file", "node[1-4,7]"}, {"x", "1"}}}));
  EXPECT_EQ(Spec::parse("hosts:node[1-4,7]b"), (Spec{"hosts", {{"", "node[1-4,7]b"}}}));
  EXPECT_EQ(spec_complaint("a:b=c[d"), "column 6: '[' is never closed");
}

TEST(SpecTest, AFirstValueWithoutAKeyMayBeAList) {
  EXPECT_EQ(Spec::parse("hosts:node[02-03],node07"), (Spec{"hosts", {{"", "node[02-03],node07"}}}));
  EXPECT_EQ(Spec::parse("hosts:node01:4, a.b-c:2,7,x=1"),
            (Spec{"hosts", {{"", "node01:4,a.b-c:2,7"}, {"x", "1"}}}));
  EXPECT_EQ(Spec::parse(Spec::parse("hosts:a,b").to_string()), (Spec{"hosts", {{"", "a,b"}}}));
  EXPECT_EQ(parse_nested("[torus:8,mesh]"), (std::vector<Spec>{{"torus", {{"", "8"}}}, {"mesh", {}}}));
  EXPECT_EQ(spec_complaint("hosts:a,x=1,b"), "column 14: expected '=' after 'b'");
}

TEST(SpecTest, ErrorsStateTheColumn) {
  EXPECT_EQ(spec_complaint(""), "column 1: expected a name");
  EXPECT_EQ(spec_complaint("8x8"), "column 1: expected a name");
  EXPECT_EQ(spec_complaint("torus:"), "column 7: expected a parameter name");
  EXPECT_EQ(spec_complaint("torus:sides="), "column 13: expected a value for 'sides'");
  EXPECT_EQ(spec_complaint("torus:sides=8,"), "column 15: expected a parameter name");
  EXPECT_EQ(spec_complaint("torus:sides=8,mesh"), "column 19: expected '=' after 'mesh'");
  EXPECT_EQ(spec_complaint("torus,mesh"), "column 6: expected ':' or the end after the name");
  EXPECT_EQ(spec_complaint("torus sides=8"), "column 7: expected ':' or the end after the name");
  EXPECT_EQ(spec_complaint("a:b=\"c"), "column 5: the quote is never closed");
  EXPECT_EQ(spec_complaint("a:b=[c"), "column 5: '[' is never closed");
  EXPECT_EQ(spec_complaint("a:b=[c]d"), "column 8: expected ','");
  EXPECT_EQ(spec_complaint("a:b=torus:sides=8"),
            "column 16: unexpected '=' in a value: put the value in quotes, or a spec in brackets");
}

TEST(SpecTest, NestedListsDistinguishArgumentsFromSpecs) {
  EXPECT_EQ(parse_nested("[torus:sides=8x8,mesh]"),
            (std::vector<Spec>{{"torus", {{"sides", "8x8"}}}, {"mesh", {}}}));
  EXPECT_EQ(
      parse_nested("[torus:sides=8x8,doubled=true, mesh:sides=4]"),
      (std::vector<Spec>{{"torus", {{"sides", "8x8"}, {"doubled", "true"}}}, {"mesh", {{"sides", "4"}}}}));
  EXPECT_EQ(parse_nested("[a:of=[b:c=d,e=f],g]"),
            (std::vector<Spec>{{"a", {{"of", "[b:c=d,e=f]"}}}, {"g", {}}}));
  EXPECT_TRUE(parse_nested("[ ]").empty());
  EXPECT_THROW(parse_nested("torus"), InputError);
  EXPECT_THROW(parse_nested("[torus] x"), InputError);
  EXPECT_THROW(parse_nested("[torus,]"), InputError);
  EXPECT_THROW(parse_nested("[torus,sides=8]"), InputError);
}

rc::Gen<std::string> word() {
  return rc::gen::map(rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcxyz_019"))),
                      [](std::string const& tail) { return "k" + tail; });
}

rc::Gen<Spec> any_spec() {
  auto const value = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab9,=:\"\\[] x")));
  auto const argument = rc::gen::construct<Spec::Argument>(word(), value);
  return rc::gen::construct<Spec>(word(), rc::gen::container<std::vector<Spec::Argument>>(argument));
}

RC_GTEST_PROP(SpecProperty, RoundTripsSpecs, ()) {
  Spec const spec = *any_spec();
  RC_ASSERT(Spec::parse(spec.to_string()) == spec);
}

RC_GTEST_PROP(SpecProperty, RoundTripsNestedSpecs, ()) {
  auto const specs = *rc::gen::container<std::vector<Spec>>(any_spec());
  std::string text;
  for (Spec const& spec : specs) text += (text.empty() ? "" : ",") + spec.to_string();
  RC_ASSERT(parse_nested("[" + text + "]") == specs);
}

RC_GTEST_PROP(SpecProperty, ParsesOrRejectsAnyText, ()) {
  auto const text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab:=,\"\\[] ")));
  try {
    Spec const spec = Spec::parse(text);
    RC_ASSERT(Spec::parse(spec.to_string()) == spec);
  } catch (InputError const&) {}
}

TEST(SpecTest, AcceptsASingleSpecInBrackets) {
  EXPECT_EQ(parse_one("of", "a:b=1", "pattern"), parse_one("of", "[a:b=1]", "pattern"));
  for (auto const* value : {"[]", "[a,b]"})
    EXPECT_EQ(complaint_of([&] { parse_one("of", value, "pattern"); }),
              std::string("of=") + value + " (must be one pattern)");
}

}  // namespace
}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/io/json.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

Result example() {
  Result result;
  result.scenario = {{"topology", "clex:m=32"}, {"engine", "rounds"}};
  result.version = "0.1.0";
  result.seed = std::numeric_limits<std::uint64_t>::max();
  result.host = "here \"quoted\" Ä";
  result.threads = 2;
  result.timings = {{"simulate", 0.5}, {"build", 1.0 / 3}};
  result.tables = {Table{"t", "Title", {{"a", "ns", "delay", 2}, {"b"}}, {}}, Table{"empty", "", {}, {}}};
  result.tables[0].rows = {{1, 1.0}, {{}, "text"}, {0.1, -std::numeric_limits<double>::infinity()}};
  result.notes = {"nothing was lost"};
  result.answer = "42";
  return result;
}

std::string json_complaint(std::string_view text) {
  return complaint_of([&] { parse_result(text, "r.json"); });
}

TEST(ResultJsonTest, RoundTrips) { EXPECT_EQ(parse_result(result_json(example()), "r.json"), example()); }

TEST(ResultJsonTest, PreservesDigestsAndPriorities) {
  auto result = example();
  EXPECT_EQ(result_json(result).find("digest"), std::string::npos) << "defaults are not written";
  result.tables[0].digest = {Digest::Role::detail, {2, 0}};
  result.tables[0].columns[0].priority = Priority::high;
  result.tables[0].columns[1].priority = Priority::low;
  auto text = result_json(result);
  auto const read = parse_result(text, "r.json");
  EXPECT_EQ(read.tables[0].digest.role, Digest::Role::detail);
  EXPECT_EQ(read.tables[0].digest.rows, (std::vector<std::size_t>{2, 0}));
  EXPECT_EQ(read.tables[0].columns[0].priority, Priority::high);
  EXPECT_EQ(read.tables[0].columns[1].priority, Priority::low);
  EXPECT_EQ(read.tables[1].digest.role, Digest::Role::automatic);
  auto wrong = text;
  wrong.replace(wrong.find("[2,0]"), 5, "[3,0]");
  EXPECT_EQ(json_complaint(wrong), "r.json: the digest of table t refers to a missing row");
  text.replace(text.find("detail"), 6, "strange");
  EXPECT_EQ(json_complaint(text), "r.json: strange (must be one of the names of the format)");
}

TEST(ResultJsonTest, WritesOneLinePerRow) {
  std::string const text = result_json(example());
  EXPECT_NE(text.find("\n        [1,1.0],\n        [null,\"text\"],\n        [0.1,\"-inf\"]\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\"run\": \"" + run_id(example())), std::string::npos);
}

TEST(ResultJsonTest, PreservesNaN) {
  Result result = example();
  result.tables[0].rows[0][0] = std::nan("");
  Value const value = parse_result(result_json(result), "r.json").tables[0].rows[0][0];
  EXPECT_TRUE(value.is_number() && std::isnan(value.number()));
}

TEST(ResultJsonTest, RejectsOtherFiles) {
  EXPECT_EQ(json_complaint("{}"), "r.json: the file is not a Weft result (key 'scenario' not found)");
  EXPECT_TRUE(json_complaint("{\n  \"scen")
                  .starts_with("r.json: the file is not a Weft result (parse error at line 2, column 8"));
  EXPECT_TRUE(json_complaint("[1]").starts_with("r.json: the file is not a Weft result (cannot use at()"));
  std::string text = result_json(example());
  text.replace(text.find("[1,1.0]"), 7, "[1]");
  EXPECT_EQ(json_complaint(text), "r.json: a row of table t is incomplete");
}

RC_GTEST_PROP(ResultJsonProperty, NumbersAndTextRoundTrip, (double number, std::int64_t whole)) {
  Result result = example();
  auto const text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"\\\n\t{}[]")));
  result.tables[0].rows = {{number, whole}, {text, text}};
  result.notes = {text};
  RC_ASSERT(parse_result(result_json(result), "r.json") == result);
}

TEST(JsonFieldsTest, ReadsPlainValuesAsText) {
  auto const fields = parse_json_fields(R"({"request": "show:topology=\"a\"", "figures": true, "id": 12})");
  EXPECT_EQ(fields, (std::vector<Spec::Argument>{
                        {"request", "show:topology=\"a\""}, {"figures", "true"}, {"id", "12"}}));
  EXPECT_TRUE(parse_json_fields("{}").empty());
}

TEST(JsonFieldsTest, RejectsOtherText) {
  for (auto const* text : {"", "[]", "{", "3", R"({"a": [1]})", R"({"a": {}})", R"({"a": null})"})
    EXPECT_THROW(parse_json_fields(text), InputError) << text;
}

}  // namespace
}  // namespace weft

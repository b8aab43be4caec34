#include "weft/io/json_fields.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(JsonFieldsTest, ReadsPlainValuesAsText) {
  auto const fields = parse_json_fields(R"({"request": "show:topology=\"a\"", "figures": true, "id": 12})");
  EXPECT_EQ(fields, (std::vector<Spec::Argument>{
                        {"request", "show:topology=\"a\""}, {"figures", "true"}, {"id", "12"}}));
  EXPECT_TRUE(parse_json_fields("{}").empty());
}

TEST(JsonFieldsTest, RefusesOtherText) {
  for (auto const* text : {"", "[]", "{", "3", R"({"a": [1]})", R"({"a": {}})", R"({"a": null})"})
    EXPECT_THROW(parse_json_fields(text), InputError) << text;
}

}  // namespace
}  // namespace weft

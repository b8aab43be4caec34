// SPDX-License-Identifier: Apache-2.0
#include "weft/io/json_text.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft {

JsonText::JsonText(double number) : text_(std::isfinite(number) ? fmt::format("{}", number) : "null") {}

JsonText::JsonText(std::string_view text)
    : text_(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {}

JsonText JsonText::verbatim(std::string json) {
  JsonText out;
  out.text_ = std::move(json);
  return out;
}

JsonText JsonText::object(std::initializer_list<Member> members) {
  JsonText out;
  out.text_ = "{}";
  for (auto const& [key, value] : members) out.add(key, value);
  return out;
}

JsonText JsonText::array(std::vector<JsonText> const& items) {
  JsonText out;
  out.text_ = "[";
  for (auto const& item : items) {
    if (out.text_.size() > 1) out.text_ += ',';
    out.text_ += item.text_;
  }
  out.text_ += ']';
  return out;
}

JsonText& JsonText::add(std::string_view key, JsonText const& value) {
  text_.pop_back();
  if (text_.size() > 1) text_ += ',';
  text_ += JsonText(key).text_ + ':' + value.text_ + '}';
  return *this;
}

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

/// A JSON value, serialized during construction: without spaces, with members in the order in which they are
/// added. Equal values have equal bytes.
class JsonText {
 public:
  using Member = std::pair<std::string_view, JsonText>;

  JsonText() : text_("null") {}
  /// Formats a number with full precision; null if it is not finite.
  JsonText(double number);  // NOLINT(google-explicit-constructor)
  template <std::integral Int>
    requires(!std::same_as<Int, bool>)
  JsonText(Int number) : text_(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)
  JsonText(std::same_as<bool> auto truth)
      : text_(truth ? "true" : "false") {}  // NOLINT(google-explicit-constructor)
  /// Writes a string; invalid UTF-8 becomes U+FFFD.
  JsonText(std::string_view text);  // NOLINT(google-explicit-constructor)
  JsonText(std::string const& text)
      : JsonText(std::string_view(text)) {}                         // NOLINT(google-explicit-constructor)
  JsonText(char const* text) : JsonText(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)

  /// Wraps existing JSON unchanged.
  static JsonText verbatim(std::string json);
  static JsonText object(std::initializer_list<Member> members);
  static JsonText array(std::vector<JsonText> const& items);
  template <class T>
  static JsonText array_of(std::vector<T> const& items) {
    return array({items.begin(), items.end()});
  }

  /// Adds a member to an object.
  JsonText& add(std::string_view key, JsonText const& value);

  std::string const& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace weft

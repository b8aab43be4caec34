// SPDX-License-Identifier: Apache-2.0
#include "weft/core/spec.hpp"

#include <cctype>

#include "weft/core/error.hpp"

namespace weft {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
/// Returns whether c may occur in a name. Names in the literature also contain - and +, as in fat-tree and
/// dragonfly+.
bool is_word(char c) {
  return is_letter(c) || c == '-' || c == '+' || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

constexpr std::string_view needs_quotes = ",=\"[]";

/// Parses a spec from left to right. Every error states the column (from 1) of the invalid character.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Spec one() { return list(false).front(); }

  std::vector<Spec> bracketed() {
    if (!next_is('[')) fail("expected '['", at_);
    std::size_t const end = closing_bracket(at_++);
    std::size_t const after = text_.find_first_not_of(" \t\n\r", end + 1);
    if (after != std::string_view::npos) fail("unexpected text after ']'", after);
    end_ = end;
    skip_space();
    return at_ < end_ ? list(true) : std::vector<Spec>{};
  }

  /// Returns the position of the ']' that closes the '[' at `open`, ignoring quoted text.
  std::size_t closing_bracket(std::size_t open) const {
    std::size_t depth = 0;
    for (std::size_t i = open; i < text_.size(); ++i) {
      if (text_[i] == '"') i = closing_quote(i);
      if (text_[i] == '[') ++depth;
      if (text_[i] == ']' && --depth == 0) return i;
    }
    fail("'[' is never closed", open);
  }

 private:
  /// Parses specs separated by commas. `word =` after a comma belongs to the previous spec; any other word
  /// starts the next spec.
  std::vector<Spec> list(bool many) {
    std::vector<Spec> specs;
    bool has_arguments = false;
    do {
      skip_space();
      auto const begin = at_;
      std::string name = word(has_arguments && !many ? "a parameter name" : "a name");
      if (has_arguments && !many && bare_ && specs.back().arguments.back().key.empty() && !next_is('=')) {
        at_ = begin;  // a[1-3],b
        specs.back().arguments.back().value += ',' + value();
        while (value_goes_on()) extend(specs.back().arguments.back().value);
        continue;
      }
      if (has_arguments && (!many || next_is('='))) {
        specs.back().arguments.push_back(argument(std::move(name)));
        while (value_goes_on()) extend(specs.back().arguments.back().value);
        continue;
      }
      specs.push_back({std::move(name), {}});
      has_arguments = next_is(':');
      if (has_arguments) {
        ++at_;
        specs.back().arguments.push_back(first_argument());
        while (value_goes_on()) extend(specs.back().arguments.back().value);
      }
    } while (another(has_arguments, many));
    return specs;
  }

  bool another(bool has_arguments, bool many) {
    skip_space();
    if (at_ == end_) return false;
    if (!has_arguments && !many) fail("expected ':' or the end after the name", at_);
    if (text_[at_] != ',') fail("expected ','", at_);
    ++at_;
    return true;
  }

  /// Parses the argument after the colon, which may be a value without a name.
  Spec::Argument first_argument() {
    skip_space();
    auto const begin = at_;
    if (at_ < end_ && is_letter(text_[at_])) {
      auto key = word("a parameter name");
      if (next_is('=')) return argument(std::move(key));
      at_ = begin;
    }
    if (at_ >= end_ || text_[at_] == ',' || text_[at_] == '=') fail("expected a parameter name", at_);
    return {{}, value()};
  }

  /// Returns whether a comma and a number follow a bare value, as in sides=8,8. No name begins like a number.
  bool value_goes_on() {
    if (!bare_ || !next_is(',')) return false;
    auto const next = text_.substr(0, end_).find_first_not_of(" \t\n\r", at_ + 1);
    return next != std::string_view::npos && (std::isdigit(static_cast<unsigned char>(text_[next])) != 0 ||
                                              text_[next] == '.' || text_[next] == '-');
  }
  void extend(std::string& text) {
    ++at_;
    skip_space();
    text += ',' + value();
  }

  Spec::Argument argument(std::string key) {
    if (!next_is('=')) fail("expected '=' after '" + key + "'", at_);
    ++at_;
    skip_space();
    if (at_ >= end_ || text_[at_] == ',') fail("expected a value for '" + key + "'", at_);
    return {std::move(key), value()};
  }

  std::string value() {
    std::size_t const start = at_;
    bare_ = text_[at_] != '[' && text_[at_] != '"';
    if (text_[at_] == '[') {
      at_ = closing_bracket(at_) + 1;
      return std::string(text_.substr(start, at_ - start));
    }
    if (text_[at_] == '"') {
      at_ = closing_quote(at_) + 1;
      return unquoted(text_.substr(start + 1, at_ - start - 2));
    }
    while (at_ < end_ && needs_quotes.find(text_[at_]) == std::string_view::npos) {
      ++at_;
      if (at_ < end_ && text_[at_] == '[') at_ = closing_bracket(at_) + 1;  // node[1-4,7]
    }
    if (at_ < end_ && text_[at_] != ',')
      fail("unexpected '" + shown(text_.substr(at_, 1)) +
               "' in a value: put the value in quotes, or a spec in brackets",
           at_);
    std::string_view bare = text_.substr(start, at_ - start);
    while (is_space(bare.back())) bare.remove_suffix(1);
    return std::string(bare);
  }

  std::size_t closing_quote(std::size_t open) const {
    for (std::size_t i = open + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\')
        ++i;
      else if (text_[i] == '"')
        return i;
    }
    fail("the quote is never closed", open);
  }

  std::string unquoted(std::string_view raw) const {
    std::string plain;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] == '\\' && (raw[i + 1] == '"' || raw[i + 1] == '\\')) ++i;
      plain += raw[i];
    }
    return plain;
  }

  std::string word(std::string_view what) {
    skip_space();
    std::size_t const start = at_;
    if (at_ >= end_ || !is_letter(text_[at_])) fail("expected " + std::string(what), at_);
    while (at_ < end_ && is_word(text_[at_])) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  void skip_space() {
    while (at_ < end_ && is_space(text_[at_])) ++at_;
  }
  bool next_is(char c) {
    skip_space();
    return at_ < end_ && text_[at_] == c;
  }

  [[noreturn]] void fail(std::string const& expected, std::size_t position) const {
    throw InputError("cannot read '" + shown(text_) + "'",
                     "column " + std::to_string(position + 1) + ": " + expected);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t end_ = text_.size();
  bool bare_ = false;  ///< the last value has neither quotes nor brackets
};

/// Returns whether the text is a single bracketed value.
bool is_bracketed(std::string const& text) {
  if (!text.starts_with('[')) return false;
  try {
    return Reader(text).closing_bracket(0) == text.size() - 1;
  } catch (InputError const&) { return false; }
}

std::string value_text(std::string const& value) {
  bool const bare = !value.empty() && value.find_first_of(needs_quotes) == std::string::npos &&
                    !is_space(value.front()) && !is_space(value.back());
  if (bare || is_bracketed(value)) return value;
  std::string text = "\"";
  for (char const c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace

Spec Spec::parse(std::string_view text) { return Reader(text).one(); }

std::string Spec::to_string() const {
  std::string text = name;
  char separator = ':';
  for (Argument const& argument : arguments) {
    text += separator;
    if (!argument.key.empty()) text += argument.key + '=';
    text += value_text(argument.value);
    separator = ',';
  }
  return text;
}

std::vector<Spec> parse_nested(std::string_view bracketed) { return Reader(bracketed).bracketed(); }

Spec parse_one(std::string const& key, std::string const& value, std::string_view what) {
  if (!value.starts_with('[')) return Spec::parse(value);
  auto specs = parse_nested(value);
  if (specs.size() != 1) throw InputError(key + "=" + value, "must be one " + std::string(what));
  return std::move(specs.front());
}

}  // namespace weft

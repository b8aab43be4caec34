// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/booksim_configuration.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_key_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Reader of settings, from left to right.
class BooksimReader {
 public:
  BooksimReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::vector<BooksimSetting> read() {
    for (skip(); at_ < text_.size(); skip()) {
      auto const begin = at_;
      while (at_ < text_.size() && is_key_letter(text_[at_])) ++at_;
      if (at_ == begin) fail(at_, "expected a key");
      std::string const key(text_.substr(begin, at_ - begin));
      skip();
      if (at_ >= text_.size() || text_[at_] != '=') fail(at_, fmt::format("expected '=' after '{}'", key));
      ++at_;
      skip();
      add({key, value(), place(begin)});
    }
    return std::move(settings_);
  }

 private:
  /// Returns the text up to the semicolon.
  std::string value() {
    auto const begin = at_;
    while (at_ < text_.size() && text_[at_] != ';' && text_[at_] != '\n') ++at_;
    if (at_ >= text_.size() || text_[at_] != ';') fail(begin, "expected a value and ';' on the same line");
    auto value = text_.substr(begin, at_ - begin);
    ++at_;
    while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
    if (value.size() > 1 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    if (value.empty()) fail(begin, "expected a value");
    return std::string(value);
  }
  void add(BooksimSetting setting) {
    auto const known = std::ranges::find(settings_, setting.key, &BooksimSetting::key);
    if (known != settings_.end())
      *known = std::move(setting);
    else
      settings_.push_back(std::move(setting));
  }
  /// Skips blanks and comments.
  void skip() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_]))
        ++at_;
      else if (text_.substr(at_).starts_with("//"))
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        return;
    }
  }
  std::string place(std::size_t at) const {
    auto const before = text_.substr(0, at);
    auto const line = std::ranges::count(before, '\n') + 1;
    auto const begin = before.rfind('\n');
    return fmt::format("{}:{}:{}", file_, line, at - (begin == std::string_view::npos ? 0 : begin + 1) + 1);
  }
  [[noreturn]] void fail(std::size_t at, std::string const& problem) const {
    throw InputError(problem, "settings have the form key = value;", "", place(std::min(at, text_.size())));
  }

  std::string_view text_, file_;
  std::size_t at_ = 0;
  std::vector<BooksimSetting> settings_;
};

}  // namespace

std::vector<BooksimSetting> parse_booksim(std::string_view text, std::string_view file) {
  return BooksimReader(text, file).read();
}

}  // namespace weft

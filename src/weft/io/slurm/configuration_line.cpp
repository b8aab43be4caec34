#include "weft/io/slurm/configuration_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr std::string_view blanks_of_slurm = " \t\r";

/// The line without its comment and the blanks_of_slurm at its end.
std::string_view content_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  return line.substr(0, line.find_last_not_of(blanks_of_slurm) + 1);
}

constexpr bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

}  // namespace

ConfigurationLines::ConfigurationLines(std::string_view text, std::string_view file)
    : reader_(text, file, {.shape = {}, .comments = ""}) {}

void ConfigurationLines::add_piece() {
  if (!pieces_.empty() && pieces_.back().at == joined_.size()) pieces_.pop_back();
  pieces_.push_back({joined_.size(), reader_.place().line});
  text_ = content_of(reader_.line());
}

bool ConfigurationLines::next() {
  if (!reader_.next_line()) return false;
  at_ = 0;
  joined_.clear();
  pieces_.clear();
  add_piece();
  if (!text_.ends_with('\\')) return true;
  while (text_.ends_with('\\')) {
    joined_ += text_.substr(0, text_.size() - 1);
    text_ = {};
    if (!reader_.next_line()) break;
    add_piece();
  }
  joined_ += text_;
  text_ = joined_;
  return true;
}

LineReader::Place ConfigurationLines::place(std::size_t at) const {
  auto const after = std::ranges::upper_bound(pieces_, at, {}, &Piece::at);
  auto const& piece = *std::prev(after);
  return {piece.line, static_cast<std::uint32_t>(at - piece.at + 1)};
}

std::size_t ConfigurationLines::skip_blanks(std::size_t at) const {
  return std::min(text_.find_first_not_of(blanks_of_slurm, at), text_.size());
}

void ConfigurationLines::fail_unexpected(std::size_t at) const {
  auto const word = text_.substr(at, text_.find_first_of(blanks_of_slurm, at) - at);
  reader_.fail_at(place(at),
                  word.empty() ? "the line is incomplete" : fmt::format("unexpected '{}'", shown(word)),
                  "a line is `SwitchName=s Nodes=a[1-3]` or `SwitchName=s Switches=t,u`");
}

std::optional<ConfigurationSetting> ConfigurationLines::setting() {
  at_ = skip_blanks(at_);
  if (at_ == text_.size()) return {};
  ConfigurationSetting result;
  result.key_at = at_;
  auto end = at_;
  while (end < text_.size() && is_key_character(text_[end])) ++end;
  result.key = text_.substr(at_, end - at_);
  end = skip_blanks(end);
  if (result.key.empty() || end == text_.size() || text_[end] != '=') fail_unexpected(at_);
  result.value_at = skip_blanks(end + 1);
  bool const quoted = result.value_at < text_.size() && text_[result.value_at] == '"';
  if (quoted) ++result.value_at;
  end = std::min(text_.find_first_of(quoted ? "\"" : blanks_of_slurm, result.value_at), text_.size());
  if (quoted && end == text_.size()) reader_.fail_at(place(result.value_at - 1), "no closing quote");
  result.value = text_.substr(result.value_at, end - result.value_at);
  if (result.value.empty())
    reader_.fail_at(place(result.value_at), fmt::format("no value of {}", result.key));
  at_ = quoted ? end + 1 : end;
  if (at_ < text_.size() && skip_blanks(at_) == at_) fail_unexpected(at_);
  return result;
}

}  // namespace weft

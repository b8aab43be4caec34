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

bool ConfigurationLines::next() {
  if (!reader_.next_line()) return false;
  pieces_ = {{0, reader_.place().line}};
  text_ = content_of(reader_.line());
  if (!text_.ends_with('\\')) return true;
  joined_.clear();
  while (text_.ends_with('\\')) {
    joined_ += text_.substr(0, text_.size() - 1);
    text_ = {};
    if (!reader_.next_line()) break;
    pieces_.push_back({joined_.size(), reader_.place().line});
    text_ = content_of(reader_.line());
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

ConfigurationSetting ConfigurationLines::setting(std::size_t at) const {
  ConfigurationSetting result;
  result.key_at = at;
  auto end = at;
  while (end < text_.size() && is_key_character(text_[end])) ++end;
  result.key = text_.substr(at, end - at);
  end = skip_blanks(end);
  if (result.key.empty() || end == text_.size() || text_[end] != '=') fail_unexpected(at);
  result.value_at = skip_blanks(end + 1);
  bool const quoted = result.value_at < text_.size() && text_[result.value_at] == '"';
  if (quoted) ++result.value_at;
  end = std::min(text_.find_first_of(quoted ? "\"" : blanks_of_slurm, result.value_at), text_.size());
  if (quoted && end == text_.size()) reader_.fail_at(place(result.value_at - 1), "no closing quote");
  result.value = text_.substr(result.value_at, end - result.value_at);
  if (result.value.empty())
    reader_.fail_at(place(result.value_at), fmt::format("no value of {}", result.key));
  return result;
}

std::vector<ConfigurationSetting> ConfigurationLines::settings() const {
  std::vector<ConfigurationSetting> result;
  for (auto at = skip_blanks(0); at < text_.size();) {
    auto const& last = result.emplace_back(setting(at));
    auto end = last.value_at + last.value.size();
    if (end < text_.size() && text_[end] == '"') ++end;
    at = skip_blanks(end);
    if (at == end && at < text_.size()) fail_unexpected(at);
  }
  return result;
}

}  // namespace weft

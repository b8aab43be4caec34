#include "weft/report/html.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "weft/chart/svg.hpp"
#include "weft/core/utf8.hpp"
#include "weft/io/digest.hpp"

namespace weft::report {
namespace {

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm.
bool changes_direction(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

bool is_control(char32_t c) {
  return (c >= 0x7F && c <= 0x9F) || (c < 0x20 && c != '\t' && c != '\n' && c != '\r');
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    auto const c = first_code_point(text);
    if (!c.valid || changes_direction(c.value) || is_control(c.value))
      append_utf8(clean, 0xFFFD);
    else
      clean += text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return chart::escape_xml(clean);
}

namespace {

std::string shown_by(std::string_view text, std::size_t most, std::string (*html)(std::string_view)) {
  constexpr std::size_t most_in_tooltip = 20'000;
  if (text.size() <= most) return html(text);
  return fmt::format("<span title=\"{}\">{}…</span>", escape_html(first_columns(text, most_in_tooltip)),
                     html(first_columns(text, most)));
}

std::string with_breaks(std::string_view text) {
  std::string out;
  for (char const c : escape_html(text)) {
    out += c;
    if (c == ',') out += "<wbr>";
  }
  return out;
}

}  // namespace

std::string shown_html(std::string_view text, std::size_t most) { return shown_by(text, most, escape_html); }
std::string shown_spec(std::string_view text, std::size_t most) { return shown_by(text, most, with_breaks); }

std::string json_in_html(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    auto const c = first_code_point(json);
    if (c.valid && (c.value == U'<' || changes_direction(c.value)))
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.value));
    else
      out += json.substr(0, c.bytes);
    json.remove_prefix(c.bytes);
  }
  return out;
}

std::string hash_source(std::string_view text) {
  auto const digest = sha256(text);
  return fmt::format("'sha256-{}'",
                     base64({reinterpret_cast<char const*>(digest.data()), digest.size()}));  // NOLINT
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=:,./+@%^";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
  std::string out = "'";
  for (char const c : word) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

}  // namespace weft::report

#include "weft/io/fabric/table_form.hpp"

#include <optional>
#include <vector>

#include "weft/core/number.hpp"
#include "weft/io/fabric/service_levels.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr int num_rows_looked_at = 100;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
    auto const end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

/// A whole number in decimal, or in hexadecimal after 0x.
std::optional<std::uint64_t> whole_number(std::string_view word, bool may_be_hex = true) {
  int base = 10;
  if (may_be_hex && word.starts_with("0x")) {
    base = 16;
    word.remove_prefix(2);
  }
  return number_in(word, base);
}

bool is_head_of_device(std::string_view line) {
  return line.starts_with("Switch 0x") || line.starts_with("Channel Adapter 0x") ||
         line.starts_with("Router 0x");
}

/// The form of a row without a head: `0xGUID in out` and eight bytes, or `source LID SL`.
TableForm form_of_flat(std::string_view line) {
  auto const words = words_of(line);
  for (auto const word : words)
    if (!whole_number(word)) return TableForm::none;
  if (words.size() == 11) return TableForm::sl2vl;
  bool const ends_with_level =
      words.size() == 3 && whole_number(words[2], false).value_or(num_service_levels) < num_service_levels;
  return ends_with_level ? TableForm::service_levels : TableForm::none;
}

}  // namespace

TableForm table_form_of(std::string_view text) {
  LineReader reader(text, "", {.shape = {}, .comments = ""});
  bool in_device = false;
  for (int i = 0; i < num_rows_looked_at && reader.next_full_line(); ++i) {
    auto const line = reader.line();
    if (line.starts_with("Unicast lids")) return TableForm::forwarding_tables;
    if (line.substr(0, 60).find("dump_ucast_routes: Switch ") != std::string_view::npos)
      return TableForm::forwarding_database;
    if (line.starts_with("port-groups")) return TableForm::qos_policy;
    if (is_head_of_device(line)) {
      in_device = true;
    } else if (line.starts_with('#') || line.find("ibwarn:") != std::string_view::npos) {
      continue;
    } else if (in_device) {
      return line.starts_with("0x") ? TableForm::service_levels : TableForm::sl2vl;
    } else {
      return form_of_flat(line);
    }
  }
  return TableForm::none;
}

}  // namespace weft

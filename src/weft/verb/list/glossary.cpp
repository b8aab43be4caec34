// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/list/glossary.hpp"

#include <algorithm>
#include <sstream>

namespace weft::verb {
namespace {

std::string trimmed(std::string_view text) {
  auto const begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos
             ? std::string()
             : std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

/// Returns the text without Markdown backticks.
std::string plain(std::string text) {
  std::erase(text, '`');
  return text;
}

}  // namespace

std::vector<Term> read_terms(std::string_view page) {
  std::vector<Term> terms;
  bool in_table = false;
  std::istringstream lines{std::string(page)};
  for (std::string line; std::getline(lines, line);) {
    auto const word_end = line.find('|', 1), meaning_end = line.find('|', word_end + 1);
    if (!line.starts_with('|') || word_end == std::string::npos || meaning_end == std::string::npos)
      in_table = false;
    else if (line.starts_with("|-"))
      in_table = true;
    else if (in_table)
      terms.push_back(
          {plain(trimmed(std::string_view(line).substr(1, word_end - 1))),
           plain(trimmed(std::string_view(line).substr(word_end + 1, meaning_end - word_end - 1)))});
  }
  return terms;
}

std::vector<Term> const& glossary() {
  static auto const terms = read_terms(glossary_page());
  return terms;
}

}  // namespace weft::verb

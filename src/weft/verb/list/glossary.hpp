// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::verb {

/// A word of the field, and its meaning in Weft.
struct Term {
  std::string word, meaning;
};

/// The terms of docs/glossary.md, which is compiled in.
std::vector<Term> const& glossary();

/// The rows `| word | meaning | ..` of a table in Markdown, without its head.
std::vector<Term> read_terms(std::string_view page);

/// The text of docs/glossary.md.
std::string_view glossary_page();

}  // namespace weft::verb

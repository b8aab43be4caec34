// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::verb {

/// A technical term and its meaning in Weft.
struct Term {
  std::string word, meaning;
};

/// Returns the terms of docs/glossary.md, which is compiled in.
std::vector<Term> const& glossary();

/// Returns the terms of a Markdown table with rows `| word | meaning | ..`, without its header.
std::vector<Term> read_terms(std::string_view page);

/// Returns the text of docs/glossary.md.
std::string_view glossary_page();

}  // namespace weft::verb

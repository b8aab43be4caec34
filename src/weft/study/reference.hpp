#pragma once

#include <string>

namespace weft::study {

/// The page docs/reference/studies.md: the keys of study.toml, the kinds of presentation, and the language of expressions.
std::string reference_page();

}  // namespace weft::study

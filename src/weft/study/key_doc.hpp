#pragma once

#include <vector>

#include "weft/io/toml.hpp"

namespace weft::study {

/// A key of study.toml and what it means.
struct KeyDoc {
  char const *name, *doc;
};

/// Refuses undocumented keys.
void allow_described(Toml const& options, std::vector<std::vector<KeyDoc>> const& keys);

}  // namespace weft::study

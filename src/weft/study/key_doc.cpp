#include "weft/study/key_doc.hpp"

#include <string>

namespace weft::study {

void allow_described(Toml const& options, std::vector<std::vector<KeyDoc>> const& keys) {
  std::vector<std::string> names;
  for (auto const& group : keys)
    for (auto const& key : group) names.emplace_back(key.name);
  options.allow_keys(names);
}

}  // namespace weft::study

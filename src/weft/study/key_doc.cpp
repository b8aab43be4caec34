// SPDX-License-Identifier: Apache-2.0
#include "weft/study/key_doc.hpp"

#include <algorithm>
#include <string>

namespace weft::study {

std::vector<KeyDoc::Alternative> KeyDoc::alternatives() const {
  std::vector<Alternative> all;
  std::string_view rest = type;
  if (is_required()) rest.remove_suffix(1);
  while (!rest.empty()) {
    auto const end = std::min(rest.find('|'), rest.size());
    auto name = rest.substr(0, end);
    bool const list = name.ends_with("[]");
    if (list) name.remove_suffix(2);
    all.push_back({name, list});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return all;
}

void reject_unknown_keys(Toml const& options, std::vector<std::vector<KeyDoc>> const& keys) {
  std::vector<std::string> names;
  for (auto const& group : keys)
    for (auto const& key : group) names.emplace_back(key.name);
  options.allow_keys(names);
}

}  // namespace weft::study

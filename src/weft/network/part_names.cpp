#include "weft/network/part_names.hpp"

namespace weft {

void PartNames::add(std::string name, std::uint32_t part) {
  auto& those = parts_[std::move(name)];
  if (those.empty() || those.back() != part) those.push_back(part);
}

std::span<std::uint32_t const> PartNames::find(std::string_view name) const {
  auto const found = parts_.find(name);
  if (found == parts_.end()) return {};
  return found->second;
}

std::string first_word(std::string const& text) { return text.substr(0, text.find_first_of(" \t")); }

}  // namespace weft

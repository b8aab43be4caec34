#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft {

/// The numbers of parts by name. Several parts may have the same name, and one part several.
class PartNames {
 public:
  /// Parts come in ascending order.
  void add(std::string name, std::uint32_t part);
  /// The parts of that name, ascending.
  std::span<std::uint32_t const> find(std::string_view name) const;

 private:
  std::unordered_map<std::string, std::vector<std::uint32_t>> parts_;
};

/// A text up to its first blank.
std::string first_word(std::string const& text);

}  // namespace weft

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
  /// A name is looked up without a copy of it: it may be a line of a gigabyte.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  };
  std::unordered_map<std::string, std::vector<std::uint32_t>, Hash, std::equal_to<>> parts_;
};

/// A text up to its first blank.
std::string first_word(std::string const& text);

}  // namespace weft

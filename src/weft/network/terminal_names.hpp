#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/network/any_topology.hpp"
#include "weft/network/part_names.hpp"

namespace weft {

/// The terminals of a topology by number, and in a fabric by the name of their host: its description, the
/// first word of that, or its id. A port of a host with several is named `host[2]`.
class TerminalNames {
 public:
  explicit TerminalNames(AnyTopology const& topology);
  /// Throws InputError with the nearest name for a text that names no terminal or several, or for a number
  /// that is too high.
  TerminalId find(std::string_view text) const;
  /// The name of a terminal; its number if it has none.
  std::string name(TerminalId terminal) const;

 private:
  std::uint64_t terminals_;
  std::vector<std::string> names_;
  PartNames by_name_;
};

}  // namespace weft

#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "weft/core/spec.hpp"

namespace weft {

/// The network of a machine that was built: a name that stands for a spec wherever a topology is expected.
struct NamedMachine {
  std::string_view name, spec;
  std::string_view doc;  ///< what it was, its published figures, the source
};

/// All machines that users can name. Adding one is adding it to the list in machines.cpp.
std::span<NamedMachine const> machines();

/// The spec that a machine's name stands for, arguments given beside the name replacing its own; any other spec as it is.
Spec expand_machine(Spec const& spec);

/// The names of all topologies and machines, for suggestions.
std::vector<std::string> with_machine_names(std::vector<std::string> topologies);

}  // namespace weft

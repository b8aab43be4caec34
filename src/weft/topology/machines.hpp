// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
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
std::span<NamedMachine const> named_machines();

/// A name in the field for some members of a family.
struct TopologyAlias {
  std::string_view name, spec;
};
std::span<TopologyAlias const> topology_aliases();

/// The spec of a topology as a user writes it. The name may be a machine's or an alias; arguments beside it
/// replace its own. In the name, - is read as _ and a + at the end as _plus.
Spec parse_topology(std::string const& text);

/// The names of all topologies, aliases and machines, for suggestions.
std::vector<std::string> with_other_names(std::vector<std::string> topologies);

}  // namespace weft

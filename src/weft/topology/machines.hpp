// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/spec.hpp"

namespace weft {

/// The network of a real machine: a name for a spec, valid as a topology everywhere.
struct NamedMachine {
  std::string_view name, spec;
  std::string_view doc;  ///< description of the machine, its published figures, the source
};

/// Returns all machines that users can name. Add new ones to the list in machines.cpp.
std::span<NamedMachine const> named_machines();

/// A name in the literature for some members of a family.
struct TopologyAlias {
  std::string_view name, spec;
};
std::span<TopologyAlias const> topology_aliases();

/// Returns the spec of a topology in user notation. The name may be a machine or an alias; additional
/// arguments replace those of the alias. In the name, - is read as _ and a + at the end as _plus. The path of
/// a file, where it cannot be a name, is the topology `file`.
Spec parse_topology(std::string const& text);

/// The topology `file` of that path; nothing if there is no such file, or the process may not read it.
std::optional<Spec> file_topology(std::string const& path);
/// The text as a list of specs can hold it: a path as `file:path=..`, any other text as it is.
std::string topology_text(std::string const& text);

/// Returns the names of all topologies, aliases and machines, for suggestions.
std::vector<std::string> with_other_names(std::vector<std::string> topologies);

}  // namespace weft

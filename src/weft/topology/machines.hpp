// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/spec.hpp"

namespace weft {

/// The network of a real machine: a name for a spec, accepted wherever a topology is.
struct NamedMachine {
  std::string_view name, spec;
  std::string_view doc;  ///< description of the machine, its published figures, the source
};

/// Returns all machines that users can name. Add new ones to the list in machines.cpp.
std::span<NamedMachine const> named_machines();

/// A name used in the literature for some members of a family.
struct TopologyAlias {
  std::string_view name, spec;
};
std::span<TopologyAlias const> topology_aliases();

/// Parses the spec of a topology in user notation. The name may be a machine or an alias; additional
/// arguments override the arguments of the alias. In the name, - is read as _ and a trailing + as _plus. A
/// path of a file that cannot be a name selects the topology `file`.
Spec parse_topology(std::string const& text);

/// Returns the spec of the topology `file` for `path`, or nullopt if the file does not exist or the process
/// may not read it.
std::optional<Spec> file_topology(std::string const& path);
/// Returns `text` in the form required by a list of specs: a path as `file:path=..`, any other text
/// unchanged.
std::string topology_text(std::string const& text);

/// Returns `topologies` with the names of all aliases and machines added, for suggestions.
std::vector<std::string> with_other_names(std::vector<std::string> topologies);

}  // namespace weft

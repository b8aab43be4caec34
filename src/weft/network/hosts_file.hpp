// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/network/hosts.hpp"

namespace weft {

/// A host, or one port of it, that a file names.
struct ListedHost {
  std::string name;
  std::vector<std::uint32_t> terminals;  ///< ascending, at least one
  std::optional<std::uint64_t> tasks;    ///< where the file says how many tasks it takes
  std::string place;                     ///< file:line:column
};

/// The hosts that a file names, separated by blanks or lines, in this order. `#` begins a comment. A name is
/// one of Hosts::find(); a hostlist of Slurm such as `node[1-8]` stands for several. `slots=4` after a name,
/// or `:4` at its end, gives the tasks of the host, as in hostfiles of Open MPI and MPICH; `max_slots=` is
/// ignored. Throws InputError at file:line:column for anything else.
std::vector<ListedHost> parse_hosts(std::string_view text, std::string_view file, Hosts const& hosts);

}  // namespace weft

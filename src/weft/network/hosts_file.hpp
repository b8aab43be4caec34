// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/network/hosts.hpp"

namespace weft {

/// A host, or one of its ports, as listed in a file.
struct HostEntry {
  std::string name;
  std::vector<std::uint32_t> terminals;  ///< sorted in ascending order, at least one
  std::optional<std::uint64_t> tasks;    ///< set if the file specifies a number
  std::string place;                     ///< file:line:column
};

/// Returns the hosts listed in a file, separated by blanks or lines, in this order. `#` begins a comment.
/// Names are as in Hosts::find(); a Slurm hostlist such as `node[1-8]` expands to several. `slots=4` after
/// a name, or `:4` after the names of a word, specifies the tasks of the host, as in hostfiles of Open MPI
/// and MPICH; `max_slots=` is ignored. Throws InputError at file:line:column for invalid text.
std::vector<HostEntry> parse_hosts(std::string_view text, std::string_view file, Hosts const& hosts);

/// Returns the hosts in a file, or in a hostlist such as node[1-4] or a,b that is specified instead of a
/// file: a string that is not the name of a file and contains no /, but brackets or commas, or is the name of
/// a host, with or without tasks (node1:4).
std::vector<HostEntry> read_hosts(std::string const& file_or_list, Hosts const& hosts);

}  // namespace weft

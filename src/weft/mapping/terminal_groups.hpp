// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The terminals of a job on a hierarchical machine, as PERCS, a dragonfly, Dragonfly+, CLEX or DCell, by the
/// copies of its levels: equally many consecutive terminals each, in order. The copies below the top are
/// groups: every two of them are linked.
struct TerminalGroups {
  /// Terminals of a router, then of a copy of each level below the top, from the lowest (PERCS: node, drawer,
  /// supernode), without levels of which the job has parts of copies. Empty: no groups.
  std::vector<std::uint32_t> sizes;

  explicit operator bool() const { return !sizes.empty(); }
  std::uint32_t of_router() const { return sizes.front(); }
  /// Terminals of a group.
  std::uint32_t size() const { return sizes.back(); }
};

/// Empty for other machines, and for jobs that do not have whole groups.
TerminalGroups terminal_groups(MappingContext const& context);

/// Throws InputError, naming the mapping, if there are no groups.
TerminalGroups require_groups(MappingContext const& context, std::string_view mapping);

/// The minimum number of channels from one to another of the first `groups` groups of a job.
std::uint32_t min_links(MappingContext const& context, TerminalGroups const& of, std::uint32_t groups);

/// Reports what a perfect coloring promises, if reports are wanted: table `coloring`. `tiles`: of a group;
/// `border`: the tasks along the longest border of two tiles. Of the halo, in which a task sends a quarter
/// across each border, at most border / 4 goes from one group to another, and over each of n links between
/// them border / 4n, if they share it equally (Chakaravarthy et al. 2012, equation 2).
void report_coloring(MappingContext const& context, TerminalGroups const& of, std::uint32_t tiles,
                     std::uint32_t border);

/// The terminals of tasks that are placed block by block: block b of the grid takes consecutive terminals
/// from first[b]. Inside a block, sub-blocks ("quads") in row-major order, row-major inside.
Placement place_blocks(Sides const& grid, Sides const& block, Sides const& quad,
                       std::vector<std::uint32_t> const& first);

/// Throws InputError, naming `what` and `of`, unless `small` has as many sides as `large` and each divides
/// its one.
void check_divides(Sides const& small, Sides const& large, char const* what, char const* of);

}  // namespace weft::mapping

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The terminals of a job on a hierarchical machine (PERCS, dragonfly, Dragonfly+, CLEX, DCell) by the copies
/// of its levels: equally many consecutive terminals each, in order. The copies below the top are groups with
/// links between every two of them.
struct TerminalGroups {
  /// Number of terminals of a router, then of a copy of each level below the top, from the lowest (PERCS:
  /// node, drawer, supernode), without levels of which the job has incomplete copies. Empty: no groups.
  std::vector<std::uint32_t> sizes;

  explicit operator bool() const { return !sizes.empty(); }
  std::uint32_t of_router() const { return sizes.front(); }
  /// Returns the number of terminals of a group.
  std::uint32_t size() const { return sizes.back(); }
};

/// Returns the groups; empty for other machines, and for jobs without whole groups.
TerminalGroups terminal_groups(MappingContext const& context);

/// Returns the groups. Throws InputError about the mapping if there are none.
TerminalGroups require_groups(MappingContext const& context, std::string_view mapping);

/// Returns the minimum number of channels between two of the first `groups` groups of a job.
std::uint32_t min_links(MappingContext const& context, TerminalGroups const& of, std::uint32_t groups);

/// Reports the guarantee of a perfect coloring, if reports are requested: table `coloring`. `tiles`: per
/// group; `border`: number of tasks along the longest border of two tiles. In a halo, in which a task sends a
/// quarter across each border, at most border / 4 is sent from one group to another, and border / 4n over
/// each of n links between them, if they share it equally (Chakaravarthy et al. 2012, equation 2).
void report_coloring(MappingContext const& context, TerminalGroups const& of, std::uint32_t tiles,
                     std::uint32_t border);

/// Returns the terminals of tasks that are placed block by block: block b of the grid uses consecutive
/// terminals from first[b]. Inside a block, sub-blocks ("quads") in row-major order, row-major inside.
Placement place_blocks(Sides const& grid, Sides const& block, Sides const& quad,
                       std::vector<std::uint32_t> const& first);

/// Throws InputError about `what` and `of` unless `small` has as many sides as `large` and each side divides
/// its counterpart.
void check_divides(Sides const& small, Sides const& large, char const* what, char const* of);

}  // namespace weft::mapping

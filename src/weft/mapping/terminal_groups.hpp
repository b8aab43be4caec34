// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The terminals of a job on a hierarchical machine (PERCS, dragonfly, Dragonfly+, CLEX, DCell), grouped by
/// the copies of its levels: each copy has the same number of consecutive terminals, in order. The copies of
/// the level below the top are groups, with links between every two of them.
struct TerminalGroups {
  /// Number of terminals of a router, then of a copy of each level below the top, lowest level first (PERCS:
  /// node, drawer, supernode), without levels of which the job has incomplete copies. Empty: no groups.
  std::vector<std::uint32_t> sizes;

  explicit operator bool() const { return !sizes.empty(); }
  std::uint32_t of_router() const { return sizes.front(); }
  /// Returns the number of terminals of a group.
  std::uint32_t size() const { return sizes.back(); }
};

/// Returns the groups of a job; empty for all other machines, and for jobs that do not consist of whole
/// groups.
TerminalGroups terminal_groups(MappingContext const& context);

/// Returns the groups of a job. Throws InputError, naming `mapping`, if there are none.
TerminalGroups require_groups(MappingContext const& context, std::string_view mapping);

/// Returns the minimum, over ordered pairs of the first `groups` groups of a job, of the number of channels
/// from one group to the other.
std::uint32_t min_links(MappingContext const& context, TerminalGroups const& of, std::uint32_t groups);

/// Reports the guarantee of a perfect coloring, if reports are requested, as table `coloring`. `tiles`:
/// number per group; `border`: number of tasks along the longest border of two tiles. In a halo exchange, in
/// which a task sends a quarter of its traffic across each border, one group sends at most border / 4 to
/// another, and border / 4n over each of n links between them if they share the traffic equally
/// (Chakaravarthy et al. 2012, equation 2).
void report_coloring(MappingContext const& context, TerminalGroups const& of, std::uint32_t tiles,
                     std::uint32_t border);

/// Returns a placement by blocks: block b of the grid is placed on consecutive terminals starting with
/// first[b]. Within a block, sub-blocks (quads) are in row-major order, as are the tasks within a quad.
Placement place_blocks(Sides const& grid, Sides const& block, Sides const& quad,
                       std::vector<std::uint32_t> const& first);

/// Throws InputError, naming `what` and `of`, unless `small` and `large` have the same number of sides and
/// each side of `small` divides the corresponding side of `large`.
void check_divides(Sides const& small, Sides const& large, char const* what, char const* of);

}  // namespace weft::mapping

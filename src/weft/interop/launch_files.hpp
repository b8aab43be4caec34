// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/hosts.hpp"

namespace weft {

/// File formats in which job launchers read a placement.
enum class LaunchFormat : std::uint8_t { table, rankfile, hostfile, rank_order, coordinates };

template <>
inline constexpr EnumValue<LaunchFormat> enum_values<LaunchFormat>[] = {
    {"table", LaunchFormat::table, "a table; with --csv as CSV"},
    {"rankfile", LaunchFormat::rankfile, "Open MPI: mpirun --rankfile"},
    {"hostfile", LaunchFormat::hostfile, "Slurm: SLURM_HOSTFILE with srun --distribution=arbitrary"},
    {"rank_order", LaunchFormat::rank_order,
     "Cray MPICH: the file MPICH_RANK_ORDER, with MPICH_RANK_REORDER_METHOD=3"},
    {"coordinates", LaunchFormat::coordinates,
     "Blue Gene: runjob --mapping, a line `A B C D E T` per rank, for grids"}};

/// Returns whether the format contains node names.
constexpr bool lists_nodes(LaunchFormat format) {
  return format != LaunchFormat::table && format != LaunchFormat::coordinates;
}

/// Returns the name of the file that the launcher expects.
std::string_view launch_file_name(LaunchFormat format);

/// Nodes of a machine, with the names that a launcher uses.
struct LaunchNodes {
  Hosts const& hosts;
  /// Names of the hosts. Asterisks are replaced by the host number, padded to their count; commas separate a
  /// list; `@FILE` reads the words of a file; other text is the name of the only host. Empty: the names in
  /// the network, or node* if it has no names.
  std::string names = {};
  Sides sides{};  ///< of the grid of hosts, fastest first; empty: not a grid
};

/// Returns the file for a launcher: task t runs on terminal placement[t]. Throws InputError if the format
/// cannot express the placement (a rank order supports only nodes that are filled one after the other;
/// coordinates require a grid), and for missing or duplicate node names.
std::string launch_file(LaunchFormat format, std::span<std::uint32_t const> placement,
                        LaunchNodes const& nodes);

}  // namespace weft

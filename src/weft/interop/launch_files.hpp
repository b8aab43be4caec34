// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/network/hosts.hpp"

namespace weft {

/// The format of a placement for a launcher of parallel jobs.
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

/// Whether the format contains the names of the machine's nodes.
constexpr bool names_nodes(LaunchFormat format) {
  return format != LaunchFormat::table && format != LaunchFormat::coordinates;
}

/// The name of the file that a launcher expects.
std::string_view launch_file_name(LaunchFormat format);

/// The nodes of a machine as a launcher knows them.
struct LaunchNodes {
  Hosts const& hosts;
  /// The names of the hosts. Stars stand for the number, with at least as many digits; commas separate a
  /// list; `@FILE` gives the words of that file; other text is the name of the only host. Empty: their own
  /// names, or node* if they have none.
  std::string names = {};
  Sides sides{};  ///< of the grid of hosts, the fastest first; empty if they are not a grid
};

/// The file for a launcher: task t runs on terminal placement[t]. Throws InputError if the format cannot
/// express it (a rank order ranks only the slots of nodes that are filled one after the other; coordinates
/// need a grid), or if a node lacks a name of its own.
std::string launch_file(LaunchFormat format, std::span<std::uint32_t const> placement,
                        LaunchNodes const& nodes);

}  // namespace weft

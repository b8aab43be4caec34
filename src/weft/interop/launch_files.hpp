#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "weft/core/param.hpp"

namespace weft {

/// How a placement is told to a launcher of parallel jobs.
enum class LaunchFormat : std::uint8_t { table, rankfile, hostfile, rank_order };

template <>
inline constexpr std::array enum_values<LaunchFormat> = {
    EnumValue<LaunchFormat>{"table", LaunchFormat::table, "a table; with --csv as CSV"},
    EnumValue<LaunchFormat>{"rankfile", LaunchFormat::rankfile, "Open MPI: mpirun --rankfile"},
    EnumValue<LaunchFormat>{"hostfile", LaunchFormat::hostfile,
                            "Slurm: SLURM_HOSTFILE with srun --distribution=arbitrary"},
    EnumValue<LaunchFormat>{"rank_order", LaunchFormat::rank_order,
                            "Cray MPICH: the file MPICH_RANK_ORDER, with MPICH_RANK_REORDER_METHOD=3"},
};

/// The file for a launcher: task t runs on terminal placement[t], which is slot terminal % slots of node terminal / slots.
/// The name of a node is `host` with its first * replaced by the node's number, or with the number at its end. Throws
/// InputError if the format cannot say it: a rank order only ranks the slots of nodes that are filled one after the other.
std::string launch_file(LaunchFormat format, std::span<std::uint32_t const> placement, std::uint32_t slots,
                        std::string const& host);

}  // namespace weft

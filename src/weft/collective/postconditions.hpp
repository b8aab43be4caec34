// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

/// Postconditions of collective operations among the ranks of a machine, and the numbering of their blocks.

/// Returns the smallest multiple of `unit` that is at least `packets`. Throws InputError with the name `name`
/// of the algorithm if the number of blocks of `messages` messages exceeds 32 bits.
std::uint32_t rounded_up(std::string_view name, std::uint64_t packets, std::uint64_t unit,
                         std::uint64_t messages = 1);

/// Returns 0, 1, .. ranks - 1.
std::vector<std::uint32_t> all_ranks(std::uint32_t ranks);

/// Returns the root and the receivers of a broadcast, in cyclic order from the root.
std::vector<std::uint32_t> broadcast_order(std::uint32_t ranks, Task const& task);

/// Returns the postcondition of a broadcast: `blocks` blocks of order[0] reach all ranks of `order`.
Postcondition broadcast_postcondition(Ranks const& ranks, std::vector<std::uint32_t> const& order,
                                      std::uint32_t blocks);
/// Returns the postcondition of an allgather: block r * packets + q, of rank r, reaches all ranks.
Postcondition allgather_postcondition(Ranks const& ranks, std::uint32_t packets);
/// Return the postconditions of a scatter and a gather: block i * packets + q goes from the root to order[i],
/// or from order[i] to the root. `order` contains all ranks.
Postcondition scatter_postcondition(Ranks const& ranks, std::uint32_t root,
                                    std::vector<std::uint32_t> const& order, std::uint32_t packets);
Postcondition gather_postcondition(Ranks const& ranks, std::uint32_t root,
                                   std::vector<std::uint32_t> const& order, std::uint32_t packets);
/// Returns the postcondition of an all-to-all: block (s * ranks + d) * packets + q goes from rank s to rank
/// d; blocks with s = d are in place from the start.
Postcondition all_to_all_postcondition(Ranks const& ranks, std::uint32_t packets);
/// Returns the postcondition of an allreduce: the sums of `blocks` blocks at all ranks.
Postcondition allreduce_postcondition(Ranks const& ranks, std::uint32_t blocks);
/// Returns the postcondition of a reduce: the sums of `blocks` blocks at the root.
Postcondition reduce_postcondition(Ranks const& ranks, std::uint32_t root, std::uint32_t blocks);
/// Returns the postcondition of a reduce_scatter: the sum of block r * packets + q at rank r.
Postcondition reduce_scatter_postcondition(Ranks const& ranks, std::uint32_t packets);

}  // namespace weft::collective

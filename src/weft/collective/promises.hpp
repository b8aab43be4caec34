// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

/// Postconditions of operations between the ranks of a machine, with the numbering of their blocks.

/// Returns the smallest multiple of `unit` that is at least `packets`, for the algorithm `name`. Throws
/// InputError if the blocks of `messages` messages exceed 32-bit numbers.
std::uint32_t rounded_up(std::string_view name, std::uint64_t packets, std::uint64_t unit,
                         std::uint64_t messages = 1);

/// Returns 0, 1, .. ranks - 1.
std::vector<std::uint32_t> all_ranks(std::uint32_t ranks);

/// Returns the receivers of a broadcast, beginning with the root, in cyclic order.
std::vector<std::uint32_t> broadcast_order(std::uint32_t ranks, Task const& task);

/// Broadcast: `blocks` blocks of order[0] to all of `order`.
Postcondition promise_copies_of_root(Ranks const& ranks, std::vector<std::uint32_t> const& order,
                                     std::uint32_t blocks);
/// Allgather: blocks r * packets + q of each rank r to all.
Postcondition promise_copies_of_all(Ranks const& ranks, std::uint32_t packets);
/// Scatter and gather: blocks i * packets + q of the root to order[i], or of order[i] to the root; `order`
/// contains all ranks.
Postcondition promise_scatter(Ranks const& ranks, std::uint32_t root, std::vector<std::uint32_t> const& order,
                              std::uint32_t packets);
Postcondition promise_gather(Ranks const& ranks, std::uint32_t root, std::vector<std::uint32_t> const& order,
                             std::uint32_t packets);
/// All-to-all: blocks (s * ranks + d) * packets + q of rank s to rank d; blocks to itself are present from
/// the start.
Postcondition promise_all_to_all(Ranks const& ranks, std::uint32_t packets);
/// Allreduce: the sums of `blocks` blocks at all ranks.
Postcondition promise_sums(Ranks const& ranks, std::uint32_t blocks);
/// Reduce: the sums at the root.
Postcondition promise_sums_at(Ranks const& ranks, std::uint32_t root, std::uint32_t blocks);
/// Reduce_scatter: the sums of blocks r * packets + q at rank r.
Postcondition promise_scattered_sums(Ranks const& ranks, std::uint32_t packets);

}  // namespace weft::collective

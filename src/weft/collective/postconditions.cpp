// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/postconditions.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

constexpr std::uint64_t max_blocks = 0xffffffff;

Postcondition promise_of(Ranks const& ranks, Holdings holdings, std::uint32_t blocks) {
  Postcondition postcondition{.holdings = holdings, .blocks = blocks};
  postcondition.participants = ranks.vertices();
  std::ranges::sort(postcondition.participants);
  return postcondition;
}

/// Appends the vertex of each rank of `some`, `packets` times.
void append(std::vector<std::uint32_t>& vertices, Ranks const& ranks, std::vector<std::uint32_t> const& some,
            std::uint32_t packets) {
  for (auto const r : some) vertices.insert(vertices.end(), packets, ranks[r]);
}

/// Returns the vertices of the ranks `some`, ascending.
std::vector<std::uint32_t> vertices_of(Ranks const& ranks, std::vector<std::uint32_t> const& some) {
  std::vector<std::uint32_t> vertices;
  append(vertices, ranks, some, 1);
  std::ranges::sort(vertices);
  return vertices;
}

}  // namespace

std::uint32_t rounded_up(std::string_view name, std::uint64_t packets, std::uint64_t unit,
                         std::uint64_t messages) {
  auto const rounded = (packets + unit - 1) / unit * unit;
  if (rounded > max_blocks / messages)
    throw InputError(fmt::format("{} does not support {} packets", name, packets),
                     fmt::format("the number must be a multiple of {}, and blocks have 32-bit numbers", unit),
                     "use fewer packets");
  return static_cast<std::uint32_t>(rounded);
}

std::vector<std::uint32_t> all_ranks(std::uint32_t ranks) {
  std::vector<std::uint32_t> all(ranks);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

std::vector<std::uint32_t> broadcast_order(std::uint32_t ranks, Task const& task) {
  auto list = task.receivers.empty() ? all_ranks(ranks) : task.receivers;
  if (!std::ranges::binary_search(list, task.root))
    list.insert(std::ranges::lower_bound(list, task.root), task.root);
  std::ranges::rotate(list, std::ranges::find(list, task.root));
  return list;
}

Postcondition broadcast_postcondition(Ranks const& ranks, std::vector<std::uint32_t> const& order,
                                      std::uint32_t blocks) {
  return {.holdings = Holdings::copies,
          .blocks = blocks,
          .participants = vertices_of(ranks, order),
          .start = std::vector(blocks, ranks[order[0]])};
}

Postcondition allgather_postcondition(Ranks const& ranks, std::uint32_t packets) {
  auto postcondition = promise_of(ranks, Holdings::copies, ranks.size() * packets);
  append(postcondition.start, ranks, all_ranks(ranks.size()), packets);
  return postcondition;
}

Postcondition scatter_postcondition(Ranks const& ranks, std::uint32_t root,
                                    std::vector<std::uint32_t> const& order, std::uint32_t packets) {
  auto postcondition = promise_of(ranks, Holdings::one_place, ranks.size() * packets);
  postcondition.start.assign(postcondition.blocks, ranks[root]);
  append(postcondition.goal, ranks, order, packets);
  return postcondition;
}

Postcondition gather_postcondition(Ranks const& ranks, std::uint32_t root,
                                   std::vector<std::uint32_t> const& order, std::uint32_t packets) {
  auto postcondition = scatter_postcondition(ranks, root, order, packets);
  postcondition.start.swap(postcondition.goal);
  return postcondition;
}

Postcondition all_to_all_postcondition(Ranks const& ranks, std::uint32_t packets) {
  auto const n = ranks.size();
  auto postcondition = promise_of(ranks, Holdings::one_place, n * n * packets);
  postcondition.start.reserve(postcondition.blocks);
  postcondition.goal.reserve(postcondition.blocks);
  for (std::uint32_t s = 0; s < n; ++s) {
    postcondition.start.insert(postcondition.start.end(), std::size_t{n} * packets, ranks[s]);
    append(postcondition.goal, ranks, all_ranks(ranks.size()), packets);
  }
  return postcondition;
}

Postcondition allreduce_postcondition(Ranks const& ranks, std::uint32_t blocks) {
  return promise_of(ranks, Holdings::sums, blocks);
}

Postcondition reduce_postcondition(Ranks const& ranks, std::uint32_t root, std::uint32_t blocks) {
  auto postcondition = allreduce_postcondition(ranks, blocks);
  postcondition.goal.assign(blocks, ranks[root]);
  return postcondition;
}

Postcondition reduce_scatter_postcondition(Ranks const& ranks, std::uint32_t packets) {
  auto postcondition = allreduce_postcondition(ranks, ranks.size() * packets);
  append(postcondition.goal, ranks, all_ranks(ranks.size()), packets);
  return postcondition;
}

}  // namespace weft::collective

#include "weft/collective/promises.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::collective {
namespace {

constexpr std::uint64_t most_blocks = 0xffffffff;

std::uint32_t num_ranks(Machine const& machine) { return static_cast<std::uint32_t>(machine.ranks.size()); }

Promise promise_of(Machine const& machine, Holdings holdings, std::uint32_t blocks) {
  Promise promise{.holdings = holdings, .blocks = blocks};
  promise.participants = machine.ranks;
  std::ranges::sort(promise.participants);
  return promise;
}

/// Appends the vertex of each of these ranks `packets` times.
void append(std::vector<std::uint32_t>& vertices, Machine const& machine,
            std::vector<std::uint32_t> const& ranks, std::uint32_t packets) {
  for (auto const r : ranks) vertices.insert(vertices.end(), packets, machine.ranks[r]);
}

/// The vertices of these ranks in ascending order.
std::vector<std::uint32_t> vertices_of(Machine const& machine, std::vector<std::uint32_t> const& ranks) {
  std::vector<std::uint32_t> vertices;
  append(vertices, machine, ranks, 1);
  std::ranges::sort(vertices);
  return vertices;
}

}  // namespace

std::uint32_t rounded_up(std::string_view name, std::uint64_t packets, std::uint64_t unit,
                         std::uint64_t messages) {
  auto const rounded = (packets + unit - 1) / unit * unit;
  if (rounded > most_blocks / messages)
    throw InputError(fmt::format("{}: {} packets", name, packets),
                     fmt::format("a multiple of {} is needed, and blocks have 32-bit numbers", unit),
                     "take fewer packets");
  return static_cast<std::uint32_t>(rounded);
}

std::vector<std::uint32_t> all_ranks(Machine const& machine) {
  std::vector<std::uint32_t> ranks(machine.ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0u);
  return ranks;
}

std::vector<std::uint32_t> broadcast_order(Machine const& machine, Task const& task) {
  auto list = task.receivers.empty() ? all_ranks(machine) : task.receivers;
  if (!std::ranges::binary_search(list, task.root))
    list.insert(std::ranges::lower_bound(list, task.root), task.root);
  std::ranges::rotate(list, std::ranges::find(list, task.root));
  return list;
}

Promise promise_copies_of_root(Machine const& machine, std::vector<std::uint32_t> const& order,
                               std::uint32_t blocks) {
  return {.holdings = Holdings::copies,
          .blocks = blocks,
          .participants = vertices_of(machine, order),
          .start = std::vector(blocks, machine.ranks[order[0]])};
}

Promise promise_copies_of_all(Machine const& machine, std::uint32_t packets) {
  auto promise = promise_of(machine, Holdings::copies, num_ranks(machine) * packets);
  append(promise.start, machine, all_ranks(machine), packets);
  return promise;
}

Promise promise_scatter(Machine const& machine, std::uint32_t root, std::vector<std::uint32_t> const& order,
                        std::uint32_t packets) {
  auto promise = promise_of(machine, Holdings::one_place, num_ranks(machine) * packets);
  promise.start.assign(promise.blocks, machine.ranks[root]);
  append(promise.goal, machine, order, packets);
  return promise;
}

Promise promise_gather(Machine const& machine, std::uint32_t root, std::vector<std::uint32_t> const& order,
                       std::uint32_t packets) {
  auto promise = promise_scatter(machine, root, order, packets);
  promise.start.swap(promise.goal);
  return promise;
}

Promise promise_all_to_all(Machine const& machine, std::uint32_t packets) {
  auto const ranks = num_ranks(machine);
  auto promise = promise_of(machine, Holdings::one_place, ranks * ranks * packets);
  promise.start.reserve(promise.blocks);
  promise.goal.reserve(promise.blocks);
  for (std::uint32_t s = 0; s < ranks; ++s) {
    promise.start.insert(promise.start.end(), std::size_t{ranks} * packets, machine.ranks[s]);
    append(promise.goal, machine, all_ranks(machine), packets);
  }
  return promise;
}

Promise promise_sums(Machine const& machine, std::uint32_t blocks) {
  return promise_of(machine, Holdings::sums, blocks);
}

Promise promise_sums_at(Machine const& machine, std::uint32_t root, std::uint32_t blocks) {
  auto promise = promise_sums(machine, blocks);
  promise.goal.assign(blocks, machine.ranks[root]);
  return promise;
}

Promise promise_scattered_sums(Machine const& machine, std::uint32_t packets) {
  auto promise = promise_sums(machine, num_ranks(machine) * packets);
  append(promise.goal, machine, all_ranks(machine), packets);
  return promise;
}

}  // namespace weft::collective

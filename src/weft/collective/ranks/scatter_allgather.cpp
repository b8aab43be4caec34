#include "weft/collective/ranks/scatter_allgather.hpp"

#include <algorithm>

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

/// The ranks that get a broadcast, from the root on, and the blocks of the part of each.
struct Parts {
  std::vector<std::uint32_t> order;
  std::uint32_t blocks;

  std::uint32_t size() const { return static_cast<std::uint32_t>(order.size()); }

  /// The ranks at distance `half` from those that have parts get the half of them that is theirs.
  void scatter(std::uint64_t half, std::vector<Message>& out) const {
    for (std::uint64_t near = 0; near + half < size(); near += 2 * half) {
      auto const far = static_cast<std::uint32_t>(near + half);
      auto const parts = static_cast<std::uint32_t>(std::min<std::uint64_t>(half, size() - far));
      out.push_back({order[near], order[far], far * blocks, parts * blocks});
    }
  }
  /// Each rank passes on the part of the rank `behind` places before it.
  void pass_on(std::uint32_t behind, std::vector<Message>& out) const {
    for (std::uint32_t p = 0; p < size(); ++p) {
      auto const part = p >= behind ? p - behind : p + size() - behind;
      auto const next = p + 1 == size() ? 0 : p + 1;
      if (next != 0) out.push_back({order[p], order[next], part * blocks, blocks});
    }
  }
};

}  // namespace

Plan ScatterAllgather::plan(Ranks const& ranks, Task const& task) const {
  auto it = rounds(ranks.size(), task);
  auto promise = promise_copies_of_root(ranks, broadcast_order(ranks.size(), task), it.blocks_per_message);
  return plan_of(std::move(promise), std::move(it), ranks, task, Embedding::rounds);
}

RankRounds ScatterAllgather::rounds(std::uint32_t ranks, Task const& task) const {
  Parts parts{broadcast_order(ranks, task), 1};
  auto const n = parts.size();
  auto const blocks = rounded_up(name, task.packets, n);
  parts.blocks = blocks / n;
  auto const scatters = doublings(n);
  return {scatters + n - 1, blocks,
          [=, parts = std::move(parts)](std::uint32_t round, std::vector<Message>& out) {
            if (round < scatters)
              parts.scatter(std::uint64_t{1} << (scatters - 1 - round), out);
            else
              parts.pass_on(round - scatters, out);
          }};
}

}  // namespace weft::collective

#include "weft/collective/ranks/bruck.hpp"

#include <algorithm>

#include "weft/collective/promises.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::collective {
namespace {

/// Rank i has the parts of ranks i, i + 1, .. and gets as many more from rank i + 2^round.
void gather(std::uint32_t n, std::uint32_t packets, std::uint32_t round, std::vector<Message>& out) {
  auto const ahead = std::uint32_t{1} << round;
  auto const parts = std::min(ahead, n - ahead);
  for (std::uint32_t i = 0; i < n; ++i) {
    auto const to = i >= ahead ? i - ahead : i + n - ahead;
    auto const before_end = std::min(parts, n - i);
    out.push_back({i, to, i * packets, before_end * packets});
    if (before_end < parts) out.push_back({i, to, 0, (parts - before_end) * packets});
  }
}

/// Rank i has the messages of s = i - (o modulo 2^round) at distance o that have not yet arrived.
void pass_on(std::uint32_t n, std::uint32_t packets, std::uint32_t round, std::vector<Message>& out) {
  auto const ahead = std::uint32_t{1} << round;
  for (std::uint32_t i = 0; i < n; ++i) {
    throw_if_interrupted();
    auto const to = static_cast<std::uint32_t>((std::uint64_t{i} + ahead) % n);
    for (auto o = std::uint64_t{ahead}; o < n; o = (o + 1) | ahead) {
      auto const s = (i + n - (o & (ahead - 1))) % n;
      out.push_back({i, to, static_cast<std::uint32_t>((s * n + (s + o) % n) * packets), packets});
    }
  }
}

}  // namespace

Plan Bruck::plan(Ranks const& ranks, Task const& task) const {
  bool const gathers = task.operation == Operation::allgather;
  auto promise = (gathers ? promise_copies_of_all : promise_all_to_all)(ranks, task.packets);
  return plan_of(std::move(promise), rounds(ranks.size(), task), ranks, task, params_.embedding);
}

RankRounds Bruck::rounds(std::uint32_t ranks, Task const& task) const {
  bool const gathers = task.operation == Operation::allgather;
  return {doublings(ranks), task.packets,
          [=, packets = task.packets](std::uint32_t round, std::vector<Message>& out) {
            (gathers ? gather : pass_on)(ranks, packets, round, out);
          }};
}

}  // namespace weft::collective

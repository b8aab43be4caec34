#include "weft/collective/ranks/bruck.hpp"

#include <algorithm>

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

/// Rank i has the parts of ranks i, i + 1, .. and gets as many more from rank i + 2^round.
void gather(std::uint32_t ranks, std::uint32_t packets, std::uint32_t round, std::vector<Message>& out) {
  auto const ahead = std::uint32_t{1} << round;
  auto const parts = std::min(ahead, ranks - ahead);
  for (std::uint32_t i = 0; i < ranks; ++i) {
    auto const to = i >= ahead ? i - ahead : i + ranks - ahead;
    auto const before_end = std::min(parts, ranks - i);
    out.push_back({i, to, i * packets, before_end * packets});
    if (before_end < parts) out.push_back({i, to, 0, (parts - before_end) * packets});
  }
}

/// Rank i has the messages of s = i - (o modulo 2^round) at distance o that have not yet arrived.
void pass_on(std::uint32_t ranks, std::uint32_t packets, std::uint32_t round, std::vector<Message>& out) {
  auto const ahead = std::uint32_t{1} << round;
  for (std::uint32_t i = 0; i < ranks; ++i) {
    auto const to = static_cast<std::uint32_t>((std::uint64_t{i} + ahead) % ranks);
    for (auto o = std::uint64_t{ahead}; o < ranks; o = (o + 1) | ahead) {
      auto const s = (i + ranks - (o & (ahead - 1))) % ranks;
      out.push_back({i, to, static_cast<std::uint32_t>((s * ranks + (s + o) % ranks) * packets), packets});
    }
  }
}

}  // namespace

Plan Bruck::plan(Machine const& machine, Task const& task) const {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  bool const gathers = task.operation == Operation::allgather;
  RankProgram program{
      gathers ? promise_copies_of_all(machine, task.packets) : promise_all_to_all(machine, task.packets),
      doublings(ranks),
      {}};
  program.messages = [ranks, gathers, packets = task.packets](std::uint32_t round,
                                                              std::vector<Message>& out) {
    (gathers ? gather : pass_on)(ranks, packets, round, out);
  };
  return plan_of(std::move(program), machine, task, params_.embedding, task.packets);
}

}  // namespace weft::collective

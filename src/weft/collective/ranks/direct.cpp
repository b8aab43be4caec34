#include "weft/collective/ranks/direct.hpp"

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

RankRounds all_to_all(std::uint32_t n, std::uint32_t packets) {
  return {1, packets, [=](std::uint32_t, std::vector<Message>& out) {
            out.reserve(std::size_t{n} * (n - 1));
            for (std::uint32_t s = 0; s < n; ++s)
              for (auto d = s + 1 == n ? 0 : s + 1; d != s; d = d + 1 == n ? 0 : d + 1)
                out.push_back({s, d, (s * n + d) * packets, packets});
          }};
}

RankRounds with_root(std::uint32_t n, Task const& task) {
  bool const scatters = task.operation == Operation::scatter;
  return {1, task.packets,
          [order = broadcast_order(n, task), scatters, packets = task.packets](std::uint32_t,
                                                                               std::vector<Message>& out) {
            for (std::uint32_t i = 1; i < order.size(); ++i)
              out.push_back(
                  {scatters ? order[0] : order[i], scatters ? order[i] : order[0], i * packets, packets});
          }};
}

Promise promise_for(Ranks const& ranks, Task const& task) {
  if (task.operation == Operation::all_to_all) return promise_all_to_all(ranks, task.packets);
  return (task.operation == Operation::scatter ? promise_scatter : promise_gather)(
      ranks, task.root, broadcast_order(ranks.size(), task), task.packets);
}

}  // namespace

void Direct::check_machine(Ranks const& ranks, Task const&) const { check_ties(name, ranks, params_.ties); }

Plan Direct::plan(Ranks const& ranks, Task const& task) const {
  return plan_of(promise_for(ranks, task), rounds(ranks.size(), task), ranks, task, params_.embedding,
                 params_.ties);
}

RankRounds Direct::rounds(std::uint32_t ranks, Task const& task) const {
  return task.operation == Operation::all_to_all ? all_to_all(ranks, task.packets) : with_root(ranks, task);
}

}  // namespace weft::collective

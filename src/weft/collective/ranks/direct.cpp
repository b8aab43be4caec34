#include "weft/collective/ranks/direct.hpp"

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

RankProgram all_to_all(Ranks const& ranks, std::uint32_t packets) {
  auto const n = ranks.size();
  return {promise_all_to_all(ranks, packets), 1, [=](std::uint32_t, std::vector<Message>& out) {
            out.reserve(std::size_t{n} * (n - 1));
            for (std::uint32_t s = 0; s < n; ++s)
              for (auto d = s + 1 == n ? 0 : s + 1; d != s; d = d + 1 == n ? 0 : d + 1)
                out.push_back({s, d, (s * n + d) * packets, packets});
          }};
}

RankProgram with_root(Ranks const& ranks, Task const& task) {
  auto order = broadcast_order(ranks, task);
  bool const scatters = task.operation == Operation::scatter;
  auto promise = (scatters ? promise_scatter : promise_gather)(ranks, task.root, order, task.packets);
  return {
      std::move(promise), 1,
      [order = std::move(order), scatters, packets = task.packets](std::uint32_t, std::vector<Message>& out) {
        for (std::uint32_t i = 1; i < order.size(); ++i)
          out.push_back(
              {scatters ? order[0] : order[i], scatters ? order[i] : order[0], i * packets, packets});
      }};
}

}  // namespace

void Direct::check_machine(Ranks const& ranks, Task const&) const { check_ties(name, ranks, params_.ties); }

Plan Direct::plan(Ranks const& ranks, Task const& task) const {
  auto program =
      task.operation == Operation::all_to_all ? all_to_all(ranks, task.packets) : with_root(ranks, task);
  return plan_of(std::move(program), ranks, task, params_.embedding, task.packets, params_.ties);
}

}  // namespace weft::collective

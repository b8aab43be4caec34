#include "weft/collective/ranks/direct.hpp"

#include "weft/collective/promises.hpp"

namespace weft::collective {
namespace {

RankProgram all_to_all(Machine const& machine, std::uint32_t packets) {
  auto const ranks = static_cast<std::uint32_t>(machine.ranks.size());
  return {promise_all_to_all(machine, packets), 1, [=](std::uint32_t, std::vector<Message>& out) {
            out.reserve(std::size_t{ranks} * (ranks - 1));
            for (std::uint32_t s = 0; s < ranks; ++s)
              for (auto d = s + 1 == ranks ? 0 : s + 1; d != s; d = d + 1 == ranks ? 0 : d + 1)
                out.push_back({s, d, (s * ranks + d) * packets, packets});
          }};
}

RankProgram with_root(Machine const& machine, Task const& task) {
  auto order = broadcast_order(machine, task);
  bool const scatters = task.operation == Operation::scatter;
  auto promise = (scatters ? promise_scatter : promise_gather)(machine, task.root, order, task.packets);
  return {
      std::move(promise), 1,
      [order = std::move(order), scatters, packets = task.packets](std::uint32_t, std::vector<Message>& out) {
        for (std::uint32_t i = 1; i < order.size(); ++i)
          out.push_back(
              {scatters ? order[0] : order[i], scatters ? order[i] : order[0], i * packets, packets});
      }};
}

}  // namespace

void Direct::check_machine(Machine const& machine, Task const&) const {
  check_ties(name, machine, params_.ties);
}

Plan Direct::plan(Machine const& machine, Task const& task) const {
  auto program =
      task.operation == Operation::all_to_all ? all_to_all(machine, task.packets) : with_root(machine, task);
  return plan_of(std::move(program), machine, task, params_.embedding, task.packets, params_.ties);
}

}  // namespace weft::collective

#include "weft/collective/any_algorithm.hpp"

#include <fmt/format.h>

#include "weft/collective/catalog.hpp"
#include "weft/core/memory.hpp"

namespace weft::collective {
namespace {

/// Refuses more blocks than schedules number, or than fit into memory at 16 bytes each.
void check_blocks(Machine const& machine, Task const& task) {
  auto const ranks = std::uint64_t{machine.ranks.size()};
  std::uint64_t messages = 1;
  if (task.operation == Operation::scatter || task.operation == Operation::gather ||
      task.operation == Operation::allgather)
    messages = ranks;
  if (task.operation == Operation::all_to_all) messages = ranks * ranks;
  constexpr std::uint64_t most = 0xfffffffe;
  if (messages > most || task.packets > most / messages)
    throw InputError(fmt::format("{} packets of {} messages", task.packets, messages),
                     "a schedule has at most 2^32 - 2 blocks", "take fewer packets or a smaller machine");
  require_memory(16 * messages * task.packets,
                 fmt::format("{} of {} blocks", name_of(task.operation), messages * task.packets));
}

template <Algorithm A>
class Forgotten final : public AnyAlgorithm {
 public:
  explicit Forgotten(typename A::Params const& params) : params_(params), algorithm_(params) {}
  std::string_view name() const override { return A::name; }
  std::string spec(bool all) const override { return to_spec<A>(params_, all).to_string(); }
  bool serves(Operation operation) const override { return A::serves(operation); }
  void check(Machine const& machine, Task const& task) const override {
    if (!A::serves(task.operation))
      throw InputError(fmt::format("{} does no {}", A::name, name_of(task.operation)), "",
                       fmt::format("take {}", fmt::join(algorithms_for(task.operation), ", ")));
    if (!task.receivers.empty() && task.operation != Operation::broadcast)
      throw InputError(fmt::format("receivers of a {}", name_of(task.operation)),
                       "a broadcast has receivers");
    check_blocks(machine, task);
    algorithm_.check_machine(machine, task);
  }
  Plan plan(Machine const& machine, Task const& task) const override {
    return algorithm_.plan(machine, task);
  }

 private:
  typename A::Params params_;
  A algorithm_;
};

}  // namespace

AlgorithmPtr make_algorithm(Spec const& spec) {
  return CollectiveAlgorithms::pick_params(
      spec,
      []<class A>(std::type_identity<A>, typename A::Params const& params) -> AlgorithmPtr {
        return std::make_shared<Forgotten<A>>(params);
      },
      "algorithm");
}

std::vector<std::string> algorithms_for(Operation operation) {
  std::vector<std::string> names;
  CollectiveAlgorithms::for_each([&]<class A>(std::type_identity<A>) {
    if (A::serves(operation)) names.emplace_back(A::name);
  });
  return names;
}

}  // namespace weft::collective

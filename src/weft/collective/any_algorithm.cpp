// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/any_algorithm.hpp"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "weft/collective/catalog.hpp"
#include "weft/core/memory.hpp"

namespace weft::collective {
namespace {

bool is_one_of(Operation operation, std::initializer_list<Operation> some) {
  return std::ranges::find(some, operation) != some.end();
}

template <Algorithm A>
class ErasedAlgorithm final : public AnyAlgorithm {
 public:
  explicit ErasedAlgorithm(typename A::Params const& params) : params_(params), algorithm_(params) {}
  std::string_view name() const override { return A::name; }
  std::string spec(bool all) const override { return to_spec<A>(params_, all).to_string(); }
  bool serves(Operation operation) const override { return A::serves(operation); }
  void check(Ranks const& ranks, Task const& task) const override {
    require_serves(task.operation);
    if (!task.receivers.empty() && task.operation != Operation::broadcast)
      throw InputError(fmt::format("{} does not support receivers", operation_name(task.operation)),
                       "only a broadcast has receivers", "omit receivers");
    if constexpr (requires { A::own_paths; })
      if (auto const& routing = ranks.routing())
        throw InputError(fmt::format("{} conflicts with routing={}", A::name, routing->spec.name),
                         std::string(A::own_paths),
                         "omit routing, or use an algorithm that sends messages between ranks");
    check_size(ranks.size(), task);
    algorithm_.check_machine(ranks, task);
  }
  double detour() const override {
    if constexpr (requires { algorithm_.detour(); })
      return algorithm_.detour();
    else
      return 1;
  }
  Plan plan(Ranks const& ranks, Task const& task) const override { return algorithm_.plan(ranks, task); }
  bool needs_machine() const override {
    return !requires(std::uint32_t ranks, Task const& task) { algorithm_.rounds(ranks, task); };
  }
  RankRounds rounds(std::uint32_t ranks, Task const& task) const override {
    require_serves(task.operation);
    if constexpr (requires { algorithm_.rounds(ranks, task); })
      return algorithm_.rounds(ranks, task);
    else
      throw InputError(
          fmt::format("{} cannot run without a machine", A::name),
          "the algorithm plans its messages for the machine",
          fmt::format(
              "use an algorithm that sends messages between ranks, e.g. ring, or in a replay the program "
              "schedule:of={},algorithm={}",
              operation_name(task.operation), A::name));
  }

 private:
  static void require_serves(Operation operation) {
    if (!A::serves(operation))
      throw InputError(fmt::format("{} does not support {}", A::name, operation_name(operation)), "",
                       fmt::format("use {}", fmt::join(algorithms_for(operation), ", ")));
  }

  typename A::Params params_;
  A algorithm_;
};

}  // namespace

void check_size(std::uint64_t ranks, Task const& task) {
  auto const operation = task.operation;
  std::uint64_t messages = 1;
  if (is_one_of(operation, {Operation::scatter, Operation::gather, Operation::allgather})) messages = ranks;
  if (operation == Operation::all_to_all) messages = ranks > 0xffffffff ? ranks : ranks * ranks;
  constexpr std::uint64_t maximum = 0xfffffffe;
  if (messages > maximum || task.packets > maximum / messages)
    throw InputError(fmt::format("too many blocks: {} packets of {} messages", task.packets, messages),
                     "a schedule supports at most 2^32 - 2", "use fewer packets or a smaller machine");
  auto const blocks = messages * task.packets;
  std::uint64_t per_block = 16;  // current location and destination
  if (is_one_of(operation, {Operation::broadcast, Operation::allgather})) per_block += ranks / 8;
  if (is_one_of(operation, {Operation::reduce, Operation::allreduce, Operation::reduce_scatter}))
    per_block += 8 * ranks;
  require_memory(per_block * blocks,
                 fmt::format("{} of {} blocks among {} ranks", operation_name(operation), blocks, ranks));
}

AlgorithmPtr make_algorithm(Spec const& spec) {
  return CollectiveAlgorithms::pick_params(
      spec,
      []<class A>(std::type_identity<A>, typename A::Params const& params) -> AlgorithmPtr {
        return std::make_shared<ErasedAlgorithm<A>>(params);
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

// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/communication_of.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "weft/collective/program/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

Communication among(Program const& program, std::uint32_t ranks_per_task, std::uint64_t tasks) {
  Communication communication(tasks);
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> bytes;
  // cached entry of the last pair: ranks often send to the same rank several times in sequence
  decltype(bytes)::value_type* latest = nullptr;
  for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank) {
    throw_if_interrupted();
    for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i) {
      auto const& operation = program.operation(i);
      if (operation.kind != OperationKind::send) continue;
      auto const pair = std::pair(rank / ranks_per_task, operation.peer / ranks_per_task);
      if (latest == nullptr || latest->first != pair) latest = &*bytes.try_emplace(pair, 0.0).first;
      latest->second += std::max(1.0, operation.amount);
    }
  }
  double total = 0;
  for (auto const& [pair, amount] : bytes) total += amount;
  constexpr double maximum = 1e18;  // sums in Communication must stay below 2^62
  for (auto const& [pair, amount] : bytes) {
    auto const units = total > maximum ? amount * (maximum / total) : amount;
    communication.add({pair.first, pair.second, static_cast<std::uint64_t>(std::max(1.0, units))});
  }
  if (bytes.empty()) communication.add({0, 0, 1});
  communication.finish();
  return communication;
}

}  // namespace

Communication to_communication(Program const& program, std::uint32_t ranks_per_task) {
  return among(program, ranks_per_task, (program.num_ranks() + ranks_per_task - 1) / ranks_per_task);
}

Communication communication_of_program(std::string const& program, TaskContext const& context) {
  auto const named = make_program(program, context);
  if (named.program.num_ranks() > context.num_tasks())
    throw InputError(named.text(), fmt::format("there are {} tasks", context.num_tasks()));
  return among(named.program, 1, context.num_tasks());
}

}  // namespace weft
